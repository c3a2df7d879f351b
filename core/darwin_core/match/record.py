"""The format of records: JSON Lines, a header and one line for each action, chained by hashes.

A record is text. The header is a JSON object whose last field is the hash of the others. Every
further line is ``[number, seat, action, state hash, chain]``: the state hash is a 64-bit
fingerprint of the state after the action, the chain a 128-bit hash over the text of all lines so
far. So damage is found whatever the version of the rules, and a divergence is named at its line.

This module knows only text; the match knows the meaning of an action.
"""

import re
from binascii import b2a_base64
from collections.abc import Sequence
from hashlib import blake2b
from math import ceil
from operator import ne
from typing import Annotated, Final

import msgspec

from darwin_core import __version__
from darwin_core.contract.game import SEATS_MAX
from darwin_core.text.language import tr

FORMAT: Final = 1
"""Version of the format; a record of a higher one is refused."""

MAX_BYTES: Final = 16 * 1024 * 1024
"""Maximum size of a record; a larger file is refused before it is parsed. Chosen: far more than any
match needs, and little enough to be held in memory."""

SCRIPTS: Final = {
    "Latin": "A-Za-zÀ-ÖØ-öø-ſƠơƯưǍ-ǜȘ-țḀ-ỿ",
    "Greek": "\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce",
    "Cyrillic": "Ѐ-ҁҊ-ԯ",
    "Armenian": "Ա-Ֆա-և",
    "Georgian": "ა-ჺ",
    "Han": "々一-鿿㐀-䶿",
    "Kana": "ぁ-ゖァ-ヺー",
    "Hangul": "가-힣",
}
"""Letters of names, as character classes. They belong to scripts that run from left to right and
whose letters each take one or two cells of a terminal."""
_LETTERS: Final = "".join(SCRIPTS.values())
_NARROW: Final = "".join(
    letters for script, letters in SCRIPTS.items() if script not in {"Han", "Kana", "Hangul"}
)
# A wide letter is a letter that is not narrow. A set of the wide letters themselves takes Python
# milliseconds to compile, at each start of the program, so that the pattern names it only once.
NAME_PATTERN: Final = (
    rf"^(?![ _.-])(?!(?:[0-9{_NARROW} _.-]*[^0-9{_NARROW} _.-]){{9}})[0-9{_LETTERS} _.-]{{1,16}}\Z"
)
"""Names of players: 1 to 16 letters, digits and some signs, a letter or digit first. Eight letters
may be wide, so that a name takes at most 24 cells of a terminal."""

_STATE_HASH_BYTES: Final = 8
_CHAIN_BYTES: Final = 16
"""Lengths of the hashes of a state and of the chain."""
_STATE_HASH_LENGTH: Final = 11
_CHAIN_LENGTH: Final = 22
"""Their lengths in base64, without padding, in characters."""
_TAIL: Final = len(',"') + _CHAIN_LENGTH + len('"]')
"""Length of the end of a line, which holds its link of the chain."""
_HEADER_TAIL: Final = len(',"chain":"') + _CHAIN_LENGTH + len('"}')
"""Length of the end of the header, which holds its hash."""
_LINE_MAX_BYTES: Final = 4096
"""Maximum length of a last line that may have been cut off while being written: more than a line of
texts of the maximum length, even if all their characters are escaped."""
_LINE_MIN_BYTES: Final = len('[1,0,"",""') + _TAIL
"""Length of a line with empty texts."""
REPAIRED_BYTES_MAX: Final = 4096
"""Maximum length of a header that is repaired byte by byte. Chosen: more than a header of a full
table needs, and tried in seconds; the time grows with the square of the length."""
_VERSION_MAX: Final = 9999
"""Maximum format and rules version, so that a number of any length cannot fill a sentence."""
# Control characters, and characters that reorder, join or hide their neighbours.
_INVISIBLE: Final = (
    r"\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
)

TEXT_LENGTH_MAX: Final = 200
"""Maximum length of a text in a record, in characters."""
Text = Annotated[str, msgspec.Meta(max_length=TEXT_LENGTH_MAX)]
PrintableText = Annotated[
    str, msgspec.Meta(max_length=TEXT_LENGTH_MAX, pattern=rf"^[^{_INVISIBLE}]*\Z")
]
"""A text that may be part of a sentence on a screen."""
Name = Annotated[str, msgspec.Meta(pattern=NAME_PATTERN)]


HUMAN: Final = "human"
"""Control of a person."""


class Player(msgspec.Struct, frozen=True):
    """The player of a seat."""

    name: Name
    control: Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9:.-]{0,23}\Z")] = HUMAN
    """``human``, or ``bot:`` and a level, which may have seconds: ``bot:master:2.5s``."""


class Parent(msgspec.Struct, frozen=True):
    """The match and position at which a branch began."""

    id: PrintableText
    line: Annotated[int, msgspec.Meta(ge=0)]
    chain: PrintableText


class Fair(msgspec.Struct, frozen=True):
    """The origin of a server match's seed, by which anybody can check it."""

    code: PrintableText
    """Code of the table."""
    commitment: PrintableText
    """Hash of the secret, shown before anybody sat down."""
    secret: PrintableText
    """The server's secret, in hexadecimal digits."""
    nonces: Annotated[tuple[PrintableText, ...], msgspec.Meta(max_length=SEATS_MAX)]
    """The words that each seat added, by seat."""


SET_UP: Final = msgspec.Raw()
"""The default start: the state that the seed sets up."""


class Header(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="format", tag=FORMAT):
    """The first line of a record: its format, and everything but the actions that makes a match."""

    game: PrintableText
    rules: Annotated[int, msgspec.Meta(ge=1, le=_VERSION_MAX)]
    """Version of the game's rules."""
    players: Annotated[tuple[Player, ...], msgspec.Meta(min_length=1, max_length=SEATS_MAX)]
    seed: PrintableText
    id: PrintableText
    made: PrintableText
    """Time of creation, ISO 8601 in UTC."""
    engine: PrintableText
    options: dict[PrintableText, bool | int | PrintableText] = {}
    parent: Parent | None = None
    start: msgspec.Raw = SET_UP
    """The first state, if it is not the one that the seed sets up (a branch with the unknown dealt
    again)."""
    fair: Fair | None = None
    """Origin of the seed, if a server has committed to it."""
    is_rated: bool = False
    """The result counts for the ratings of the players, who are all people."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players by seat."""
        return tuple(player.name for player in self.players)


class Line(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """One action: ``[number from 1, seat, action in notation, state hash, chain]``. The action may
    also be the notation of an undo, or of a resignation."""

    number: Annotated[int, msgspec.Meta(ge=1)]
    seat: Annotated[int, msgspec.Meta(ge=0, lt=SEATS_MAX)]
    action: Text
    state_hash: Text
    chain: Text


class _Version(msgspec.Struct):
    """The part of a header that every format has."""

    format: Annotated[int, msgspec.Meta(le=_VERSION_MAX)]
    engine: Text


class RecordError(ValueError):
    """Raised for a text that is not a readable record; the message is one sentence for people."""


class NotARecord(RecordError):
    """Raised for a text that is not a record of this program."""


class NewerFormat(RecordError):
    """Raised for a record written by a later version of the program."""


class Reading(msgspec.Struct, frozen=True):
    """The readable part of a record."""

    header: Header
    chain: str
    """The header's own hash, the first link of the chain."""
    lines: list[Line]
    sound_bytes: int
    """Number of sound bytes at the beginning."""
    truncated: bool = False
    """True if the last line is incomplete, so that it was never acknowledged."""
    missing_newline: bool = False
    """True if the last sound line lacks its line break."""
    damage: str | None = None
    """The first fault after the sound part, in one sentence."""


_encode = msgspec.json.Encoder(order="deterministic").encode
_decode_header = msgspec.json.Decoder(Header).decode
_decode_line = msgspec.json.Decoder(Line).decode
_decode_lines = msgspec.json.Decoder(Line).decode_lines
_decode_version = msgspec.json.Decoder(_Version).decode

UNREADABLE: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""Every exception that decoding untrusted text can raise."""

# Copied for each hash, which is quicker than creating a new one.
_STATE: Final = blake2b(digest_size=_STATE_HASH_BYTES)
_CHAIN: Final = blake2b(digest_size=_CHAIN_BYTES)


def fingerprint(packed: bytes) -> str:
    """Return the 64-bit hash of a state packed as msgpack, in 11 characters."""
    hashed = _STATE.copy()
    hashed.update(packed)
    return b2a_base64(hashed.digest())[:_STATE_HASH_LENGTH].decode()


def _hash(chain: bytes, text: bytes) -> bytes:
    """Return the link of the chain after ``chain``, for a text."""
    hashed = _CHAIN.copy()
    hashed.update(chain + text)
    return b2a_base64(hashed.digest())[:_CHAIN_LENGTH]


def write_header(header: Header) -> tuple[bytes, str]:
    """Return the header's line, with its line break, and the first hash of the chain.

    Raises:
        RecordError: if the line could not be read again, as with a seed that is too long.
    """
    try:
        text = _encode(header)
        _decode_header(text)
    except ValueError as error:
        # msgspec ends its message with the path of the field, as in "… - at `$.seed`".
        where = str(error).rpartition("`$.")[2].rstrip("`") if "`$." in str(error) else "header"
        raise RecordError(
            tr(
                "The match cannot be recorded: its {part} is too long, or has characters that "
                "cannot be shown.",
                part=where,
            )
        ) from None
    chain = _hash(b"", text)
    # Before the last brace.
    return b'%b,"chain":"%b"}\n' % (text[:-1], chain), chain.decode()


def write_line(
    number: int, seat: int, action: str, state_hash: str, chain: str
) -> tuple[bytes, Line]:
    """Return the next line after ``chain``, as text with its line break and as a value."""
    text = _encode((number, seat, action, state_hash))
    hashed = _hash(chain.encode(), text)
    line = Line(number, seat, action, state_hash, hashed.decode())
    return b'%b,"%b"]\n' % (text[:-1], hashed), line


def read_header(text: bytes) -> tuple[Header, str]:
    """Return the header and its hash.

    Raises:
        NotARecord: if the text is no header of this program, or is damaged.
        NewerFormat: if a later version of the program wrote it in a later format.
    """
    # The version first: a later format may have other fields.
    try:
        header_version = _decode_version(text)
    except UNREADABLE:
        raise NotARecord(tr("This is not a record of a darwin-tui match.")) from None
    if header_version.format > FORMAT:
        wrote = (
            header_version.engine
            if re.fullmatch(r"[0-9A-Za-z.+-]{1,20}", header_version.engine)
            else "unknown"
        )
        raise NewerFormat(
            tr(
                "The record has format {format}, written by version {version}; "
                "this is version {own}, which reads formats up to {known}.",
                format=header_version.format,
                version=wrote,
                own=__version__,
                known=FORMAT,
            )
        )
    if text.endswith(b"\r"):
        raise NotARecord(
            tr(
                "The lines of the record end in CR and LF, as on Windows; "
                "end them in LF alone, as dos2unix does, and it can be read."
            )
        )
    head, _, tail = text.rpartition(b',"chain":"')
    chain = _hash(b"", head + b"}")
    if tail != chain + b'"}':
        raise _damaged_header()
    try:
        return _decode_header(head + b"}"), chain.decode()
    except UNREADABLE:
        raise _damaged_header() from None


def _damaged_header() -> NotARecord:
    return NotARecord(tr("The record's header is damaged; “darwin-tui rescue” may repair it."))


def repaired_header(text: bytes) -> bytes | None:
    """Return a header as originally written if its hash shows that at most one byte is damaged;
    else None. The damaged byte may be in the hash, or in the text that is hashed, which is searched
    up to REPAIRED_BYTES_MAX."""
    head, tail = text[:-_HEADER_TAIL], text[-_HEADER_TAIL:]
    sound = b'%b,"chain":"%b"}' % (head, _hash(b"", head + b"}"))
    if _are_similar(sound, text):
        return sound
    if len(head) > REPAIRED_BYTES_MAX:
        return None
    body = head + b"}"
    chain = tail.removeprefix(b',"chain":"').removesuffix(b'"}')
    # Try every value of every byte. The bytes before it are hashed once for all values.
    for index in range(len(head)):
        before = _CHAIN.copy()
        before.update(body[:index])
        for byte in range(256):
            hashed = before.copy()
            hashed.update(bytes([byte]) + body[index + 1 :])
            if b2a_base64(hashed.digest())[:_CHAIN_LENGTH] == chain:
                return body[:index] + bytes([byte]) + text[index + 1 :]
    return None


def _are_similar(one: bytes, other: bytes) -> bool:
    """Return whether two texts of one length differ in at most one byte."""
    return len(one) == len(other) and sum(map(ne, one, other)) <= 1


def _chained(texts: Sequence[bytes], chain: bytes) -> int:
    """Count the leading lines that continue ``chain`` without a break."""
    for count, text in enumerate(texts):
        body = text[:-_TAIL]
        chain = _hash(chain, body + b"]")
        if text != body + b',"' + chain + b'"]':
            return count
    return len(texts)


def _decoded(texts: Sequence[bytes]) -> list[Line]:
    """Decode the lines up to the first undecodable one; a sound record is decoded at once."""
    try:
        lines = _decode_lines(b"\n".join(texts))
    except UNREADABLE:
        lines = []
    if len(lines) == len(texts):
        return lines
    lines = []
    for text in texts:
        try:
            lines.append(_decode_line(text))
        except UNREADABLE:
            break
    return lines


def _read_lines(texts: Sequence[bytes], chain: bytes) -> list[Line]:
    """Return the leading lines that are complete, continue ``chain`` and count from 1."""
    lines = _decoded(texts[: _chained(texts, chain)])
    for number, line in enumerate(lines, 1):
        if line.number != number:
            return lines[: number - 1]
    return lines


def read_line(text: bytes, number: int, chain: str) -> Line:
    """Return a line that continues a record, from its text with the line break.

    Raises:
        RecordError: if it is damaged, has another number, or does not continue ``chain``.
    """
    unbroken = text.removesuffix(b"\n")
    lines = _decoded([unbroken][: _chained([unbroken], chain.encode())]) if unbroken != text else []
    if [line.number for line in lines] != [number]:
        raise RecordError(_damage(number + 1))
    return lines[0]


def _damage(number: int) -> str:
    """Return a sentence about a damaged line of a record, counting the header."""
    return tr("Line {number} of the record is damaged.", number=number)


def _is_beginning(written: bytes, number: int) -> bool:
    """Return whether a last line without its line break was cut off while being written, so that
    its action was never acknowledged."""
    opening = b"[%d," % number
    if len(written) > _LINE_MAX_BYTES or not opening.startswith(written[: len(opening)]):
        return False
    try:
        msgspec.json.decode(written)
    except msgspec.DecodeError as error:
        # "Input data was truncated": sound so far. Any other fault is damage.
        return "truncated" in str(error)
    except (UnicodeDecodeError, RecursionError):
        return False
    return False


def refuse_oversized(size: int) -> None:
    """Refuse a text too long for a record, before it is parsed or even read.

    Raises:
        NotARecord: if it has more than ``MAX_BYTES`` bytes.
    """
    if size > MAX_BYTES:
        raise NotARecord(
            tr(
                "The file has {size} MiB; no record is larger than {most} MiB.",
                size=ceil(size / 2**20),
                most=MAX_BYTES // 2**20,
            )
        )


def read(data: bytes) -> Reading:
    """Read a record up to its first fault.

    Raises:
        NotARecord, NewerFormat: if not even the header can be read, or the text is oversized.
    """
    refuse_oversized(len(data))
    ending = data.find(b"\n")
    header, first = read_header(data if ending < 0 else data[:ending])
    if ending < 0:
        return Reading(header, first, [], len(data), missing_newline=True)
    # Split at most as often as sound lines, which have a minimum length, could need: a text with
    # more line breaks is damaged anyway.
    *ended, last = data[ending + 1 :].split(b"\n", len(data) // _LINE_MIN_BYTES)
    lines = _read_lines(ended, first.encode())
    if len(lines) < len(ended):
        sound_bytes = ending + 1 + sum(len(good) + 1 for good in ended[: len(lines)])
        damage = _damage(len(lines) + 2)
        return Reading(header, first, lines, sound_bytes, damage=damage)
    sound_bytes = len(data) - len(last)
    if not last:
        return Reading(header, first, lines, sound_bytes)
    # After a power cut, the missing end of a file may read as zero bytes.
    trimmed = last.rstrip(b"\0")
    if len(read := _read_lines([*ended, trimmed], first.encode())) > len(lines):
        return Reading(header, first, read, sound_bytes + len(trimmed), missing_newline=True)
    if _is_beginning(trimmed, len(lines) + 1):
        return Reading(header, first, lines, sound_bytes, truncated=True)
    damage = _damage(len(lines) + 2)
    return Reading(header, first, lines, sound_bytes, damage=damage)
