"""Fair shuffles: nobody, including the server, chooses the cards after the seats are taken.

The server commits to a secret before anybody sits down: it shows the hash of the secret at the
table. Each player may add words when sitting down. The seed of the match is the hash of the secret
and all these words in seat order. Once the match is over, its record contains all of them, and
anybody can recompute both hashes and every shuffle.

At a table where nobody adds words, the secret alone decides the cards. The server adds no words in
a player's name, so it cannot try words until the cards suit somebody. A host who sits down last
could still try words; the words of players who sit down later prevent that.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from darwin_core.match.record import SET_UP, Fair, Header
from darwin_core.text.language import tr

NONCE_CHARACTERS_MAX: Final = 60
"""Maximum length of a player's own words; the rest is dropped. Chosen; a seed needs far fewer, and
all words are in the record."""


def nonce(words: str) -> str:
    """Return a player's own words, possibly empty, as a record can hold them."""
    # Blanks twice: dropping a character may leave two blanks side by side.
    spaced = " ".join(words.split())
    printable = "".join(character for character in spaced if character.isprintable())
    return " ".join(printable.split())[:NONCE_CHARACTERS_MAX].rstrip()


def _hash(purpose: str, *parts: str) -> str:
    """Return the hash of some texts for a purpose, as 64 hexadecimal digits."""
    # No part can contain a zero byte, so different parts never make the same text.
    return sha256("\0".join((f"darwin-tui {purpose}", *parts)).encode()).hexdigest()


def commitment(code: str, secret: bytes) -> str:
    """Return the hash that commits a server to its secret for a table, as 64 hexadecimal digits."""
    return _hash("commitment", code, secret.hex())


def seed(code: str, secret: bytes, nonces: Sequence[str]) -> str:
    """Return the seed made from a secret and the nonces of all seats in order."""
    return _hash("seed", code, secret.hex(), *nonces)


def fair(code: str, secret: bytes, nonces: Sequence[str]) -> Fair:
    """Return the field of a record's header with which anybody can check its seed."""
    return Fair(code, commitment(code, secret), secret.hex(), tuple(nonces))


def trouble(header: Header) -> str | None:
    """Return a sentence that says why a record's seed is not fair; None if it is fair, or if the
    record does not claim to be fair."""
    claim = header.fair
    if claim is None:
        return None
    parts = (claim.code, claim.secret)
    if _hash("commitment", *parts) != claim.commitment:
        return tr("The server's secret does not fit the commitment that was shown at the table.")
    if len(claim.nonces) != len(header.players):
        return tr("The record does not have the words of each seat.")
    if _hash("seed", *parts, *claim.nonces) != header.seed:
        return tr("The seed does not follow from the server's secret and the players' words.")
    if header.start != SET_UP:
        return tr("The match does not begin from its seed, but from a state that was given.")
    return None
