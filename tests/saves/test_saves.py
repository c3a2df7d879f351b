"""Saved matches are created, resumed, listed, branched, renamed, copied and deleted."""

import os
import secrets
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from home import here
from listing import unfinished
from matches import DICE, Written, began, header, mark, packed, play, played, rechained

from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import SPECTATOR
from darwin_core.journal import JournalError
from darwin_core.journal.disk import Locked
from darwin_core.match import Refused
from darwin_core.match.record import NewerFormat, NotARecord, Player, RecordError, write_header
from darwin_core.text.language import reading
from darwin_tui import paths
from darwin_tui.library import notes, saves


def save(name: str, written: Written | bytes) -> Path:
    path = paths.private_dir(here().matches) / f"{name}.jsonl"
    path.write_bytes(written if isinstance(written, bytes) else written.text)
    return path


def play_on(opened: saves.Opened, actions: int) -> None:
    """Play a number of random actions, and write them to the journal."""
    assert opened.journal is not None
    match = opened.match
    rng = Random(actions)
    for _ in range(actions):
        seat = rng.choice(DICE.to_move(match.state))
        step = match.propose(seat, rng.choice(match.legal(seat)))
        opened.journal.append(step.text, len(match.lines) + 1)
        match.accept(step)


def close(opened: saves.Opened) -> None:
    assert opened.journal is not None
    opened.journal.close()


def test_new_match_is_on_disk_for_its_owner_alone(state_home):
    opened = saves.create(saves.header_for("dice", {}, header().players, None), here())
    assert opened.path.parent == state_home / "darwin-tui" / "matches"
    assert opened.path.stat().st_mode & 0o777 == 0o600
    assert opened.path.parent.stat().st_mode & 0o777 == 0o700
    assert saves.verify(opened.path) is None
    close(opened)


def test_seed_that_nobody_named_cannot_be_guessed():
    players = header().players
    seeds = {saves.header_for("dice", {}, players, None).seed for _ in range(50)}
    assert len(seeds) == 50
    assert all(len(seed) == 32 for seed in seeds)
    assert saves.header_for("dice", {}, players, "7").seed == "7"


def test_match_continues_after_a_restart_from_its_last_action():
    opened = saves.create(header(3), here())
    play_on(opened, 20)
    close(opened)
    for _ in range(3):
        again = saves.resume(opened.path)
        assert again.notice == ""
        assert again.match.lines == opened.match.lines
        assert mark(again.match) == mark(opened.match)
        play_on(again, 3)
        close(again)
        opened = again


def test_match_is_saved_where_asked_and_never_over_another_file(tmp_path):
    path = tmp_path / "mine.jsonl"
    close(saves.create(header(), path))
    before = path.read_bytes()
    with pytest.raises(JournalError, match="exists already"):
        saves.create(header(3), path)
    assert path.read_bytes() == before


def test_match_that_could_not_be_read_again_is_not_begun(state_home):
    for bad in ({"seed": "x" * 201}, {"players": (Player("\x1b[2J"), Player("Ben"))}):
        with pytest.raises(RecordError):
            saves.create(header(**bad), here())
    with pytest.raises(RecordError, match="not played by 1"):
        saves.create(header(1), here())
    assert not state_home.exists()


@pytest.mark.parametrize("call", ["mkdir", "open", "link", "fsync"])
def test_folder_that_cannot_be_written_is_reported_in_a_sentence(call, monkeypatch):
    def read_only(*args: Any, **options: Any) -> None:
        raise OSError(30, "Read-only file system")

    with monkeypatch.context() as patch:
        patch.setattr(os, call, read_only)
        with pytest.raises(JournalError) as error:
            saves.create(header(), here())
    assert "cannot be written: Read-only file system." in str(error.value)


def test_match_that_may_only_be_read_is_refused_for_play_and_shown(monkeypatch):
    path = save("fixed", played(actions=5))
    real = os.open

    def read_only(file: Any, flags: int, *mode: int) -> int:
        # Tests may run as root, to whom no file is read-only by its mode.
        if flags & (os.O_RDWR | os.O_WRONLY):
            raise PermissionError(13, "Permission denied")
        return real(file, flags, *mode)

    monkeypatch.setattr(os, "open", read_only)
    with pytest.raises(JournalError, match="cannot be opened for play: Permission denied"):
        saves.resume(path)
    assert len(saves.read(path).match.lines) == 5


def test_match_open_in_another_program_can_be_read_but_not_played():
    opened = saves.create(header(), here())
    play_on(opened, 4)
    code = (
        "import sys; from pathlib import Path; from darwin_tui.library import saves\n"
        "from darwin_core.journal import JournalError\n"
        "path = Path(sys.argv[1])\n"
        "try: saves.resume(path)\n"
        "except JournalError as error: print(type(error).__name__, error)\n"
        "print(len(saves.read(path).match.lines), saves.verify(path))"
    )
    run = [sys.executable, "-c", code, str(opened.path)]
    output = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    assert output == f"Locked {opened.path} is being played in another program.\n4 None\n"
    with pytest.raises(Locked):
        saves.resume(opened.path)
    close(opened)
    close(saves.resume(opened.path))


def test_truncated_last_line_is_cut_with_one_sentence():
    text = played(actions=9).text
    path = save("torn", text[:-20])
    assert saves.verify(path) == "Line 10 is cut off."
    assert saves.read(path).notice == "The last line was cut off; it is left out."
    assert path.read_bytes() == text[:-20]
    opened = saves.resume(path)
    assert opened.notice == "The last line had not been written to its end and was left out."
    assert len(opened.match.lines) == 8
    play_on(opened, 5)
    close(opened)
    assert saves.verify(path) is None
    assert len(saves.read(path).match.lines) == 13
    assert os.listdir(path.parent) == [path.name]


def test_last_line_that_lacks_its_break_is_mended():
    text = played(actions=9).text
    for ending in (b"", b"\0\0\0"):
        path = save("unended", text[:-1] + ending)
        assert saves.verify(path) == "Line 10 is cut off."
        opened = saves.resume(path)
        assert "nothing is lost" in opened.notice
        assert len(opened.match.lines) == 9
        close(opened)
        assert path.read_bytes() == text


def test_damage_keeps_the_original_and_play_continues_from_the_good_part():
    text = played(actions=9).text
    lines = text.splitlines(keepends=True)
    damaged = b"".join([*lines[:5], b"?" + lines[5][1:], *lines[6:]])
    path = save("damaged", damaged)
    assert saves.verify(path) == "Line 6 of the record is damaged."
    assert saves.read(path).notice == "Line 6 of the record is damaged."
    opened = saves.resume(path)
    (kept,) = path.parent.glob("damaged.jsonl.damaged-*")
    assert opened.notice == (
        "Line 6 of the record is damaged. Play continues from action 4; "
        f"the damaged file is kept as {kept.name}, and "
        "“darwin-tui rescue” brings back what lies behind the damage."
    )
    assert kept.read_bytes() == damaged
    assert kept.stat().st_mode & 0o777 == 0o600
    assert path.read_bytes() == b"".join(lines[:5])
    with pytest.raises(Locked):
        saves.resume(path)
    play_on(opened, 6)
    close(opened)
    assert len(saves.read(path).match.lines) == 10
    assert [row.path for row in saves.listed(here())] == [path]


def test_damaged_originals_are_never_overwritten():
    path = here().matches / "often.jsonl"
    for _ in range(4):
        save("often", played(actions=3).text + b"damage\n")
        close(saves.resume(path))
    assert len(list(path.parent.glob("often*.damaged-*"))) == 4
    assert len(os.listdir(path.parent)) == 5


@pytest.mark.parametrize("call", ["open", "write", "fsync", "replace"])
@pytest.mark.parametrize("at", range(1, 4))
def test_damaged_original_is_not_lost_when_it_cannot_be_set_aside(call, at, monkeypatch):
    damaged = played(actions=3).text + b"damage\n"
    path = save("full", damaged)
    real = getattr(os, call)
    calls = []

    def full(*args: Any) -> Any:
        calls.append(args)
        if len(calls) >= at:
            raise OSError(28, "No space left on device")
        return real(*args)

    with monkeypatch.context() as patch:
        patch.setattr(os, call, full)
        try:
            close(saves.resume(path))
        except JournalError as error:
            assert "No space left" in str(error)  # noqa: PT017 - there need be no error
    everything = [entry.read_bytes() for entry in path.parent.iterdir()]
    assert damaged in everything
    close(saves.resume(path))


def test_divergence_is_named_at_its_line_refused_for_play_and_readable():
    path = save("forged", rechained(played(actions=9).text, 6, state_hash="AAAAAAAAAAA"))
    before = path.read_bytes()
    assert str(saves.verify(path)).startswith("Action 6, ")
    opened = saves.read(path)
    assert opened.notice == saves.verify(path)
    assert len(opened.match.lines) == 5
    with pytest.raises(RecordError, match=r"^Action 6, .* It can be replayed up to there\.$"):
        saves.resume(path)
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]
    with pytest.raises(RecordError):
        saves.resume(path)


@pytest.mark.parametrize("act", [saves.read, saves.resume], ids=["read", "resume"])
def test_files_of_other_or_newer_programs_are_refused_and_not_touched(act):
    texts: dict[bytes, type[RecordError]] = {
        b'{"format":2,"engine":"9.0.0","game":"dice"}\n': NewerFormat,
        write_header(header(rules=2, engine="9.0.0"))[0]: NewerFormat,
        b"Dear diary,\n": NotARecord,
        b"": NotARecord,
        write_header(header(game="chess"))[0]: RecordError,
    }
    for number, (text, kind) in enumerate(texts.items()):
        path = save(f"other {number}", text)
        with pytest.raises(kind) as error:
            act(path)
        assert str(error.value).count("\n") == 0
        if kind is NewerFormat:
            assert "9.0.0" in str(error.value)
        assert path.read_bytes() == text
        assert saves.verify(path) == str(error.value)
    assert len(os.listdir(here().matches)) == len(texts)


def test_oversized_file_is_refused_unread(monkeypatch):
    path = save("sparse", b"")
    os.truncate(path, 10 * 2**30)

    def never(*args: Any, **options: Any) -> None:
        raise AssertionError("read")

    sentence = "The file has 10240 MiB; no record is larger than 16 MiB"
    monkeypatch.setattr(os, "pread", never)
    monkeypatch.setattr("io.open", never)
    for act in (saves.read, saves.resume, lambda path: saves.copy(path, here())):
        with pytest.raises(RecordError, match=sentence):
            act(path)
    assert sentence in str(saves.verify(path))
    assert sentence in saves.row(path).trouble


def test_file_without_an_end_is_not_read_for_ever():
    with pytest.raises(RecordError, match="It cannot be read: it is not a file"):
        saves.read(Path("/dev/zero"))


def test_what_is_no_file_is_refused_in_a_sentence(tmp_path):
    for path in (tmp_path, tmp_path / "missing.jsonl", tmp_path / "a" / "b"):
        for act in (saves.read, saves.resume):
            with pytest.raises(RecordError, match="It cannot be read: "):
                act(path)
        assert saves.verify(path) is not None


def test_match_with_an_unknown_bot_is_replayed_and_not_played_on():
    players = (Player("Ada"), Player("Emma", "bot:deep"))
    path = save("deep", began(players=players))
    with pytest.raises(RecordError, match=r"no bot called 'deep'.* can be replayed"):
        saves.resume(path)
    (row,) = saves.listed(here())
    assert not row.trouble
    assert not row.playable
    assert unfinished() is None
    assert saves.read(path).match.header.players == players


# --- branches


def test_branch_is_a_match_of_its_own_and_the_original_stays_byte_identical():
    path = save("source", played(3))
    before = path.read_bytes()
    source = saves.read(path).match
    for viewer in (None, 1, SPECTATOR):
        players = (Player("Eve"), Player("Bot", "bot:greedy"), Player("Finn"))
        with reading("de"):
            # The file's name does not depend on the language; lists translate it for each reader.
            opened = saves.create_branch(source, 12, players, viewer, here())
        play_on(opened, 5)
        close(opened)
        again = saves.resume(opened.path)
        assert again.match.header.players == players
        assert again.match.header.id != source.header.id
        assert again.match.header.parent is not None
        assert again.match.header.parent.id == source.header.id
        seen_by = {None: "", 1: " dealt again for seat 2"}
        note = seen_by.get(viewer, " dealt again for a spectator")
        assert again.path.stem.endswith(f" branch{note}")
        assert paths.read_title(again.path.stem), "it is no title that a player chose"
        if viewer is not None:
            chance = from_seed(again.match.header.seed, "redeal")
            dealt = source.game.determinize(source.view(viewer, 12), chance)
            assert packed(dealt) == packed(again.match.state_at(0))
        assert packed(again.match.state) == packed(opened.match.state)
        close(again)
    assert path.read_bytes() == before
    assert len(saves.listed(here())) == 4


BOT = Player("Ben", "bot:greedy")
ADA, BEN = Player("Ada"), Player("Ben")


@pytest.mark.parametrize(
    ("seats", "branch", "viewer", "is_allowed"),
    [
        ((ADA, BEN), (ADA, BEN), None, False),
        ((ADA, BEN), (Player("Ada", "bot:random"), BEN), None, False),
        ((ADA, BEN), (ADA, BEN), 0, False),
        ((ADA, BEN), (ADA, BEN), 1, False),
        ((ADA, BEN), (ADA, BEN), SPECTATOR, True),
        ((ADA, BOT), (ADA, BOT), None, True),
        ((ADA, BOT), (Player("Ada", "bot:random"), BOT), None, True),
        ((ADA, BOT), (ADA, BEN), None, False),
        ((ADA, BOT), (ADA, BEN), 0, True),
        ((ADA, BOT), (ADA, BEN), 1, False),
        ((ADA, BOT), (ADA, BEN), SPECTATOR, True),
    ],
)
def test_branch_of_a_match_that_is_not_over_shows_nobody_a_hand_of_it(
    seats, branch, viewer, is_allowed
):
    for acts, may in ((9, is_allowed), (10_000, True)):
        source = play(began(players=seats), Random("branch"), acts).match
        before = list(here().matches.glob("*"))
        if may:
            opened = saves.create_branch(source, 6, branch, viewer, here())
            close(opened)
            if viewer is not None and acts == 9:
                for seat in {*range(2)} - {viewer}:
                    assert opened.match.state.hands[seat] != source.state_at(6).hands[seat]
        else:
            with pytest.raises(Refused, match=r"match (is|was) played to its end"):
                saves.create_branch(source, 6, branch, viewer, here())
            assert list(here().matches.glob("*")) == before


def test_chance_of_bots_in_a_branch_dealt_again_cannot_be_guessed():
    source = saves.read(save("source", played(3))).match
    seeds = set()
    for viewer in (0, 1, SPECTATOR):
        opened = saves.create_branch(source, 12, source.header.players, viewer, here())
        seeds.add(opened.match.header.seed)
        close(opened)
    assert len(seeds) == 3
    assert {len(seed) for seed in seeds} == {32}


# --- the list


def test_list_shows_game_players_clock_time_and_size(monkeypatch):
    older = save("older", played(3, actions=30))
    newer = save("newer", played(2))
    os.utime(older, (1_000_000, 1_000_000))
    rows = saves.listed(here())
    assert [row.title for row in rows] == ["newer", "older"]
    assert [row.path for row in rows] == [newer, older]
    assert rows[1].played == 1_000_000
    assert rows[1].size == older.stat().st_size
    assert rows[1].game == "dice"
    assert [player.name for player in rows[1].players] == ["Ada", "Ben", "Cleo"]
    assert rows[1].clock == DICE.clock(saves.read(older).match.state)
    assert [row.over for row in rows] == [True, False]
    assert [row.trouble for row in rows] == ["", ""]
    assert [row.playable for row in rows] == [True, True]


def test_list_is_empty_before_the_first_match():
    assert saves.listed(here()) == []
    assert unfinished() is None


def test_list_shows_what_is_wrong_with_a_file_and_does_not_stop_at_it():
    text = played(actions=9).text
    save("whole", text)
    save("torn", text[:-9])
    save("damaged", text.replace(b"\n[4,", b"\n[5,"))
    save("forged", rechained(text, 6, state_hash="AAAAAAAAAAA"))
    save("foreign", b"\x00\xff" * 99)
    save("newer", b'{"format":2,"engine":"9"}\n')
    save("empty", b"")
    (here().matches / "folder.jsonl").mkdir()
    (here().matches / "dangling.jsonl").symlink_to("nowhere")
    (here().matches / ".half.jsonl.1.new").write_bytes(text)
    rows = {row.title: row for row in saves.listed(here())}
    assert set(rows) == {
        "whole", "torn", "damaged", "forged", "foreign", "newer", "empty", "folder", "dangling",
    }  # fmt: skip
    assert [title for title, row in rows.items() if not row.trouble] == ["whole"]
    assert {title for title, row in rows.items() if row.playable} == {"whole", "torn", "damaged"}
    assert rows["forged"].players


def test_continue_opens_the_match_last_played_that_is_not_over():
    names = ["first", "second", "over", "forged", "foreign"]
    text = played(actions=9).text
    for at, name in enumerate(names):
        forged = rechained(text, 6, state_hash="AAAAAAAAAAA")
        path = save(
            name, {"over": played(2).text, "forged": forged, "foreign": b"?"}.get(name, text)
        )
        os.utime(path, (at, at))
    row = unfinished()
    assert row is not None
    assert row.title == "second"
    close(saves.resume(row.path))


def test_continue_opens_a_match_whose_last_line_was_truncated():
    save("torn", played(actions=9).text[:-9])
    row = unfinished()
    assert row is not None
    opened = saves.resume(row.path)
    assert len(opened.match.lines) == 8
    close(opened)


def test_match_is_renamed_and_its_bytes_stay():
    path = save("old", played(actions=5))
    text = path.read_bytes()
    new = saves.rename(path, "  Zoë’s match".replace("’", "_") + " ", here())
    assert new == path.with_name("Zoë_s match.jsonl")
    assert new.read_bytes() == text
    assert not path.exists()
    assert [row.title for row in saves.listed(here())] == ["Zoë_s match"]


@pytest.mark.parametrize(
    "title", ["", " ", ".hidden", "../up", "a/b", "a\0b", "a\nb", "\x1b[2J", "x" * 61, "進化"]
)
def test_title_that_cannot_be_a_file_name_is_refused(title):
    path = save("old", played(actions=5))
    with pytest.raises(JournalError, match="A title has"):
        saves.rename(path, title, here())
    assert path.exists()


def test_title_that_is_taken_is_refused():
    path, other = save("a", played(actions=5)), save("b", played(actions=6))
    text = other.read_bytes()
    with pytest.raises(JournalError, match="There is a match called b already"):
        saves.rename(path, "b", here())
    assert path.exists()
    assert other.read_bytes() == text


@pytest.mark.parametrize(
    "act",
    [lambda path: saves.delete(path, here()), lambda path: saves.rename(path, "new", here())],
    ids=["delete", "rename"],
)
def test_match_being_played_is_neither_renamed_nor_thrown_away(act, state_home):
    opened = saves.create(header(), here())
    play_on(opened, 4)
    notes.write(here().notes_on(opened.path), notes.Note(1, "Ada", "!"))
    code = (
        "import os, sys; from pathlib import Path; from darwin_tui.library import saves\n"
        "from darwin_core.journal import JournalError\n"
        "from darwin_tui.cli.process import locations_of\n"
        "here = locations_of(os.environ)\n"
        "for act in (lambda p: saves.delete(p, here), lambda p: saves.rename(p, 'new', here)):\n"
        "    try: act(Path(sys.argv[1]))\n"
        "    except JournalError as error: print(error)"
    )
    run = [sys.executable, "-c", code, str(opened.path)]
    output = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    assert output == f"{opened.path} is being played in another program.\n" * 2
    play_on(opened, 4)
    close(opened)
    assert saves.verify(opened.path) is None
    moved = act(opened.path)
    assert len(saves.read(moved).match.lines) == 8
    assert len(notes.read(here().notes_on(moved))) == 1


def test_match_saved_elsewhere_takes_its_notes_along_and_continues_there(tmp_path):
    opened = saves.create(header(), here())
    play_on(opened, 4)
    old = opened.path
    new = tmp_path / "new.jsonl"
    notes.write(here().notes_on(old), notes.Note(1, "Ada", "!"))
    assert saves.why_unsaved(opened) is None
    old.unlink()
    assert saves.why_unsaved(opened) == f"{old} has been deleted or moved since it was opened."
    saves.save_elsewhere(opened, str(new), here())
    assert saves.why_unsaved(opened) is None
    play_on(opened, 4)
    close(opened)
    assert not old.exists()
    assert len(saves.read(new).match.lines) == 8
    assert [note.glyph for note in notes.read(here().notes_on(new))] == ["!"]


def test_match_whose_folder_was_deleted_is_saved_where_it_was(state_home):
    opened = saves.create(header(), here())
    play_on(opened, 4)
    shutil.rmtree(state_home)
    with pytest.raises(JournalError, match="cannot be written: No such file or directory"):
        saves.save_elsewhere(opened, str(state_home / "x" / "new.jsonl"), here())
    saves.save_elsewhere(opened, str(opened.path), here())
    close(opened)
    assert len(saves.read(opened.path).match.lines) == 4


def test_home_folder_in_the_name_of_a_file_is_understood(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    opened = saves.create(header(), here())
    saves.save_elsewhere(opened, "~/mine.jsonl", here())
    close(opened)
    assert opened.path == tmp_path / "mine.jsonl"
    assert saves.verify(opened.path) is None


def test_copies_go_their_own_ways():
    path = save("match", played(actions=5))
    first, second = saves.copy(path, here()), saves.copy(path, here())
    assert [first.name, second.name] == ["match 2.jsonl", "match 3.jsonl"]
    opened = saves.resume(first)
    play_on(opened, 2)
    close(opened)
    assert [len(saves.read(each).match.lines) for each in (path, first, second)] == [5, 7, 5]
    assert first.stat().st_mode & 0o777 == 0o600


def test_copy_that_cannot_be_written_is_reported_in_a_sentence():
    path = save("x" * 248, played(actions=5))
    with pytest.raises(JournalError, match="cannot be written: File name too long"):
        saves.copy(path, here())
    assert os.listdir(path.parent) == [path.name]


def test_deleted_matches_are_in_the_trash_also_under_the_same_name():
    texts = [played(actions=acts).text for acts in (3, 4, 5)]
    places = [saves.delete(save("gone", text), here()) for text in texts]
    assert [place.name for place in places] == ["gone.jsonl", "gone 2.jsonl", "gone 3.jsonl"]
    assert [place.read_bytes() for place in places] == texts
    assert {place.parent for place in places} == {here().trash}
    assert here().trash.stat().st_mode & 0o777 == 0o700
    assert saves.listed(here()) == []


@pytest.mark.parametrize(
    "act",
    [lambda path: saves.delete(path, here()), lambda path: saves.rename(path, "new", here())],
    ids=["delete", "rename"],
)
def test_what_cannot_be_moved_stays_and_is_shown(act, monkeypatch):
    path = save("stays", played(actions=5))

    def read_only(*args: Any, **options: Any) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(os, "link", read_only)
    with pytest.raises(JournalError, match=r"stays\.jsonl cannot be moved: Read-only file system"):
        act(path)
    assert path.exists()


def test_trash_that_cannot_be_made_is_shown(state_home):
    path = save("stays", played(actions=5))
    here().trash.write_bytes(b"in the way")
    with pytest.raises(JournalError, match="The trash cannot be made"):
        saves.delete(path, here())
    assert path.exists()


def test_two_matches_begun_in_the_same_minute_do_not_meet(monkeypatch):
    ids = iter(["aaaaaa1", "bbbbbb2"])
    monkeypatch.setattr(secrets, "token_hex", lambda size: next(ids) if size == 8 else "seed")
    for _ in range(2):
        close(saves.create(saves.header_for("dice", {}, header().players, None), here()))
    assert len(saves.listed(here())) == 2
