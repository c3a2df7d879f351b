"""A file with any content is opened, or refused in one sentence, within a second.

Sound records are changed in three ways: damaged blindly; damaged, with all hashes made to fit; and
forged, as sound JSON with fitting hashes and hostile values. Each record is listed, verified,
opened as a replay and opened to be played. A record that opens is viewed from all perspectives and
played further.
"""

import json
import os
import resource
import signal
import time
import traceback
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from random import Random
from types import FrameType, FunctionType
from typing import Any, TypeVar

import msgspec
import pytest
import sampling
from home import here, own
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from matches import header, played
from textual.binding import BindingsMap
from textual.geometry import Size

from darwin_core.contract.game import OMNISCIENT
from darwin_core.journal import JournalError
from darwin_core.match import AnyMatch, Refused, Undo, branch, replay
from darwin_core.match.record import Player, RecordError
from darwin_core.text.seat_names import SeatNames
from darwin_tui import paths, seating
from darwin_tui import settings as personal
from darwin_tui.app import DarwinApp
from darwin_tui.boards import board_for
from darwin_tui.cli.export import exported
from darwin_tui.drawing.scene import Scene
from darwin_tui.library import notes, saves
from darwin_tui.library.notes import Note
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.replay import ReplayScreen
from darwin_tui.screens.settings import KeysScreen
from darwin_tui.settings import Settings

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
"""Hostile values that replace a sound value."""

TOKENS = (
    b"\n", b"\0", b'"', b"[", b"]", b"{", b"}", b",", b":", b"\\", b"\\ud800", b"\\u0000", b"\xff",
    b"-", b"e9", b"9" * 40, b"[" * 600, b'"format":2', b'"chain":"', b"undo 1", b"\r\n",
    b"\xef\xbb\xbf",
)  # fmt: skip
"""Tokens inserted between the bytes of sound text."""


def corpus() -> list[bytes]:
    """Return all records of the checkout, and small records of different kinds."""
    paths = [*ROOT.glob("saves/*.jsonl"), *ROOT.glob("tests/fixtures/*.jsonl")]
    texts = [path.read_bytes() for path in sorted(paths)]
    texts += [played(seats, "corpus", acts, 0.3).text for seats in (2, 3, 4) for acts in (0, 7, 40)]
    return [*texts, *starts()]


def starts() -> Iterator[bytes]:
    """Yield records of branches from the start, from the middle of a turn and from later rounds."""
    for seats, acts in ((2, 0), (3, 4), (4, 30), (2, 60)):
        source = played(seats, "source", acts).match
        _, texts = branch(source, acts, header(seats, "unused"), (0, bytes(range(16))))
        yield b"".join(texts)


class Chance:
    """Source of a forger's choices: a fuzzer's bytes, or a random generator."""

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
    """Return text with one blind change: bytes flipped, cut, doubled, inserted or moved."""
    place = chance.below(len(text) + 1)
    size = 1 + chance.below(40)
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
    """Return a record of any header and lines, with hashes that fit."""
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
    """Return a JSON value in which some part is replaced, left out, doubled or swapped."""
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
    """Return a record with some lines damaged, doubled or left out, and hashes that fit."""
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
            # The lines are dropped: after a changed state they are hardly ever legal.
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
    """Return a hostile record that is made from a fuzzer's bytes."""
    chance = Chance(data)
    text: bytes = chance.one_of(list(WAYS.values()))(texts, chance)
    return text


def of_seed(texts: Sequence[bytes], seed: int | str) -> bytes:
    """Return a hostile record that is made from a seed."""
    chance = Chance(Random(seed))
    text: bytes = chance.one_of(list(WAYS.values()))(texts, chance)
    return text


SECONDS = float(os.environ.get("PROOF_SECONDS", "600"))
"""Length of a campaign in seconds."""
SLOWEST = 1.0
"""Maximum processor seconds for reading one record."""
MEMORY_BYTES = 64 * 2**20
"""Maximum memory that hostile files may add."""
CORPUS = corpus()


@contextmanager
def bounded() -> Iterator[None]:
    """Fail if the block takes too long or too much memory."""

    def late(_number: int, _frame: FrameType | None) -> None:
        raise AssertionError("it takes too long")

    before = signal.signal(signal.SIGPROF, late)
    limits = resource.getrlimit(resource.RLIMIT_AS)
    size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + 4 * MEMORY_BYTES, limits[1]))
    signal.setitimer(signal.ITIMER_PROF, 5 * SLOWEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        resource.setrlimit(resource.RLIMIT_AS, limits)


def check_sentence(said: object) -> None:
    text = str(said)
    assert text.isprintable()
    assert text.endswith(".")
    assert len(text) < 1000


def open_it(path: Path, text: bytes) -> bool:
    """List, verify, read and resume a record; return whether it could be read."""
    path.write_bytes(text)
    started = time.process_time()
    with bounded():
        row, trouble = saves.row(path), saves.verify(path)
        assert row.trouble == (trouble or "")
        if trouble:
            check_sentence(trouble)
        read = looked_at(path)
        took = time.process_time() - started
        resumed = played_on(path)
    assert took < SLOWEST
    assert read or not resumed
    assert not row.playable or resumed
    for beside in path.parent.iterdir():
        beside.unlink()
    return read


def looked_at(path: Path) -> bool:
    """Read a record, and view and export it for all viewers; return whether it could be read."""
    try:
        opened = saves.read(path)
    except RecordError as error:
        check_sentence(error)
        return False
    match = opened.match
    if opened.notice:
        check_sentence(opened.notice)
    for viewer in seating.viewers(match):
        look(match, viewer)
        exported(own(), opened, viewer, "md")
        exported(own(), opened, viewer, "json")
    return True


def look(match: AnyMatch, viewer: int) -> None:
    """Make the texts and the boards that screens show of a match."""
    game = match.game
    names = match.header.names
    log = [event for logged in replay.event_log(match, viewer) for event in logged]
    assert all(game.texts.sentence(event, SeatNames(names)).isprintable() for event in log)
    for position in {0, len(match.history)}:
        view = match.view(viewer, position)
        game.clock(view)
        if viewer != OMNISCIENT:
            game.texts.describe(view, viewer, SeatNames(names))
            game.texts.prompt(view, viewer, SeatNames())
        scene = Scene(game, view, viewer, SeatNames(names), log)
        board_for(game.slug).draw(scene, Size(80, 21))


def played_on(path: Path) -> bool:
    """Continue a record by a few actions; return whether it could be resumed."""
    try:
        opened = saves.resume(path)
    except (RecordError, JournalError) as error:
        check_sentence(error)
        return False
    match = opened.match
    journal = opened.journal
    rng = Random(0)
    assert journal is not None
    game = match.game
    for _ in range(9):
        seats = game.to_move(match.state)
        if not seats:
            break
        seat = rng.choice(seats)
        match.question(seat)
        game.bots.advise(match.view(seat), seat, SeatNames())
        act = rng.choice(match.legal(seat))
        match.is_final(seat, act)
        step = match.propose(seat, act)
        journal.append(step.text, len(match.lines) + 1)
        match.accept(step)
        try:
            match.propose(seat, Undo())
        except Refused as refused:
            check_sentence(refused)
    journal.close()
    assert saves.verify(path) is None
    return True


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "fuzz"
    folder.mkdir()
    return folder / "fuzz.jsonl"


def test_sound_records_are_opened(path):
    assert all(open_it(path, text) for text in CORPUS)


def from_state(
    seats: int, actions: int, change: Callable[[list[Any]], None], players: int
) -> bytes:
    """Return a record that begins from a changed state, with hashes that fit."""
    source = played(seats, "source", actions).match
    _, texts = branch(source, actions, header(seats), (0, bytes(16)))
    head = json.loads(bodies(b"".join(texts))[0])
    head["players"] = head["players"][:1] * players
    change(head["start"])
    return hashed([json.dumps(head, separators=(",", ":")).encode()])


HOSTILE = {
    "a hand without end": from_state(3, 4, lambda state: state[3][2].update({"34": 2**31}), 3),
    "a player too many": from_state(3, 4, lambda state: None, 4),
    "a player too few, none of whom waits": from_state(
        3, 2, lambda state: None, 2
    ),
}  # fmt: skip
"""Records that once crashed the program."""


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_state_to_begin_from_is_refused(name, path):
    assert not open_it(path, HOSTILE[name])


@pytest.mark.parametrize("way", WAYS)
@settings(
    max_examples=sampling.part(400, sampling.PROOF_INTERVAL),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.binary(min_size=8, max_size=60))
@example(data=bytes(60))
def test_hostile_record_is_opened_or_refused_in_a_sentence(way, data, path):
    open_it(path, WAYS[way](CORPUS, Chance(data)))


@pytest.mark.parametrize("part", range(4))
def test_hostile_records_of_known_seeds(part, path):
    seeds = sampling.some(range(250), sampling.PROOF_INTERVAL)
    opened = [open_it(path, of_seed(CORPUS, f"{part} {seed}")) for seed in seeds]
    assert 0.12 < sum(opened) / len(opened) < 0.96


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(2))
def test_hostile_records_for_long(part, path):
    """Read hostile records of all kinds for PROOF_SECONDS, some 200 a second, in two parts."""
    count = 0
    until = time.monotonic() + SECONDS
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seed = time.time_ns()
    while time.monotonic() < until:
        count += 1
        try:
            open_it(path, of_seed(CORPUS, f"{part} {seed} {count}"))
        except BaseException as error:
            error.add_note(f"seed {part} {seed} {count}")
            raise
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MEMORY_BYTES // 1024
    print(f"{count} hostile records")


# --- the small files beside the records


SOUND_SETTINGS = msgspec.json.encode(
    Settings(theme="paper", keys={"play.undo": "z", "replay.next": "ctrl+n,full_stop"})
)
SOUND_NOTES = msgspec.json.encode([Note(0, "Ada", "!!"), Note(7, "Ben", "?", "why that?")])


def small_file(sound: bytes, chance: Chance) -> bytes:
    """Return a small file that is damaged blindly, or sound JSON with hostile values."""
    if chance.below(2):
        for _ in range(1 + chance.below(4)):
            sound = bent(sound, chance, [SOUND_SETTINGS, SOUND_NOTES])
        return sound
    value = json.loads(sound)
    for _ in range(1 + chance.below(3)):
        value = bent_json(value, chance)
    return json.dumps(value).encode()


def read_settings(text: bytes) -> bool:
    """Read a settings file, apply its keys and write it again; return whether it is sound."""
    file = here().settings
    paths.private_dir(file.parent)
    file.write_bytes(text)
    with bounded():
        reading = personal.read(here())
        if reading.trouble:
            check_sentence(reading.trouble)
        for screen in (PlayScreen, ReplayScreen):
            BindingsMap(screen.BINDINGS).apply_keymap(reading.settings.keys)
        personal.write(reading.settings, here())
        assert personal.read(here()) == personal.Read(reading.settings)
    return not reading.trouble


def read_notes(path: Path, text: bytes) -> bool:
    """Read the notes on a record and add one; return whether they are sound."""
    file = here().notes_on(path)
    file.write_bytes(text)
    with bounded():
        assert all(note.render().isprintable() for note in notes.read(here().notes_on(path)))
        try:
            kept = notes.write(here().notes_on(path), Note(3, "Cy", "!", "mine"))
        except JournalError as error:
            check_sentence(error)
            assert file.read_bytes() == text
            return False
        assert notes.read(here().notes_on(path)) == kept
    return True


def test_sound_small_files_are_read(path):
    assert read_settings(SOUND_SETTINGS)
    assert read_notes(path, SOUND_NOTES)


def test_hostile_small_files_of_known_seeds(path):
    chances = [Chance(Random(seed)) for seed in range(200)]
    assert 2 < sum(read_settings(small_file(SOUND_SETTINGS, chance)) for chance in chances) < 180
    assert 2 < sum(read_notes(path, small_file(SOUND_NOTES, chance)) for chance in chances) < 180


HOSTILE_KEYS_INTERVAL = 5
"""Interval of the hostile keys that are tried."""
HOSTILE_KEYS = (
    "", " ", ",", "left,left", "x,y, z", "ctrl+", "+", "^p", "\0", "\x1b[2J", "é進\u202e", "[red]",
    "[/]", "\\", "?", "a" * 80, "ctrl+shift+alt+super+ü", "enter", "q",
)  # fmt: skip


async def test_program_runs_with_hostile_keys(path):
    """Give commands any text as keys, and any name a command, as a hand-written file may do."""
    paths.private_dir(here().matches)
    people = (Player("Ada"), Player("Bo", "bot:random"))
    opened = saves.create(header(2, "keys", players=people), path)
    app = DarwinApp(own(), play=opened)
    async with app.run_test(size=(100, 30)) as pilot:
        for keys in sampling.some(HOSTILE_KEYS, HOSTILE_KEYS_INTERVAL):
            commands = ("play.left", "play.play", "play.help", "replay.next", "", keys)
            personal.write(Settings(keys=dict.fromkeys(commands, keys)), here())
            app.player.settings.now = personal.read(here()).settings
            app.apply_settings()
            for key in ("left", "question_mark", "escape", "x", "H", "escape", "ctrl+p", "escape"):
                await pilot.press(key)
            app.push_screen(KeysScreen())
            await pilot.pause()
            await pilot.press("escape")
            assert isinstance(app.screen, PlayScreen), keys
    assert app._exception is None


FUZZED: dict[str, Callable[[Path, bytes], object]] = {
    "records": lambda path, data: open_it(path, of_bytes(CORPUS, data)),
    "settings": lambda _, data: read_settings(small_file(SOUND_SETTINGS, Chance(data))),
    "notes": lambda path, data: read_notes(path, small_file(SOUND_NOTES, Chance(data))),
}


def functions_of(*modules: str) -> Iterator[FunctionType]:
    """Yield all functions and methods that are defined in these modules."""
    for name in modules:
        things = list(vars(import_module(name)).values())
        for thing in things:
            if isinstance(thing, type) and thing.__module__ == name:
                things += vars(thing).values()
        for thing in things:
            if isinstance(thing, FunctionType) and thing.__module__ == name:
                yield thing


@pytest.mark.campaign
@pytest.mark.parametrize("what", FUZZED)
def test_hostile_files_found_by_atheris(what, path, monkeypatch):
    """Read hostile files of each kind for PROOF_SECONDS, steered by atheris to unreached code.

    Skipped where atheris is not installed. Findings and the number of runs are written to standard
    error, which pytest shows with ``-s``.
    """
    atheris = pytest.importorskip("atheris")
    # Atheris saves a file that crashes the program in the working directory.
    monkeypatch.chdir(path.parent.parent)
    child = os.fork()
    if not child:
        try:
            for function in functions_of(
                "darwin_core.contract.game",
                "darwin_core.match",
                "darwin_core.match.record",
                "darwin_core.games.dice.view",
                "darwin_core.games.dice.texts",
                "darwin_core.games.dice.rules",
                "darwin_tui.library.notes",
                "darwin_tui.library.saves",
                "darwin_tui.settings",
                "proof.test_fuzz",
            ):
                atheris.instrument_func(function)
            bounds = [f"-max_total_time={SECONDS:.0f}", "-max_len=120", "-print_final_stats=1"]
            atheris.Setup(["fuzz", *bounds], lambda data: FUZZED[what](path, data))
            atheris.Fuzz()
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
