"""Malformed notation that a stranger may send to a server in place of actions."""

import re
from collections.abc import Iterator
from random import Random
from string import ascii_letters, digits

from matches import began, play

from darwin_core.contract import registry

_PART = re.compile(r"\d+|[A-Za-z]+|[^\sA-Za-z\d]")


def samples(slug: str) -> list[str]:
    """Return the notation of every action that was legal in a random match, without repeats."""
    game = registry.get(slug)
    match = play(began(2, "samples", game=slug), Random(1), 10_000).match
    states = [match.state_at(position) for position in range(len(match.history))]
    legal = [action for state in states for action in game.legal(state, game.to_move(state)[0])]
    return sorted(set(map(game.texts.notation, legal)))


def hostile(slug: str) -> Iterator[str]:
    """Yield distinct texts that resemble a game's actions, without end.

    Their parts are exchanged between actions, added or left out, and digits and letters changed.
    """
    rng = Random(slug)
    known = samples(slug)
    seen = set[str]()
    letters = [*sorted({*"".join(known)} & {*ascii_letters}), *digits]
    parts: dict[str, list[str]] = {}
    for text in known:
        word, *rest = text.split(" ")
        kept = parts.setdefault(word if word.isalpha() else "", [])
        kept += sorted({*(rest or [word])} - {*kept})

    def bent(part: str) -> str:
        if part.isdecimal():
            return str(rng.randrange(10 ** rng.choice((1, 2, 3, 9))))
        return "".join(rng.choices(letters, k=rng.choice((1, 2, len(part), len(part) + 1))))

    while True:
        word, *rest = rng.choice(known).split(" ")
        others = parts[word if word.isalpha() else ""]
        if rng.random() < 0.5:
            rest = rest[:1] + rng.choices(others, k=rng.randrange(7))
        else:
            rest = rng.choices(others, k=len(rest))
        if rng.random() < 0.5:
            rest = ["".join(rng.choice(others)[at : at + 1] for at in range(9)) for _ in rest]
        if rng.random() < 0.1:
            rest = [_PART.sub(lambda found: bent(found[0]), part) for part in rest]
        text = " ".join([word, *rest])
        if text in seen:
            text = f"{word} {rng.randrange(10**9)}"
        seen.add(text)
        yield text
