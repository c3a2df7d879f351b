"""Digests of whole matches: two engines that print the same digests play and write the same bytes.

    python -m tests.proof.same_bytes --games dice,evo --random 20000 --greedy 500 --jobs 2

Matches with fixed seeds rotate through all seat counts and variants of the options. The digest of a
match covers every action, state and legal list, and at every ``LOOK_INTERVAL``-th step also views,
redacted events, advice, determinized states and parsed notations. Every ``RECORD_INTERVAL``-th
match is played through a ``Match`` with undos, and its digest covers the record.

One line is printed for each block of matches, so a short run prints the beginning of a long one.
With ``--each`` a line is printed for every match. ``--trace random:17`` prints one match step by
step: the first line that differs between two engines shows the step at which they part.

``--save FOLDER`` writes the digests of all matches for ``test_same_bytes.py``. Use it only when
rules or records are meant to change.

The file imports the engine alone, so it also runs on an earlier one with the same contract:
``cd earlier && .venv/bin/python /path/to/tests/proof/same_bytes.py``.
"""

import argparse
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from multiprocessing import Pool
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple, get_args

import msgspec

from darwin_core.contract import registry
from darwin_core.match import Redo, Undo, begin
from darwin_core.match.record import Header, Player
from darwin_core.text.seat_names import SeatNames

BLOCK_MATCHES: Final = 1000
"""Number of matches in a block, for which one line is printed."""
LOOK_INTERVAL: Final = 19
"""Interval of the positions whose views, texts and redacted events are in the digest."""
RECORD_INTERVAL: Final = 20
"""Interval of the matches that are played through a ``Match`` with a record."""
UNDO_INTERVAL: Final = 5
"""Mean interval of the decisions of such a match at which a seat tries to undo or redo."""
DIGEST_BYTES: Final = 4
SAVED_PER_LINE: Final = 10
"""Number of digests in a line of a saved file."""
SPECTATOR: Final = 253

_pack = msgspec.msgpack.Encoder().encode


class Played(NamedTuple):
    """A match to play: the game, the policy that chooses its actions, and its number."""

    slug: str
    policy: str
    """``random`` or ``greedy``."""
    number: int

    @property
    def has_record(self) -> bool:
        """True if the match is played through a ``Match``, with a record."""
        return self.number % RECORD_INTERVAL == 0


class Fact(NamedTuple):
    """A named part of a match's course that two engines must agree on."""

    name: str
    data: bytes


def variants(game: Any) -> list[dict[str, Any]]:
    """Return the options to play by: the default rules, each option changed alone, the presets."""
    fields = msgspec.structs.fields(game.options)
    options: list[dict[str, Any]] = [{}]
    for field in fields:
        values = _values(field.type)
        options += [{field.name: value} for value in values if value != field.default]
    options += [msgspec.structs.asdict(preset.options) for preset in game.presets]
    return options


def _values(kind: Any) -> tuple[Any, ...]:
    if kind is bool:
        return (True, False)
    args = get_args(kind)
    return _values(args[0]) if hasattr(kind, "__metadata__") else args


def facts(played: Played) -> Iterator[Fact]:
    """Play a match, and yield the facts to be compared in order."""
    game = registry.get(played.slug)
    ways = variants(game)
    seats = game.seats[played.number % len(game.seats)]
    options = ways[played.number // len(game.seats) % len(ways)]
    rng = Random(f"{played.slug} {played.policy} {played.number}")
    is_greedy = played.policy == "greedy"
    yield Fact(f"match {played}, {seats} seats, {options}", b"")
    if played.has_record:
        yield from _record_facts(game, seats, options, rng, is_greedy)
    else:
        yield from _state_facts(game, seats, options, rng, is_greedy)


def _state_facts(
    game: Any, seats: int, options: Mapping[str, Any], rng: Random, is_greedy: bool
) -> Iterator[Fact]:
    """Yield the facts of a match that is played on states, without a record."""
    events: list[Any] = []
    state = game.setup(game.options(**options), seats, f"same {rng.random()}", events.append)
    notation = game.texts.notation
    step = 0
    look = rng.randrange(LOOK_INTERVAL)
    while movers := tuple(game.to_move(state)):
        seat = _pick(rng, movers)
        actions = game.legal(state, seat)
        names = " ".join([notation(action) for action in actions])
        yield Fact("asked", f"{step} {movers} {seat} {names}".encode())
        if step % LOOK_INTERVAL == look:
            yield from _looks(game, seats, state, events, step)
        if is_greedy:
            action = game.bots.advise(game.view(state, seat), seat, SeatNames())[0].action
        else:
            action = _pick(rng, actions)
        events = []
        game.apply(state, seat, action, events.append)
        step += 1
        yield Fact(f"did {notation(action)}", _pack(state))
    yield from _looks(game, seats, state, events, step)


def _looks(game: Any, seats: int, state: Any, events: list[Any], step: int) -> Iterator[Fact]:
    """Yield the views and events of each viewer, and the choices and advice of each mover."""
    texts = game.texts
    for viewer in (*range(seats), SPECTATOR):
        view = game.view(state, viewer)
        yield Fact(f"view of {viewer}", _pack(view))
        yield Fact(f"heard by {viewer}", _pack([game.redact(event, viewer) for event in events]))
    yield Fact("happened", _pack(events))
    yield Fact("clock", _pack(game.clock(state)))
    yield Fact("outcome", _pack(game.outcome(state)))
    for mover in game.to_move(state):
        actions = game.legal(state, mover)
        names = [texts.notation(action) for action in actions]
        yield Fact(f"seat {mover} may", _pack(actions))
        yield Fact("parsed", _pack([texts.parse(text) for text in names]))
        yield Fact("targets", _pack([game.targets(action) for action in actions]))
        view = game.view(state, mover)
        drawn = game.determinize(view, blake2b(str(step).encode(), digest_size=16).digest())
        yield Fact(f"drawn by {mover}", _pack(drawn))
        advised = [advice.action for advice in game.bots.advise(view, mover, SeatNames())]
        yield Fact(f"advised to {mover}", _pack(advised))
        refusals = [texts.why_not(state, other, actions[0], SeatNames()) for other in range(seats)]
        yield Fact("refused", _pack([refusal and refusal.code for refusal in refusals]))


def _record_facts(
    game: Any, seats: int, options: Mapping[str, Any], rng: Random, is_greedy: bool
) -> Iterator[Fact]:
    """Play a match through a ``Match``, with undos, and yield the lines of its record."""
    header = Header(
        game=game.slug,
        rules=game.rules_version,
        players=tuple(Player(f"Player {seat}") for seat in range(seats)),
        seed=f"same {rng.random()}",
        id="same",
        made="2026-01-01T00:00:00Z",
        engine="same",
        options=dict(options),
    )
    match, text = begin(game, header)
    yield Fact("header", text)
    while movers := tuple(game.to_move(match.state)):
        seat = _pick(rng, movers)
        questions = [match.question(other) for other in range(seats)]
        yield Fact("questions", f"{movers} {seat} {questions}".encode())
        wish: Any = None
        if rng.randrange(UNDO_INTERVAL) == 0:
            undoer = rng.randrange(seats)
            can = match.can_undo(undoer), match.can_redo(undoer)
            yield Fact(f"undo or redo of {undoer}", repr(can).encode())
            wish = Redo() if can[1] else Undo() if can[0] else None
            seat = undoer if wish else seat
        if wish is None and is_greedy:
            wish = game.bots.advise(match.view(seat), seat, SeatNames())[0].action
        elif wish is None:
            wish = _pick(rng, game.legal(match.state, seat))
        step = match.propose(seat, wish)
        match.accept(step)
        yield Fact("line", step.text)


def _pick(rng: Random, items: Any) -> Any:
    return items[int(rng.random() * len(items))]


def digest_of(played: Played) -> str:
    """Play a match and return its digest, or the error that ends it."""
    digest = blake2b(digest_size=DIGEST_BYTES)
    try:
        for fact in facts(played):
            digest.update(fact.name.encode())
            digest.update(fact.data)
    except Exception as error:
        return f"failed: {type(error).__name__}: {error}"
    return digest.hexdigest()


def _trace(played: Played) -> None:
    for number, fact in enumerate(facts(played)):
        mark = blake2b(fact.data, digest_size=DIGEST_BYTES).hexdigest()
        shown = fact.data.decode() if fact.name in ("asked", "line", "questions") else ""
        print(number, mark, fact.name, shown.strip())


def read_saved(path: Path) -> dict[Played, str]:
    """Return the digests of a game's saved file by match."""
    saved = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        policy, first, *digests = line.split()
        for number, digest in enumerate(digests, int(first)):
            saved[Played(path.stem, policy, number)] = digest
    return saved


def _save(folder: Path, games: list[str], counts: Mapping[str, int], jobs: int) -> None:
    """Write the digests of all matches into a folder."""
    with Pool(jobs) as pool:
        for slug in games:
            lines = []
            for policy, matches in counts.items():
                todo = (Played(slug, policy, number) for number in range(matches))
                digests = list(pool.imap(digest_of, todo, chunksize=4))
                for first in range(0, matches, SAVED_PER_LINE):
                    row = digests[first : first + SAVED_PER_LINE]
                    lines.append(" ".join([policy, str(first), *row]))
            (folder / f"{slug}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _run(games: list[str], policy: str, matches: int, jobs: int, is_each: bool) -> None:
    """Print the digests of matches, block by block."""
    with Pool(jobs) as pool:
        for slug in games:
            start = monotonic()
            of_block = blake2b(digest_size=16)
            of_game = blake2b(digest_size=16)
            todo = (Played(slug, policy, number) for number in range(matches))
            for number, digest in enumerate(pool.imap(digest_of, todo, chunksize=4), 1):
                of_block.update(digest.encode())
                of_game.update(digest.encode())
                if is_each or digest.startswith("failed"):
                    print(f"{slug} {policy} {number - 1} {digest}", flush=True)
                if number % BLOCK_MATCHES == 0 or number == matches:
                    name = f"{slug} {policy} up to {number}"
                    seconds = monotonic() - start
                    print(f"{name}: {of_block.hexdigest()} ({seconds:.0f} s)", flush=True)
                    of_block = blake2b(digest_size=16)
            print(f"{slug} {policy} all {matches}: {of_game.hexdigest()}", flush=True)


def main() -> None:
    """Print or save the digests that the command line asks for."""
    parser = argparse.ArgumentParser(prog="same_bytes", description=__doc__.splitlines()[0])
    parser.add_argument("--games", default=",".join(registry.SLUGS))
    parser.add_argument("--random", type=int, default=1000, help="random matches of each game")
    parser.add_argument("--greedy", type=int, default=25, help="greedy matches of each game")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--each", action="store_true", help="a line for each match")
    parser.add_argument("--save", type=Path, metavar="FOLDER", help="write a file for each game")
    parser.add_argument("--trace", help="one match step by step, as in random:17 (one game)")
    args = parser.parse_args()
    games = args.games.split(",")
    if args.trace:
        policy, number = args.trace.split(":")
        _trace(Played(games[0], policy, int(number)))
        return
    counts = {"random": args.random, "greedy": args.greedy}
    if args.save:
        _save(args.save, games, counts, args.jobs)
        return
    for policy, matches in counts.items():
        if matches:
            _run(games, policy, matches, args.jobs, args.each)


if __name__ == "__main__":
    main()
