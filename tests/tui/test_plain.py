"""Text mode: playing and replaying line by line, and the facts that only one seat may see."""

import errno
import os
import re
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result
from home import here, own
from tui.scenes import Script, saved, starting

from darwin_core.bots import Policy, levels
from darwin_core.bots.search import Judged
from darwin_core.contract import registry
from darwin_core.contract.game import HIDDEN, Outcome, ScoreLine
from darwin_core.contract.tables import read_text
from darwin_core.games.dice import GAME
from darwin_core.games.dice.texts import card_name
from darwin_core.match import AnyMatch, replay
from darwin_core.match.record import Player
from darwin_core.teaching.primers import on_phase
from darwin_core.text.language import reading, tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import capitalized
from darwin_core.workers.pool import Pool
from darwin_tui import settings, text_mode
from darwin_tui.cli import main
from darwin_tui.library import saves
from darwin_tui.library.hindsight import reasons
from darwin_tui.library.open_matches import OpenMatches
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.saves import Opened
from darwin_tui.play import setbacks
from darwin_tui.seating import bots_of
from darwin_tui.text_mode.reader import SeatReader, say_outcome, spoken

FORBIDDEN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2500-\u259f\u2800-\u28ff]")
"""Control characters (without line breaks), box drawing, blocks and braille."""

SOLO = "human:Ada,bot:greedy:Emma,bot:greedy:Mary"
HOT_SEAT = "human:Ada,human:Emma,bot:random:Mary"


def begin(seats: str, seed: str = "7", path: Path | None = None) -> Opened:
    players = []
    for word in seats.split(","):
        *control, name = word.split(":")
        players.append(Player(name, ":".join(control)))
    return saves.create(saves.header_for("dice", {}, players, seed), path or here())


def play(opened: Opened, typed: Sequence[str | Callable[[], str]]) -> list[str]:
    console = Script(typed)
    bots = bots_of(opened.match.header.players)
    assert text_mode.play_plain(OpenMatches().host(opened, bots), console) == 0
    return console.lines


def run(args: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, args.split(), input=typed)


# --- a whole match


def test_log_of_a_match_reads_the_same_again_in_a_replay():
    lines = play(begin(SOLO), ["1"] * 99)
    opened = saves.read(saves.listed(here())[0].path)
    logged = [
        s for events in replay.event_log(opened.match, 0) for s in sentences(opened.match, events)
    ]
    assert len(logged) > 60
    assert [line for line in lines if line in set(logged)] == logged


def test_each_turn_that_the_player_does_not_win_has_a_sentence_about_the_card_played():
    lines = play(begin(SOLO), ["1"] * 99)
    opened = saves.read(saves.listed(here())[0].path)
    steps = replay.event_log(opened.match, 0)
    names = SeatNames(opened.match.header.names)
    texts = [words for events in steps if (words := GAME.texts.defeat(events, 0, names))]
    defeats = [capitalized(words.partition(": ")[2]) for words in texts]
    assert [line for line in lines if line in {*defeats}] == defeats
    won = sum(line.startswith("Ada takes") for line in lines)
    assert won + len(defeats) == 24
    for words in defeats:
        assert "our " in words
        before = lines[lines.index(words) - 1]
        assert "takes" in before or "nobody wins" in before, "it follows the turn's result"


def sentences(match: AnyMatch, events: Sequence[Any]) -> list[str]:
    return [GAME.texts.sentence(event, SeatNames(match.header.names)) for event in events]


def test_choice_can_be_written_as_it_is_noted():
    opened = begin(SOLO)
    action = GAME.legal(opened.match.state, 0)[3]
    lines = play(opened, [GAME.texts.notation(action).lower()])
    assert f"Ada plays {card_name(action.card)} face down." in lines


def test_the_nearing_end_and_how_to_see_many_choices_are_said_once():
    lines = play(begin(SOLO), ["1"] * 99)
    assert lines.count("Last round.") == 1
    assert lines.count("Last turn: then the cards won are safe.") == 2
    result = run("play evo --plain --seed 7 --seats human,bot:random", "1\n" * 40)
    lines = result.stdout.splitlines()
    many = [at for at, line in enumerate(lines) if re.fullmatch(r"There are \d+ choices\.", line)]
    assert len(many) > 1
    advice = tr(SeatReader.MANY)
    assert [at for at, line in enumerate(lines) if line == advice] == [many[0] + 1]


def test_end_of_input_says_that_the_match_is_saved():
    result = run(f"play dice --plain --seats {SOLO}", "1\n")
    path = saves.listed(here())[0].path
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines()[-1] == (
        f"The match is saved; continue with: darwin-tui play --plain --resume {path}"
    )
    assert len(saves.read(path).match.lines) == 5


def test_saved_match_continues_where_it_was_left():
    run(f"play dice --plain --seats {SOLO}", "1\nquit\n")
    path = saves.listed(here())[0].path
    result = run(f"play --plain --resume {path}", "1\n" * 99)
    assert result.exit_code == 0
    assert "What happened last:" in result.stdout
    assert "The match is over." in result.stdout
    again = run(f"play --plain --resume {path}")
    assert (again.exit_code, "The match is over." in again.stdout) == (0, True)


# --- input


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("99", r"There is no choice 99; there are choices 1 to 8\."),
        ("0", r"There is no choice 0; there are choices 1 to 8\."),
        ("Q7", r"'Q7' is no card.*"),
        ("play everything", r"'play everything' is no card.*"),
        ("\x1b[2J\x1b]52;c;AAAA\x07", r"'\\x1b\[2J\\x1b.*"),
        ("x" * 9999, r"'x{20}' is no card.*"),
        ("9" * 4000, r"'9{20}' is no card.*"),
        ("log x", r"After log comes a number.*"),
        ("undo", r"There is nothing to undo\."),
        ("redo", r"There is nothing to redo\."),
        ("u", r"There is nothing to undo\."),
        ("U", r"There is nothing to redo\."),
        ("reset", r"There is nothing to undo in this turn\."),
        ("R", r"There is nothing to undo in this turn\."),
    ],
)
def test_what_cannot_be_done_gets_one_sentence_and_loses_nothing(typed, answer):
    opened = begin("human:Ada,bot:greedy:Emma,bot:greedy:Mary")
    before = list(opened.match.lines)
    lines = play(opened, [typed, "quit"])
    asked = next(at for at, line in enumerate(lines) if line.startswith("> "))
    quit_at = lines.index("> quit")
    assert quit_at == asked + 2
    assert re.fullmatch(answer, lines[asked + 1])
    assert saves.read(opened.path).match.lines[: len(before)] == before
    assert len(opened.match.history) == 2


def test_card_not_held_is_refused_with_the_reason():
    opened = begin(SOLO)
    other = next(card for card in range(40) if card not in opened.match.state.hands[0])
    action = GAME.actions(other)
    lines = play(opened, [GAME.texts.notation(action), "quit"])
    assert f"You hold no {card_name(other)}." in lines


def test_hint_gives_three_choices_with_worth_and_reason():
    opened = begin(SOLO)
    lines = play(opened, ["hint", "quit"])
    at = lines.index("> hint")
    leads = ["Best is", "Next best is", "Then comes"]
    for line, lead in zip(lines[at + 1 : at + 4], leads, strict=True):
        assert re.fullmatch(lead + r" \d+, .*, (worth|costs) [a-z0-9 ]+: .*\.", line)
    assert lines[at + 4] == "> quit"
    state = opened.match.state
    best = GAME.bots.advise(GAME.view(state, 0), 0, SeatNames())[0].action
    number = GAME.legal(state, 0).index(best) + 1
    assert lines[at + 1].startswith(
        f"Best is {number}, {GAME.texts.phrase(state, best, SeatNames(opened.match.header.names))}"
    )


def test_hint_names_the_action_that_the_search_finds_best(monkeypatch):
    opened = begin(SOLO)
    search = Future[list[Judged]]()
    state = opened.match.state
    first, second, *_ = GAME.bots.advise(GAME.view(state, 0), 0, SeatNames())
    search.set_result([Judged(second.action, 2.0, 0.0, 9), Judged(first.action, 0.0, 0.4, 9)])
    monkeypatch.setattr(Pool, "search", lambda *_args, **_more: search)
    lines = play(opened, ["hint", "quit"])
    number = GAME.legal(state, 0).index(second.action) + 1
    assert lines[lines.index("> hint") + 1].startswith(f"Best is {number}, ")


def test_choices_are_narrowed_by_a_word_and_a_single_one_is_named_as_such():
    lines = play(begin(SOLO), ["legal LION", "legal dodo", *["1"] * 7, "quit"])
    choices = lines[lines.index("> legal LION") + 1 : lines.index("> legal dodo")]
    numbered = [line for line in lines[: lines.index("> legal LION")] if line[0].isdigit()]
    assert [line.partition(", written")[0] for line in choices] == (
        [line for line in numbered if "lion" in line]
    )
    assert choices
    assert "No choice contains dodo." in lines
    (only,) = [at for at, line in enumerate(lines) if line == "Only this is possible:"]
    assert [line[:3] for line in lines[only + 1 :][:2]] == ["1. ", "> q"]


@pytest.mark.usefixtures("newcomer")
def test_a_phase_is_explained_the_first_time_that_it_comes():
    opened = begin(SOLO)
    view = GAME.view(opened.match.state, 0)
    sentences = [f"New to you: {line}" for line in on_phase(GAME, "choose", view, 0)]
    lines = play(opened, ["1", "1", "quit"])
    at = lines.index(sentences[0])
    assert lines[at : at + len(sentences)] == sentences
    suggested, other = lines[at + len(sentences) :][:2]
    named = re.fullmatch(r"Suggested is (\d): The (\w+ [\d.]+) .+", suggested)
    assert named
    assert any(line.startswith(f"{named[1]}. {named[2]},") for line in lines)
    assert other.startswith(("Or the ", "Why not "))
    assert all(lines.count(sentence) == 1 for sentence in sentences)
    assert sentences[0] not in play(begin(SOLO, seed="8"), ["quit"])


def test_the_end_says_why():
    opened = begin(SOLO)
    lines = play(opened, ["1"] * 99)
    (why,) = [line for line in lines if line.startswith("Why: against ")]
    outcome = GAME.outcome(saves.read(saves.listed(here())[0].path).match.state)
    assert outcome
    _, other, differences = reasons(outcome, 0)
    name = opened.match.header.names[other]
    sums = [int(figure.replace("−", "-")) for figure in re.findall(r"[+−]\d+", why)]
    assert why.startswith(f"Why: against {name} you have ")
    assert sums[0] == sum(sums[1:]), "the differences add up to the first figure"
    assert [*map(abs, sums[1:])] == [abs(points) for points, _ in differences]
    assert all(label in why for _, label in differences)


def test_points_of_the_end_are_in_the_singular_and_have_a_minus():
    lines: list[str] = []
    line = ScoreLine("round 1", (1, -2))
    say_outcome(Outcome((line,), (1, -2), (1, 2)), ("Ada", "Emma"), lines.append)
    assert lines[1:4] == [
        "Round 1: Ada 1, Emma −2.",
        "Total: Ada 1, Emma −2.",
        "Place 1: Ada with 1 point.",
    ]


def test_a_resignation_and_not_the_points_is_the_reason_of_the_end():
    lines: list[str] = []
    line = ScoreLine("round 1", (3, 1))
    outcome = Outcome((line,), (3, 1), (1, 2)).with_last((0,))
    say_outcome(outcome, ("Ada", "Emma"), lines.append, viewer=0, resigned=(0,))
    assert lines[3:] == [
        "Place 1: Emma with 1 point.",
        "Place 2: Ada with 3 points.",
        "Ada has resigned.",
    ]


def test_who_is_not_asked_has_nothing_to_choose():
    console = Script([])
    reader = SeatReader(OpenMatches().host(begin(SOLO)), console)
    reader.legal("")
    assert console.lines == ["There is nothing to choose now."]


def test_log_shows_the_last_sentences():
    lines = play(begin(SOLO), ["1", "log 3", "quit"])
    at = lines.index("> log 3")
    answers = lines[at + 1 : lines.index("> quit")]
    assert len(answers) == 3
    assert "rolls" in answers[-1]


@pytest.mark.parametrize("command", ["state", "hand", "legal", "rules", "help", "log"])
def test_command_answers(command):
    lines = play(begin(SOLO), [command.upper(), "quit"])
    assert len(lines) - lines.index(f"> {command.upper()}") > 2


def test_bots_are_listed_and_their_levels_changed():
    typed = ["bots", "bots Emma hard", "bots Emma deep", "bots Ada hard", "bots emma Easy", "quit"]
    lines = play(begin(SOLO), typed)
    assert after(lines, "bots")[0] == "Emma, Normal: takes what looks best now, and plans nothing."
    assert after(lines, "bots Emma hard")[0] == "Emma plays as Hard from now on."
    assert after(lines, "bots Emma deep")[0].startswith("There is no bot called 'deep'")
    assert after(lines, "bots Ada hard")[0].startswith("After bots comes")
    assert after(lines, "bots emma Easy")[0] == "Emma plays as Easy from now on."


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_rules_are_read_without_marks_of_markdown(slug):
    page = read_text(registry.get(slug).package, "rules.md")
    lines = spoken(page)
    assert [line for line in lines if re.search(r"[|*`°]|^#|^-|\]\(", line)] == []
    prose = " ".join(row for row in page.splitlines() if not row.startswith("|"))
    unread = {*re.findall(r"\w+", prose.lower())} - {*re.findall(r"\w+", " ".join(lines).lower())}
    assert unread == set()


def test_a_table_is_read_row_by_row_and_a_list_item_by_item():
    page = """# A page

*For 2 players*, at **most**
once°.

## Cards

| card | `points`° | |
|---|---|---|
| **owl** | 5 | flies |
| scorpion | – | 2. |

| players | cards |
|---|---|
| 2 | 9 |

1. One
   more:
   - a [link](#there);
   - b°.
2. Two
"""
    assert spoken(page) == [
        "A page",
        "For 2 players, at most once (ours).",
        "",
        "Cards:",
        "Owl. Points (ours): 5. Flies.",
        "Scorpion. 2.",
        "Players: 2. Cards: 9.",
        "1. One more:",
        "a link;",
        "b (ours).",
        "2. Two",
    ]


def test_the_command_reads_the_rules_aloud():
    lines = play(begin(SOLO), ["rules", "quit"])
    at = lines.index("> rules")
    assert lines[at + 1] == "Darwin's Dice"
    assert "Owl. Colour: grey. Numbers: 0 and 9. Cards: 4, two of each number." in lines


@pytest.mark.parametrize("short", ["?", "q", "u"])
def test_keys_of_the_full_screen_mean_the_same_in_line_mode(short):
    """The keys are tried at a choice, and where the keyboard is passed on."""
    opened = begin("human:Ada,human:Emma")
    lines = play(opened, ["ready", "?", "2", short, "q", "never"])
    assert "In short: ? for help, u for undo, U for redo, R for reset, q for quit." in lines
    assert "> never" not in lines
    assert lines.count("> q") == 1
    assert ("Your last choice is undone." in lines) == (short == "u")
    assert "The match is saved; continue with:" in lines[-1]


def test_undo_undoes_a_choice_until_the_next_one_has_the_keyboard():
    opened = begin("human:Ada,human:Emma")
    lines = play(opened, ["ready", "2", "undo", "redo", "undo", "1", "r", "undo", "1"])
    assert lines.count("Your last choice is undone.") == 2
    assert "There is nothing to undo." in lines
    acts = [line.action.partition(" ")[0] for line in opened.match.lines]
    assert acts[1:4:2] == ["undo", "undo"]
    assert acts[0] == acts[2] != acts[4]
    assert saves.verify(opened.path) is None


def test_full_disk_refuses_the_choice_and_the_match_continues(monkeypatch):
    opened = begin(SOLO)
    real = os.pwrite
    full = [True]

    def pwrite(*args: Any) -> int:
        if full[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(*args)

    def free() -> str:
        full[0] = False
        return ""

    def fill() -> str:
        full[0] = True
        return "1"

    monkeypatch.setattr(os, "pwrite", pwrite)
    lines = play(opened, ["", free, fill, lambda: free() or "1", "quit"])
    messages = [line for line in lines if "No space left on device" in line]
    assert len(messages) == 3
    assert all(str(opened.path) in line for line in messages)
    assert len(opened.match.history) >= 3
    assert saves.verify(opened.path) is None


# --- several people at one keyboard


def segments(lines: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return the name of each person who got the keyboard, and the lines that they saw."""
    parts: list[tuple[str, list[str]]] = []
    for line in lines:
        match = re.fullmatch(r"Pass to (\w+), who types ready\.", line)
        if match:
            parts.append((match[1], []))
        elif parts:
            parts[-1][1].append(line)
    return parts


def test_keyboard_is_passed_behind_a_curtain_of_empty_lines():
    lines = play(begin(HOT_SEAT), ["ready", "hand", "1", "ready", "hand", "1", "ready", "hand"])
    assert [name for name, _ in segments(lines)] == ["Ada", "Emma", "Ada"]
    for at, line in enumerate(lines):
        if line.startswith("Pass to") and at > 20:
            assert lines[at - text_mode.CURTAIN : at] == [""] * text_mode.CURTAIN
            assert lines[at + 1] == "> ready"


def test_keyboard_is_not_passed_while_something_else_is_typed():
    lines = play(begin(HOT_SEAT), ["hand", "1", "", "quit"])
    assert [name for name, _ in segments(lines)] == ["Ada"] * 4, "nor by a key held down"
    assert sum("You hold" in line for line in lines) == 0


def test_one_person_passes_nothing():
    assert not segments(play(begin(SOLO), ["1"] * 30))


def test_hot_seat_match_is_played_to_its_end():
    opened = begin("human:Ada,human:Emma")
    lines = play(opened, ["ready", "1"] * 99)
    assert "The match is over." in lines
    swing = lines[lines.index("What made the largest differences:") + 1]
    gained = swing.startswith(("Ada gained ", "Emma gained "))
    assert gained, "it is the winner's, whose points grow"
    names = [name for name, _ in segments(lines)]
    # Secret choices are made in seating order, and nobody passes the keyboard to themselves.
    assert names == ["Ada", "Emma"] * (len(names) // 2)
    for name, seen in segments(lines):
        other = {"Ada": "Emma", "Emma": "Ada"}[name]
        assert not any(line.startswith(f"{other} lays") for line in seen)


# --- facts that only one seat may see


COMMANDS = ["state", "hand", "legal", "hint", "log 99", "undo", "redo", "reset", "help"]


def twins(seat: int, count: int) -> list[Any]:
    """Return states that differ only in facts that are hidden from a seat."""
    state = GAME.setup(GAME.options(), 3, "beagle", None)
    view = GAME.view(state, seat)
    worlds = [GAME.determinize(view, bytes([number]) * 16) for number in range(count)]
    assert len({msgspec.msgpack.encode(world) for world in worlds}) == count
    return worlds


def opened_at(world: Any, seats: str, path: Path) -> Opened:
    path.unlink(missing_ok=True)
    return saves.create(starting(begin(seats).match.header, world), path)


def test_nothing_shown_to_the_next_player_depends_on_the_choice_before(tmp_path):
    outputs = set()
    for world in twins(1, 25):
        for choice in ("1", "4"):
            opened = opened_at(world, HOT_SEAT, tmp_path / "twin.jsonl")
            lines = play(opened, ["ready", choice, "ready", *COMMANDS, "quit"])
            name, seen = segments(lines)[1]
            assert name == "Emma"
            outputs.add(tuple(seen))
    assert len(outputs) == 1


# --- replays


@pytest.fixture
def finished() -> Opened:
    opened = begin(SOLO)
    play(opened, ["1"] * 99)
    return saves.read(opened.path)


@pytest.fixture
def unfinished() -> Opened:
    opened = begin(SOLO)
    play(opened, ["1", "1"])
    return saves.read(opened.path)


def look(opened: Opened, typed: Sequence[str], viewer: int = 0) -> list[str]:
    console = Script(typed)
    assert text_mode.replay_plain(SavedMatch.of(opened), viewer, console) == 0
    return console.lines


def after(lines: Sequence[str], typed: str) -> list[str]:
    """Return the lines between a typed line and the next typed one."""
    later = lines[list(lines).index(f"> {typed}") + 1 :]
    return list(later[: next((at for at, line in enumerate(later) if line[0] == ">"), len(later))])


def test_replay_steps_through_the_log(finished):
    lines = look(finished, [""] * 99)
    logged = [
        s
        for events in replay.event_log(finished.match, 0)
        for s in sentences(finished.match, events)
    ]
    unnumbered = [re.sub(r"^\d+\. ", "", line) for line in lines]
    assert [line for line in unnumbered if line in set(logged)] == logged
    assert "That is the end of the record." in lines
    assert "The match is over." in lines


def test_replay_goes_back_and_forth(finished):
    lines = look(finished, ["go 12", "back", "turn", "round", "round 1", "state", "go 999", "go x"])
    assert after(lines, "go 12")[0].startswith("12. ")
    assert after(lines, "back")[0].startswith("9. ")
    assert after(lines, "turn")[-1].startswith("Ada rolls") or "rolls" in after(lines, "turn")[-1]
    assert any("Round 2: " in line for line in after(lines, "round"))
    assert after(lines, "round 1")[0].startswith("Round 1: ")
    assert after(lines, "state")[0] == "Table:"
    assert after(lines, "state")[1].startswith("Round 1 of")
    assert after(lines, "go 999") == after(lines, "go x")


def test_replay_plays_to_the_end(finished):
    lines = look(finished, ["play", "back", "play"])
    assert lines.count("The match is over.") == 2


def test_all_hands_are_shown_only_when_the_match_is_over(finished, unfinished):
    lines = look(unfinished, ["as all", "as Emma", "as ada", "as spectator", "as nobody", "hand"])
    assert after(lines, "as all") == [
        "All hands can be shown only once the match is played to its end."
    ]
    assert "only once the match is played to its end" in after(lines, "as Emma")[0]
    assert after(lines, "as ada") == ["You see what Ada saw."]
    assert after(lines, "as spectator") == ["You see what a spectator saw."]
    assert "spectator or all" in after(lines, "as nobody")[0]
    assert after(lines, "hand") == ["There is no hand to see."]
    lines = look(finished, ["as all", "", "state", "as Emma", "hand", "hint"])
    assert after(lines, "as all") == ["You see everything."]
    assert "lays" in after(lines, "")[0]
    assert after(lines, "as Emma") == ["You see what Emma saw."]
    assert after(lines, "hand")[0].startswith("You hold")


def test_replay_knows_its_commands(finished):
    lines = look(finished, ["help", "\x1b[2J", "rules", "log 2", "quit", "never"])
    assert any(line.startswith("back: ") for line in after(lines, "help"))
    assert after(look(finished, ["?", "q", "never"]), "?") == after(lines, "help")
    assert "There is no command" in "\n".join(lines)
    assert "> never" not in lines


# --- lines in and out


class Stdin:
    """A standard input that reads given bytes from a pipe."""

    def __init__(self, data: bytes) -> None:
        self.reader, writer = os.pipe()
        os.write(writer, data)
        os.close(writer)

    def fileno(self) -> int:
        return self.reader


def test_input_of_any_bytes_becomes_lines(monkeypatch):
    import asyncio
    import sys

    typed = b"1\r\n\xff\xfe\n" + b"y" * 5000 + b"\n  last"
    monkeypatch.setattr(sys, "stdin", Stdin(typed))
    console = text_mode.Console(own())

    async def lines() -> list[str | None]:
        return [await console.ask() for _ in range(6)]

    assert asyncio.run(lines()) == ["1", "��", "y" * 1000, "last", None, None]


def test_terminal_without_unicode_gets_what_it_knows(monkeypatch, capfdbinary):
    import io
    import sys

    buffer = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(buffer, encoding="ascii"))
    text_mode.Console(own()).say("4½ – Darwin’s “Œ” \x1b[31m\u202e\udcff")
    sys.stdout.flush()
    assert buffer.getvalue() == b'4.5 - Darwin\'s "?" ?[31m??\n'


def test_player_who_wants_ascii_gets_no_more_line_by_line(capfdbinary):
    settings.write(settings.Settings(glyphs="ascii"), here())
    text_mode.Console(own()).say("4½ – Darwin’s 9 ± 3 %, ↑2 •1")
    assert capfdbinary.readouterr().out == b"4.5 - Darwin's 9 +- 3 %, ^2 .1\n"


def test_bots_see_their_view_only(monkeypatch):
    views: list[tuple[Any, int]] = []

    def spy(game: Any, view: Any, seat: int, chance: bytes) -> Any:
        views.append((view, seat))
        return levels.bot("random")(game, view, seat, chance)

    opened = begin(SOLO)
    bots: dict[int, Policy] = {1: spy, 2: spy}
    text_mode.play_plain(OpenMatches().host(opened, bots), Script(["1", "quit"]))
    assert views
    assert all(view.chance == b"" and HIDDEN in view.hands[seat - 1] for view, seat in views)


# --- setbacks


def wane(monkeypatch: pytest.MonkeyPatch, waning: int = 0) -> None:
    """Let the prospects of a seat fall by a point whenever they are judged."""
    points = count(1000, -1)

    def prospects(game: Any, view: Any, seat: int, *, may_judge: bool) -> dict[str, float]:
        return {"": float(next(points))} if seat == waning else {}

    monkeypatch.setattr(setbacks, "prospects_of", prospects)


@pytest.mark.parametrize("slug", registry.SLUGS)
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", r"Setback: −1 if the \w+ ended now[.:]"),
        ("de", r"Rückschlag: −1, wenn .* jetzt endete[.:]"),
    ],
)
def test_what_rivals_take_from_the_prospects_is_said_once_at_the_next_choice(
    slug, language, words, monkeypatch
):
    wane(monkeypatch)
    opened = saved("human", "bot:greedy", "bot:greedy", seed="setback", game=slug)
    console = Script(["1", "1", "state", "undo", "1", "1", "1", "1", "1", "quit"])
    with reading(language):
        text_mode.play_plain(OpenMatches().host(opened), console)
    at = [number for number, line in enumerate(console.lines) if re.match(words, line)]
    causes = [re.sub(words, "", console.lines[number]).strip() for number in at]
    assert causes
    choices = [number for number, line in enumerate(console.lines) if line.startswith("> ")]
    for number, cause in zip(at, causes, strict=True):
        since = max((choice for choice in choices if choice < number), default=0)
        assert not cause or cause in console.lines[since:number], (
            "it happened since the last choice"
        )
    # In Darwin's Dice, the log has no sentence for a card that is placed face down.
    named = Counter(filter(None, causes))
    assert named <= Counter(console.lines), "once each"
    assert bool(named) == (slug != "dice")


def test_setbacks_of_people_at_one_keyboard_are_said_to_each(monkeypatch):
    wane(monkeypatch, waning=1)
    lines = play(begin(HOT_SEAT), [*["1", "ready"] * 6, "quit"])
    at = [number for number, line in enumerate(lines) if line.startswith("Setback: ")]
    assert at
    for number in at:
        passed = [line for line in lines[:number] if line.startswith("Pass to ")]
        assert passed[-1].startswith("Pass to Emma")


# --- every game


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_match_of_every_game_is_played_in_full_line_by_line(slug):
    """A careful player types the number of the best choice, and sometimes another command."""
    opened = saved("human", "bot:greedy", "bot:greedy", seed="plain", game=slug)
    match = opened.match
    asked = iter(COMMANDS * 99)
    turns = 0

    def typed() -> str:
        nonlocal turns
        actions = match.legal(0)
        turns += 1
        if not actions:
            return ""
        if turns % 9 == 0:
            return {"undo": "rules", "redo": "?", "reset": "log"}.get(
                command := next(asked), command
            )
        best = match.game.bots.advise(match.view(0), 0, SeatNames())[0].action
        return str(actions.index(best) + 1)

    console = Script([typed] * 999)
    assert text_mode.play_plain(OpenMatches().host(opened), console) == 0
    assert match.game.outcome(match.state)
    assert console.lines.count("The match is over.") == 1
    assert any(re.match(r"Place 1: .* with \d+ points\.$", line) for line in console.lines)
    assert str(opened.path) in console.lines[-1]
    # The file's folder may have any number in its name.
    text = "\n".join(console.lines).replace(str(opened.path), "")
    assert not FORBIDDEN.search(text)
    assert not re.search(r"\b25[45]\b|HIDDEN|NOTHING|Struct|\bseat [0-9]", text)
    expected_lines = {
        match.game.texts.sentence(event, SeatNames(match.header.names))
        for events in replay.event_log(match, 0)
        for event in events
    }
    losses = {re.sub("^(Your loss|Missed): ", "", line) for line in console.lines}
    assert expected_lines <= losses
    assert saves.verify(opened.path) is None
