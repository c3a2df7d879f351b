"""The meaning of the keys in each situation at the table.

``SITUATIONS`` is to be read as a specification: it lists the effects of each key in each situation,
in the words of ``at_table.happened``. A key without words does nothing. Keys separated by blanks
are pressed one after the other, without a pause.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import msgspec
import pytest
import sampling
from home import own
from matches import DICE
from textual.pilot import Pilot
from tui.at_table import Keyboard, begun, happened, record_where, resumed

from darwin_core.contract.game import Element
from darwin_core.match import AnyMatch
from darwin_tui.app import DarwinApp
from darwin_tui.library.open_matches import OpenMatches
from darwin_tui.screens import navigation
from darwin_tui.settings import Settings

WAITS = 3000
"""The most pauses of 20 ms to wait for an effect of a key, enough for a slow machine."""


@dataclass(frozen=True)
class Situation:
    """A situation: the way to reach it, and the rules that hold there."""

    record: Callable[[], bytes]
    rules: dict[str, str]
    """The effects of keys, by the keys."""
    keys: tuple[str, ...] = ()
    """Keys that lead from the start of the record to the situation."""
    selected: Callable[[Keyboard], Sequence[Element]] = lambda table: ()
    """The elements that are selected after these keys."""
    is_reached: Callable[[Keyboard], Any] = lambda table: True
    """Return True once the bots and animations before the situation are done."""
    settings: dict[str, Any] = field(default_factory=dict)
    grace: float = -1.0
    """Seconds after a new decision in which Enter and Space do not answer it."""
    size: tuple[int, int] = (80, 24)


def asked(match: AnyMatch) -> bool:
    return 0 in match.game.to_move(match.state)


def kind_of(match: AnyMatch) -> str:
    return type(match.state.pending[-1]).__name__ if match.state.pending else ""


# --- records of matches in which the situations occur


@cache
def dice() -> bytes:
    """Darwin's Dice at its start; three others choose as well."""
    return begun("dice", "hbbb")


@cache
def last_to_choose() -> bytes:
    """Darwin's Dice where the other has chosen, so that all cards are turned up at once."""
    return record_where("dice", "hb", lambda match: match.game.to_move(match.state) == (0,))


@cache
def last_card() -> bytes:
    """Darwin's Dice with one card left in the hand."""
    return record_where("dice", "hbbb", lambda match: len(match.legal(0)) == 1)


@cache
def last_turn() -> bytes:
    """Darwin's Dice with one choice left in the match."""
    actions_max = DICE.actions_max(2)
    return record_where(
        "dice", "hb", lambda match: len(match.history) == actions_max - 1 and match.legal(0)
    )


@cache
def two_people() -> bytes:
    """Darwin's Dice of two people at one screen."""
    return begun("dice", "hh")


@cache
def turn_of_another() -> bytes:
    """Darwinning! where a bot leads, before anything was done."""
    return record_where("darwinning", "hbb", lambda match: match.game.to_move(match.state) != (0,))


@cache
def flush() -> bytes:
    """Darwinning! where a card can be played by itself, with another, or with its own copy."""

    def true(match: AnyMatch) -> bool:
        return kind_of(match) == "PlayCards" and bool(single(match) and double(match))

    return record_where("darwinning", "hbb", true)


def touched(match: AnyMatch) -> list[tuple[Element, ...]]:
    """Return the target elements of each legal action of the first seat."""
    return [match.game.targets(action) for action in match.legal(0)]


def single(match: AnyMatch) -> list[Element]:
    """Return the first card without a copy that can be played by itself or with another."""
    all_touched = touched(match)
    return [
        card
        for (card, *others) in all_touched
        if not others
        and (card, card) not in all_touched
        and any(card in element for element in all_touched if len(element) > 1)
    ][:1]


def double(match: AnyMatch) -> list[Element]:
    """Return the first card whose two copies can be played by themselves or together."""
    all_touched = touched(match)
    return [
        element[0] for element in all_touched if len(element) == 2 and element[0] == element[1]
    ][:1]


@cache
def place_a_worker() -> bytes:
    """Darwin's Journey, where a location and a worker are wanted."""

    def true(match: AnyMatch) -> bool:
        places = [action for action in match.legal(0) if type(action).__name__ == "Place"]
        return kind_of(match) == "Turn" and len(places) > 9

    return record_where("journey", "hb", true)


@cache
def own_move() -> bytes:
    """Yummy Darwinism at one's own turn, in which a card can be played."""

    def true(match: AnyMatch) -> bool:
        kinds = {type(action).__name__ for action in match.legal(0)}
        return kind_of(match) == "Move" and bool(kinds - {"Trade", "End"})

    return record_where("yummy", "hb", true)


@cache
def hunt() -> bytes:
    """Evo where a species can be kept alive in more than one way."""

    def true(match: AnyMatch) -> bool:
        return kind_of(match) == "Live" and len(match.legal(0)) > 5

    return record_where("evo", "hb", true)


@cache
def bots_move() -> bytes:
    """Yummy Darwinism where a bot is to move."""
    return record_where("yummy", "hb", lambda match: match.game.to_move(match.state) == (1,))


# --- the table

JUST_ASKED = {
    "enter": "says",
    "space": "says",
    "enter enter": "says",
    "space space": "says",
    "space enter": "says",
    # A player who first presses another key has seen the question, and means Enter.
    "2 enter": "plays",
    "right enter": "plays",
}

SITUATIONS = {
    "nothing is selected": Situation(
        dice,
        {
            "enter": "plays",
            "space": "selects",
            "space space": "",
            "escape": "",
            "1": "selects",
            "2": "selects, moves",
            "2 2": "selects, moves",
            "2 3": "selects, moves",
            "9": "says",
            "0": "says",
            "right": "moves",
            "l": "moves",
            "left": "",
            "h": "",
            "up": "",
            "down": "",
            "right left": "",
            "tab": "turns pane",
            "shift+tab": "turns pane",
            "tab shift+tab": "",
            "u": "says",
            "U": "says",
            "R": "says",
            "d": "",
            "s": "",
            "x": "",
            "A": "",
            "H": "hints, moves",
            "z": "opens Under the cursor",
            "L": "opens log",
            "p": "hides hand",
            "question_mark": "opens help",
            "q": "opens home",
            "enter enter": "plays, says",
            "space enter": "plays",
        },
    ),
    "what is selected is all that is wanted": Situation(
        dice,
        {
            "enter": "plays",
            "space": "deselects",
            "space space": "",
            "escape": "deselects",
            "escape escape": "deselects",
            "2": "",
            "1": "selects another, moves",
            "9": "says",
            "0": "says",
            "right": "deselects, moves",
            "left": "deselects, moves",
            "up": "",
            "tab": "turns pane",
            "u": "says",
            "x": "",
            "H": "hints",
            "z": "opens Under the cursor",
            "L": "opens log",
            "p": "hides hand",
            "p p": "",
        },
        keys=("2",),
    ),
    "something more is wanted": Situation(
        place_a_worker,
        {
            "enter": "plays",
            "space": "selects",
            "escape": "deselects",
            "1": "selects, moves",
            "2": "selects",
            "2 escape": "",
            "right": "moves",
            "right left": "",
            "tab": "turns pane",
            "u": "says",
            "x": "",
            "L": "opens log",
            "z": "opens Under the cursor",
            "H": "hints",
            "p": "hides hand",
        },
        keys=("1",),
    ),
    "all that is wanted of several is selected": Situation(
        place_a_worker,
        {
            "enter": "plays",
            "space": "deselects",
            "escape": "deselects",
            "escape escape": "deselects",
            "left": "moves",
            "left enter": "plays",
            "x": "",
        },
        keys=("1", "space"),
    ),
    "an action is complete and more could be added": Situation(
        flush,
        {
            "enter": "plays",
            "space": "deselects",
            "escape": "deselects",
            "right": "moves",
            "tab": "turns pane",
        },
        selected=lambda table: single(table.match),
    ),
    "the same could be added once more": Situation(
        flush,
        {
            "enter": "plays",
            "space": "selects",
            "space space": "",
            "space escape": "",
            "space enter": "plays",
            "escape": "deselects",
        },
        selected=lambda table: double(table.match),
    ),
    "there is one action only": Situation(
        last_card,
        {
            "enter": "plays",
            "space": "selects",
            "space space": "",
            "1": "selects",
            "escape": "",
            "right": "",
            "left": "",
            "2": "says",
        },
    ),
    "it cannot be undone": Situation(
        last_to_choose, {"enter": "plays", "space": "selects", "space enter": "plays"}
    ),
    "it cannot be undone and that is to be confirmed": Situation(
        last_to_choose,
        {
            "enter": "asks again",
            "space": "selects",
            "space enter": "selects, asks again",
            "enter enter": "plays",
            "enter escape": "",
            "enter escape enter": "asks again",
            "enter x enter": "asks again",
            "enter space": "selects",
            "enter space enter": "selects, asks again",
            "enter right enter": "moves, asks again",
            "enter right enter enter": "plays",
        },
        settings={"confirm": True},
    ),
    "it can be undone though other things are to be confirmed": Situation(
        dice, {"enter": "plays"}, settings={"confirm": True}
    ),
    "bots wait, as it can still be taken back": Situation(
        dice,
        {
            "enter": "says",
            "space": "continues",
            "escape": "",
            "1": "moves, says",
            "2": "moves, says",
            "0": "says",
            "9": "says",
            "right": "moves",
            "tab": "turns pane",
            "u": "takes back",
            "u U": "",
            "U": "says",
            "R": "takes back, says",
            "H": "says",
            "z": "",
            "L": "opens log",
            "p": "hides hand",
            "q": "opens home",
        },
        keys=("enter",),
        is_reached=lambda table: table.is_waited_for,
    ),
    "bots act": Situation(
        turn_of_another,
        {
            "enter": "says",
            "space": "continues",
            "1": "moves, says",
            "escape": "",
            "0": "says",
            "u": "says",
            "H": "says",
            "right": "moves",
            "tab": "turns pane",
        },
    ),
    "the match pauses": Situation(
        dice,
        {
            "enter": "continues",
            "space": "continues",
            "escape": "",
            "1": "moves, says",
            "0": "says",
            "tab": "says",
            "shift+tab": "says",
            "H": "says",
            "u": "says",
            "z": "",
            "x": "",
            "q": "opens home",
        },
        keys=("enter", "space"),
        is_reached=lambda table: table.seen.is_paused,
        settings={"pace": "step"},
    ),
    "the match pauses at its end": Situation(
        last_turn,
        {
            "enter": "opens results, continues",
            "space": "opens results, continues",
            "1": "says",
            "tab": "says",
            "u": "says",
            "escape": "",
            "q": "opens home",
        },
        keys=("enter",),
        is_reached=lambda table: table.seen.is_paused,
    ),
    "the results are shown": Situation(
        last_turn,
        {"enter": "", "space": "", "escape": "opens home", "r": "opens replay", "q": "opens home"},
        keys=("enter", "enter"),
        is_reached=lambda table: table.seen.place == "results",
    ),
    "the curtain is drawn": Situation(
        two_people,
        {
            "space": "returns, moves",
            "enter": "",
            "enter enter": "",
            "escape": "",
            "1": "",
            "tab": "",
            "right": "",
            "H": "",
            "L": "",
            "p": "",
            "u": "",
            "U": "",
            "d": "",
            "x": "",
            "question_mark": "",
            "q": "opens home",
        },
    ),
    "the curtain is drawn and a choice can be taken back": Situation(
        two_people,
        {
            "space": "returns, moves",
            "enter": "",
            "u": "takes back",
            "u u": "takes back",
            "u U": "takes back",
            "U": "",
            "R": "",
        },
        keys=("space", "1", "enter"),
        is_reached=lambda table: table.seen.place == "curtain",
    ),
    "a hint is at the table": Situation(
        dice,
        {
            "Y": "plays",
            "enter": "plays",
            "space": "selects",
            "tab": "turns pane",
            "H": "hints, moves",
        },
        keys=("H",),
    ),
    "what is focused is shown at length": Situation(
        dice,
        {
            **dict.fromkeys(("enter", "space", "escape", "z", "q"), "returns"),
            "tab": "returns, turns pane",
        },
        keys=("2", "z"),
    ),
    "the keys and the rules are shown": Situation(
        dice,
        {"escape": "returns", "q": "returns", "question_mark": "returns", "enter": "", "1": ""},
        keys=("question_mark",),
    ),
    "the log lies over the board": Situation(
        dice,
        {
            "escape": "closes log",
            "escape escape": "closes log",
            "L": "closes log",
            "enter": "plays",
            "space": "selects",
            "2": "selects, moves",
            "right": "moves",
            "left": "",
            "up": "",
            "down": "",
            "tab": "turns pane",
            "pageup": "",
            "pagedown": "",
            "H": "hints, moves",
        },
        keys=("L",),
    ),
    "the log lies over the board and something is selected": Situation(
        dice,
        {
            "escape": "deselects",
            "escape escape": "deselects, closes log",
            "L": "closes log",
            "enter": "plays",
            "pageup": "",
        },
        keys=("2", "L"),
    ),
    "the log stands beside the board": Situation(
        dice,
        {"escape": "", "L": "closes log", "L L": "", "enter": "plays", "2": "selects, moves"},
        keys=("L",),
        size=(130, 40),
    ),
    "the hand is hidden": Situation(
        dice,
        {
            "enter": "shows hand",
            "enter enter": "plays, shows hand",
            "space": "",
            "space space": "",
            "p": "shows hand",
            "H": "",
            "escape": "",
            "1": "says",
            "u": "says",
            "q": "opens home",
        },
        keys=("p",),
    ),
    "something is selected and the hand is hidden": Situation(
        dice,
        {"enter": "shows hand", "p": "shows hand", "space": "", "enter enter": "plays, shows hand"},
        keys=("2", "p"),
    ),
    # A key that was meant to continue must not play: for a while after a decision has come in place
    # of its effect, Enter and Space only say so, however often they are pressed.
    "a decision has just come while bots acted": Situation(
        dice,
        {
            **JUST_ASKED,
            "enter enter enter enter": "says",
            "1 space": "",
            "right space": "selects, moves",
            "escape": "",
            "u": "says",
        },
        keys=("1", "enter", "space"),
        is_reached=lambda table: table.is_asked,
        grace=1e6,
    ),
    "a decision has just come after a pause": Situation(
        dice,
        JUST_ASKED,
        keys=("1", "enter", "space", "right", "enter"),
        is_reached=lambda table: table.is_asked and not table.seen.is_paused,
        settings={"pace": "step"},
        grace=1e6,
    ),
    "the table has just been opened": Situation(dice, JUST_ASKED, grace=1e6),
    "the curtain has just been opened": Situation(
        two_people,
        {
            "enter": "says",
            "space": "says",
            "enter enter": "says",
            "space enter": "says",
            "2 enter": "opens curtain, plays",
            "right space": "selects, moves",
        },
        keys=("space",),
        grace=1e6,
    ),
    "the curtain has just been opened by the next": Situation(
        two_people,
        {"enter": "says", "space": "says", "enter enter": "says", "2": "selects, moves"},
        keys=("space", "1", "enter", "space"),
        grace=1e6,
    ),
    "a decision came a while ago": Situation(
        dice,
        {"enter": "plays", "space": "selects"},
        keys=("1", "enter", "space"),
        is_reached=lambda table: table.is_asked,
        grace=0,
    ),
    # Situations of single games.
    "a button ends the turn": Situation(
        own_move,
        {
            "0": "selects, moves",
            "0 0": "selects, moves",
            "0 enter": "plays",
            "0 left": "moves",
            "0 escape": "moves",
            "0 space": "moves",
            "d": "says",
            "s": "",
            "tab": "turns pane",
        },
    ),
    "another is to move": Situation(
        bots_move,
        {
            "d": "says",
            "d d": "says",
            "enter": "says",
            "space": "says or continues",
            "0": "says",
            "escape": "",
        },
    ),
    "panes have letters": Situation(
        place_a_worker,
        {
            "S": "moves, turns pane",
            "S D": "",
            # The workers are in both of these panes.
            "tab shift+tab": "moves",
        },
    ),
    "a species is to live": Situation(
        hunt, {"enter": "plays", "space": "selects", "tab": "moves, turns pane"}
    ),
}


async def come_to(situation: Situation, pilot: Pilot[Any]) -> Keyboard:
    """Open a new table, and lead it to the situation."""
    access = OpenMatches().host(resumed(situation.record()), pace="fast")
    navigation.go(pilot.app, navigation.Play(access))
    await pilot.pause()
    table = Keyboard(pilot)
    await table.come(*situation.keys)
    await table.until(lambda: situation.is_reached(table))
    await table.select(*situation.selected(table))
    return table


@pytest.mark.usefixtures("patient_bots")
@pytest.mark.parametrize("name", sampling.some(SITUATIONS, sampling.SITUATIONS_INTERVAL))
async def test_what_keys_mean(name, monkeypatch):
    situation = SITUATIONS[name]
    monkeypatch.setattr("darwin_tui.screens.curtain.GUARD_SECONDS", 0)
    monkeypatch.setattr("darwin_tui.play.live_match.CONTINUE_GRACE_SECONDS", situation.grace)
    app = DarwinApp(own())
    app.player.settings.now = msgspec.structs.replace(Settings(motion=False), **situation.settings)
    meanings: dict[str, str] = {}
    async with app.run_test(size=situation.size) as pilot:
        table = await come_to(situation, pilot)
        before = table.seen
        for keys, effects in situation.rules.items():
            await table.press(*keys.split())
            # Bots may need a moment for the effect of a key.
            for _ in range(WAITS):
                if happened(before, table.seen) in effects.split(" or "):
                    break
                await pilot.pause(0.02)
            seen = happened(before, table.seen)
            meanings[keys] = effects if seen in effects.split(" or ") else seen
            # A key without effect, or with a message only, leaves the situation in place for the
            # next key. In a grace time, each key needs a new table, because the time has passed.
            if situation.grace >= 0 or replace(table.seen, message="") != before:
                table = await come_to(situation, pilot)
                assert table.seen == before
    assert meanings == situation.rules
