"""Records that nobody wrote: damaged blindly, or forged so that every hash fits."""

import json
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from matches import header, played

from darwin_core.match import branch

ROOT = Path(__file__).parents[2]

Json = Any
T = TypeVar("T")

VALUES: tuple[Json, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 12, 34, 35, 254, 255, 256, 2**31, 2**63, 2**64, 10**30,
    1e308, 0.5, "", "0", "undo 1", "undo 99", "undo -1", "dice", "chess", "human", "bot:", "C",
    "S6", "A" * 5000, "\x1b[2J", "\u202e", "\0", "\ud7ff", "é" * 99, "AAAAAAAAAAAAAAAAAAAAAA==",
    [], {}, [[]], [0] * 300, {"0": 1}, {"0": 10**9}, {"0": -1}, {"255": 6}, {"-1": 1}, {"": 0},
    {"counter": 7}, [{"name": "Ada"}] * 12,
)  # fmt: skip
"""Values that replace a sound one."""

TOKENS = (
    b"\n", b"\0", b'"', b"[", b"]", b"{", b"}", b",", b":", b"\\", b"\\ud800", b"\\u0000", b"\xff",
    b"-", b"e9", b"9" * 40, b"[" * 600, b'"format":2', b'"chain":"', b"undo 1", b"\r\n",
    b"\xef\xbb\xbf",
)  # fmt: skip
"""Tokens inserted between the bytes of sound text."""


def corpus() -> list[bytes]:
    """Every record there is in the checkout, and small ones of every kind."""
    found = [*ROOT.glob("saves/*.jsonl"), *ROOT.glob("tests/fixtures/*.jsonl")]
    texts = [path.read_bytes() for path in sorted(found)]
    texts += [played(seats, "corpus", acts, 0.3).text for seats in (2, 3, 4) for acts in (0, 7, 40)]
    return [*texts, *starts()]


def starts() -> Iterator[bytes]:
    """Yield records that begin from a given state: at the start, in a turn, in a later round."""
    for seats, acts in ((2, 0), (3, 4), (4, 30), (2, 60)):
        source = played(seats, "source", acts).match
        _, texts = branch(source, acts, header(seats, "unused"), (0, bytes(range(16))))
        yield b"".join(texts)


class Chance:
    """Source of the forger's choices: bytes that a fuzzer gives, or a generator."""

    def __init__(self, data: bytes | Random) -> None:
        self._rng = data if isinstance(data, Random) else None
        self._data = b"" if isinstance(data, Random) else data
        self._at = 0

    def below(self, count: int) -> int:
        if self._rng:
            return self._rng.randrange(count)
        taken = self._data[self._at : self._at + 2]
        self._at += 2
        return int.from_bytes(taken, "little") % count

    def one_of(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]


def bent(text: bytes, chance: Chance, others: Sequence[bytes]) -> bytes:
    """Return text with one thing changed blindly."""
    place, size = chance.below(len(text) + 1), 1 + chance.below(40)
    match chance.below(9):
        case 0:
            bit = 1 << chance.below(8)
            return (
                text[:place] + bytes(b ^ bit for b in text[place : place + 1]) + text[place + 1 :]
            )
        case 1:
            return text[:place] + text[place + size :]
        case 2:
            return text[:place] + text[place : place + size] + text[place:]
        case 3:
            return text[:place] + chance.one_of(TOKENS) + text[place:]
        case 4:
            return text[:place] + chance.one_of(TOKENS) + text[place + size :]
        case 5:
            other = chance.one_of(others)
            return text[:place] + other[chance.below(len(other) + 1) :]
        case 6:
            return text[:place] + bytes(size) + text[place + size :]
        case 7:
            return text[:place]
        case _:
            lines = text.splitlines(keepends=True) or [b""]
            line = chance.one_of(lines)
            lines.insert(chance.below(len(lines) + 1), line)
            return b"".join(lines)


def bodies(text: bytes) -> list[bytes]:
    """Return the header and the lines of a sound record without their hashes."""
    head, *lines = text.splitlines()
    cut = [head.rpartition(b',"chain":"')[0] + b"}"]
    return cut + [line.rpartition(b',"')[0] + b"]" for line in lines]


def hashed(bodies: Sequence[bytes]) -> bytes:
    """Return a record of any header and lines in which every hash fits."""
    head, *lines = bodies
    chain = _hash(b"", head)
    texts = [head[:-1] + b',"chain":"%b"}\n' % chain]
    for body in lines:
        chain = _hash(chain, body)
        texts.append(body[:-1] + b',"%b"]\n' % chain)
    return b"".join(texts)


def _hash(chain: bytes, text: bytes) -> bytes:
    return b64encode(blake2b(chain + text, digest_size=16).digest())[:22]


def bent_json(value: Json, chance: Chance) -> Json:
    """Return a value with something inside it exchanged, left out or doubled."""
    inside = isinstance(value, list | dict) and value and chance.below(6)
    if not inside:
        return chance.one_of(VALUES)
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = chance.one_of(keys)
    changed = value.copy()
    match chance.below(8):
        case 0:
            del changed[key]
        case 1 if isinstance(value, list):
            changed.insert(key, value[key])
        case 2 if isinstance(value, list):
            other = chance.one_of(keys)
            changed[key], changed[other] = changed[other], changed[key]
        case 3 if isinstance(value[key], int) and not isinstance(value[key], bool):
            changed[key] = value[key] + chance.one_of((-1, 1, 7, -7, 256))
        case _:
            changed[key] = bent_json(value[key], chance)
    return changed


def damaged(texts: Sequence[bytes], chance: Chance) -> bytes:
    """Return a record damaged in a few places."""
    text = chance.one_of(texts)
    for _ in range(1 + chance.below(4)):
        text = bent(text, chance, texts)
    return bytes(text)


def rehashed(texts: Sequence[bytes], chance: Chance) -> bytes:
    """Return a record damaged in a few places, its lines perhaps moved, and every hash made to
    fit."""
    lines = bodies(chance.one_of(texts))
    for _ in range(1 + chance.below(3)):
        at = chance.below(len(lines))
        match chance.below(4):
            case 0:
                lines.insert(at, lines[at])
            case 1 if at:
                del lines[at]
            case _:
                lines[at] = bent(lines[at], chance, lines) or b"{}"
    return hashed(lines)


def forged(texts: Sequence[bytes], chance: Chance) -> bytes:
    """Return a record of sound JSON with a hostile header, start state or lines."""
    lines = [json.loads(body) for body in bodies(chance.one_of(texts))]
    for _ in range(1 + chance.below(3)):
        at = chance.below(len(lines)) if chance.below(3) == 0 else 0
        if at == 0 and isinstance(lines[0], dict) and "start" in lines[0] and chance.below(4):
            lines[0] = {**lines[0], "start": bent_json(lines[0]["start"], chance)}
            # With a changed state alone, the actions that followed hardly ever stay possible.
            del lines[1:]
        else:
            lines[at] = bent_json(lines[at], chance)
    return hashed([json.dumps(line, separators=(",", ":")).encode() for line in lines])


WAYS: dict[str, Callable[[Sequence[bytes], Chance], bytes]] = {
    "damaged": damaged,
    "rehashed": rehashed,
    "forged": forged,
}


def of_bytes(texts: Sequence[bytes], data: bytes) -> bytes:
    """Return a hostile record for any bytes, so that a fuzzer can steer by them."""
    chance = Chance(data)
    text: bytes = chance.one_of(list(WAYS.values()))(texts, chance)
    return text


def of_seed(texts: Sequence[bytes], seed: int | str) -> bytes:
    """Return a hostile record for any seed."""
    chance = Chance(Random(seed))
    text: bytes = chance.one_of(list(WAYS.values()))(texts, chance)
    return text
