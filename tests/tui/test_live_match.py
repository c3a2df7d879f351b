"""The phases of a live match: tables of the phase after each input, and the refused inputs."""

from dataclasses import dataclass, field
from itertools import product
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from home import own
from tui.scenes import saved, submit

from darwin_core.contract.game import NOTHING, SPECTATOR, Clock, ScoreLine
from darwin_core.table import Snapshot
from darwin_core.text.seat_names import SeatNames
from darwin_tui.play import live_match
from darwin_tui.play.live_match import (
    IDLE_IN_PAUSE,
    BotsActing,
    Curtain,
    Deciding,
    ImpossibleInput,
    LiveMatch,
    Over,
    Pause,
    Paused,
    Phase,
    Reason,
    Response,
)
from darwin_tui.settings import Settings

ROUND = 3
OUTCOME: Any = object()
NO: Any = "no"
TABLES = {"asked": (0,), "next": (1,), "both": (0, 1), "bot": (9,), "over": ()}
"""The seats to move by a word: the first person, the second, both, a bot, or nobody."""


class Event:
    """An event without a pause."""

    losers: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()
    is_chosen_loss = False


class Reveal(Event):
    """An event after which bots pause, so that people see it."""


class Stop(Event):
    """An event after which play waits for a key."""


class Theft(Event):
    """An event by which the first two seats lose something."""

    losers = (0, 1)


class Cost(Event):
    """An event that the first seat chose itself, although it loses by it."""

    losers = (0,)
    is_chosen_loss = True


class Late(Event):
    """An event that gives another seat what the first seat was about to get."""

    missed = (0,)


@dataclass(frozen=True)
class Sight:
    """A view of a game with prospects: points at the end of the round, and food, by seat."""

    then: tuple[int, int] = (9, 9)
    food: tuple[float, float] = (4.0, 4.0)


FAST = Settings(pace="fast", curtain="auto")


@dataclass(frozen=True)
class Seat:
    """A fake seat of a table, of a fake game."""

    snapshot: Snapshot[Any, Any, Any]
    why_no_help = ""
    game: ClassVar[Any] = SimpleNamespace(
        standing_answer=NO,
        counts_turns_on=False,
        standing=lambda view: SimpleNamespace(totals=(5, 5)),
        forecast=lambda view: [ScoreLine("then", view.then)] if isinstance(view, Sight) else [],
        bots=SimpleNamespace(
            prospects=lambda view, seat: (
                {"food": view.food[seat]} if isinstance(view, Sight) else {}
            )
        ),
    )

    last_action_position = 0

    def log(self) -> list[Any]:
        return []

    def linger(self) -> None:
        """Do nothing, as these bots have no pace."""


@dataclass
class Screen:
    """A live match at a screen, and a fake of the table behind it.

    The fields are the facts that the table's snapshots report; tests change them.
    """

    people: tuple[int, ...] = (0,)
    to_move: tuple[int, ...] = (9,)
    wishes: Settings = FAST
    clock: Clock = field(default_factory=lambda: Clock(ROUND, 9, 1, 9))
    more: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    line: int = 1
    events: tuple[Event, ...] = ()
    hand: str = "each has their own"
    table_people: None = None

    def __post_init__(self) -> None:
        pauses: dict[type[object], Pause] = {Reveal: Pause.BOTS, Stop: Pause.KEY}
        place: Any = self
        self.live = LiveMatch(place, lambda: self.wishes, pauses, lambda: self.seconds)

    def seat(self, viewer: int) -> Any:
        return Seat(self.snapshot(viewer))

    @property
    def spectator(self) -> Any:
        return self.seat(SPECTATOR)

    def snapshot(self, viewer: int) -> Snapshot[Any, Any, Any]:
        """Return a viewer's snapshot; by default, each viewer has another view."""
        is_asked = viewer in self.to_move
        return Snapshot(
            viewer=viewer,
            view=self.more.get("view", self.hand if self.hand == "the same" else viewer),
            events=self.events,
            actions=("yes", "no") if is_asked else (),
            final=frozenset(),
            question=self.more.get("question", 1),
            line=self.line,
            position=self.line,
            seat=self.more.get("seat", NOTHING),
            undone_line=self.more.get("undone_line", 0),
            to_move=self.to_move,
            can_undo=self.more.get("can_undo", False),
            can_redo=False,
            clock=self.clock,
            outcome=None if self.to_move else OUTCOME,
            present=(),
            bots=frozenset(),
            can_hurry=self.more.get("can_hurry", False),
            trouble=None,
        )

    def come(self, to_move: str, clock: Clock | None = None) -> None:
        """Let another seat move from now on."""
        self.to_move = TABLES[to_move]
        self.clock = clock or self.clock

    def receive(self, *events: Event) -> None:
        """Let somebody act with these events; the screen receives the snapshot."""
        self.line = self.line + 1
        self.events = events or (Event(),)
        self.live.receive(self.snapshot(self.live.viewer))

    def wait(self, can_hurry: bool) -> None:
        """Let the bots begin or stop to wait for a key."""
        self.more["can_hurry"] = can_hurry
        self.live.receive(self.snapshot(self.live.viewer))
        self.more["can_hurry"] = False

    def give(self, what: str) -> None:
        """Give the machine an input, by its name in the table."""
        self.seconds += 100
        match what:
            case "act":
                self.receive()
            case "reveal":
                self.receive(Reveal())
            case "stop":
                self.receive(Reveal(), Stop())
            case "round":
                self.clock = replace_round(self.clock)
                self.receive(Reveal())
            case "bots wait":
                self.wait(True)
            case "bots go":
                self.wait(False)
            case "continue":
                self.live.press_continue()
            case "cover":
                self.live.cover()
            case "open":
                self.live.open_curtain()
            case "results":
                self.live.open_results()


def replace_round(clock: Clock) -> Clock:
    return Clock(clock.round + 1, 9, 1, 9)


REVEALED = Paused(Reason.REVEALED, ROUND)
ROUND_OVER = Paused(Reason.ROUND_OVER, ROUND)
MATCH_OVER = Paused(Reason.MATCH_OVER, ROUND)
BOTS = BotsActing()
HURRIABLE = BotsActing(can_continue=True)
PHASES: tuple[Phase, ...] = (Deciding(), REVEALED, BOTS, HURRIABLE, Curtain(0), Over(), Over(True))


@pytest.mark.parametrize("what", ["stop", "round"])
def test_keys_that_do_nothing_in_a_pause_are_idle(what):
    screen = Screen()
    screen.come("asked")
    screen.live.start()
    screen.receive()
    assert not screen.live.idle_actions & IDLE_IN_PAUSE
    screen.give(what)
    assert screen.live.pause
    assert screen.live.idle_actions >= IDLE_IN_PAUSE
    screen.give("continue")
    assert not screen.live.idle_actions & IDLE_IN_PAUSE


def test_there_is_no_hint_while_nothing_is_asked():
    screen = Screen()
    screen.come("bot")
    screen.live.start()
    screen.receive()
    assert "hint" in screen.live.idle_actions


# --- one person with bots

ALONE: list[tuple[Phase, str, str, Phase]] = [
    # Phase before, input, seats to move after it, phase after it.
    (Deciding(), "act", "asked", Deciding()),
    (Deciding(), "act", "bot", BOTS),
    (Deciding(), "act", "over", MATCH_OVER),
    (Deciding(), "reveal", "asked", Deciding()),
    (Deciding(), "reveal", "bot", BOTS),
    (Deciding(), "reveal", "over", MATCH_OVER),
    (Deciding(), "stop", "asked", REVEALED),
    (Deciding(), "stop", "bot", REVEALED),
    (Deciding(), "stop", "over", MATCH_OVER),
    (Deciding(), "round", "asked", ROUND_OVER),
    (Deciding(), "round", "bot", ROUND_OVER),
    (Deciding(), "round", "over", MATCH_OVER),
    (Deciding(), "bots wait", "asked", Deciding()),
    (Deciding(), "bots go", "asked", Deciding()),
    (Deciding(), "continue", "asked", Deciding()),
    (BOTS, "act", "asked", Deciding()),
    (BOTS, "act", "bot", BOTS),
    (BOTS, "act", "over", MATCH_OVER),
    (BOTS, "reveal", "asked", Deciding()),
    (BOTS, "stop", "bot", REVEALED),
    (BOTS, "round", "asked", ROUND_OVER),
    (BOTS, "round", "over", MATCH_OVER),
    (BOTS, "bots wait", "bot", HURRIABLE),
    (BOTS, "bots go", "bot", BOTS),
    (BOTS, "continue", "bot", BOTS),
    (HURRIABLE, "act", "asked", Deciding()),
    (HURRIABLE, "act", "bot", BOTS),
    (HURRIABLE, "stop", "asked", REVEALED),
    (HURRIABLE, "bots wait", "bot", HURRIABLE),
    (HURRIABLE, "bots go", "bot", BOTS),
    (HURRIABLE, "continue", "bot", HURRIABLE),
    # Only a key ends a pause.
    (REVEALED, "act", "asked", REVEALED),
    (REVEALED, "act", "bot", REVEALED),
    (REVEALED, "reveal", "bot", REVEALED),
    (REVEALED, "round", "bot", ROUND_OVER),
    (REVEALED, "bots wait", "bot", REVEALED),
    (REVEALED, "continue", "asked", Deciding()),
    (REVEALED, "continue", "bot", BOTS),
    (ROUND_OVER, "continue", "asked", Deciding()),
    (MATCH_OVER, "continue", "over", Over()),
    (MATCH_OVER, "act", "over", MATCH_OVER),
    (Over(), "results", "over", Over(True)),
    (Over(), "continue", "over", Over()),
    (Over(), "act", "over", Over()),
    (Over(), "bots wait", "over", Over()),
    (Over(True), "act", "over", Over(True)),
    (Over(True), "continue", "over", Over(True)),
]


@pytest.mark.parametrize(("phase", "what", "to_move", "then"), ALONE)
def test_phases_of_one_person(phase, what, to_move, then):
    screen = Screen()
    screen.live.phase = phase
    screen.come(to_move)
    screen.give(what)
    assert screen.live.phase == then
    assert screen.live.viewer == 0


# --- two people at one screen

SHARED: list[tuple[Phase, int, str, str, Phase, int]] = [
    # Phase and viewer before, input, seats to move after it, phase and viewer after it.
    (Deciding(), 0, "act", "asked", Deciding(), 0),
    (Deciding(), 0, "act", "next", Curtain(1), SPECTATOR),
    (Deciding(), 0, "act", "bot", BOTS, 0),
    (Deciding(), 0, "act", "over", MATCH_OVER, SPECTATOR),
    (Deciding(), 1, "act", "both", Curtain(0), SPECTATOR),
    # All look at the revealed cards, and no hand is shown beside them.
    (Deciding(), 0, "reveal", "asked", REVEALED, SPECTATOR),
    (Deciding(), 0, "reveal", "next", REVEALED, SPECTATOR),
    (Deciding(), 0, "round", "next", ROUND_OVER, SPECTATOR),
    (Deciding(), 0, "reveal", "over", MATCH_OVER, SPECTATOR),
    (REVEALED, SPECTATOR, "continue", "asked", Curtain(0), SPECTATOR),
    (REVEALED, SPECTATOR, "continue", "next", Curtain(1), SPECTATOR),
    (REVEALED, SPECTATOR, "continue", "bot", BOTS, SPECTATOR),
    (MATCH_OVER, SPECTATOR, "continue", "over", Over(), SPECTATOR),
    (BOTS, 0, "act", "asked", Deciding(), 0),
    (BOTS, 0, "act", "next", Curtain(1), SPECTATOR),
    (BOTS, SPECTATOR, "act", "asked", Curtain(0), SPECTATOR),
    # A hand that nobody looks at is covered, whatever the phase.
    (Deciding(), 0, "cover", "asked", Curtain(0), SPECTATOR),
    (BOTS, 1, "cover", "bot", Curtain(1), SPECTATOR),
    (REVEALED, 1, "cover", "next", Curtain(1, REVEALED), SPECTATOR),
    (Curtain(0), SPECTATOR, "open", "asked", Deciding(), 0),
    (Curtain(0), SPECTATOR, "open", "bot", BOTS, 0),
    (Curtain(0), SPECTATOR, "open", "next", Curtain(1), SPECTATOR),
    (Curtain(0), SPECTATOR, "open", "over", Over(), 0),
    (Curtain(0, REVEALED), SPECTATOR, "open", "asked", REVEALED, 0),
    # Behind the curtain, the match continues; revealed cards wait.
    (Curtain(0), SPECTATOR, "act", "next", Curtain(1), SPECTATOR),
    (Curtain(0), SPECTATOR, "act", "bot", Curtain(0), SPECTATOR),
    (Curtain(0), SPECTATOR, "act", "over", Curtain(0, MATCH_OVER), SPECTATOR),
    (Curtain(0), SPECTATOR, "reveal", "asked", Curtain(0, REVEALED), SPECTATOR),
    (Curtain(0), SPECTATOR, "round", "over", Curtain(0, MATCH_OVER), SPECTATOR),
    (Curtain(0, REVEALED), SPECTATOR, "act", "bot", Curtain(0, REVEALED), SPECTATOR),
    (Curtain(0), SPECTATOR, "bots wait", "bot", Curtain(0), SPECTATOR),
    (Over(), SPECTATOR, "results", "over", Over(True), SPECTATOR),
]


@pytest.mark.parametrize(("phase", "viewer", "what", "to_move", "then", "seen_by"), SHARED)
def test_phases_of_two_people(phase, viewer, what, to_move, then, seen_by):
    screen = Screen(people=(0, 1))
    screen.live.phase = phase
    screen.live.viewer = viewer
    screen.come(to_move)
    screen.give(what)
    assert (screen.live.phase, screen.live.viewer) == (then, seen_by)


# --- losses

LOST = Paused(Reason.LOST, ROUND)


def now(screen: Screen) -> tuple[Phase, list[int]]:
    """Return the phase, and the seats whose losses are announced."""
    return screen.live.phase, [loss.seat for loss in screen.live.announced]


def test_a_loss_is_announced_to_the_only_person_until_a_key():
    screen = Screen()
    screen.live.start()
    screen.come("asked")
    screen.seconds += 100
    screen.receive(Theft())
    assert now(screen) == (LOST, [0])
    screen.give("continue")
    assert now(screen) == (Deciding(), [])


def test_a_loss_that_a_seat_chose_is_not_announced_but_kept_for_it():
    screen = Screen()
    screen.live.start()
    screen.come("asked")
    screen.more["seat"] = 0
    screen.receive(cost := Cost())
    assert now(screen) == (Deciding(), [])
    chosen_losses: list[Any] = [*screen.live.chosen_losses]
    assert chosen_losses == [cost]
    screen.receive()
    assert not screen.live.chosen_losses


def test_what_was_missed_since_the_last_action_is_kept_for_its_seat():
    screen = Screen()
    screen.live.start()
    screen.come("bot")
    screen.receive(Late())
    assert [type(event).__name__ for event in screen.live.missed] == ["Late"]
    screen.more["seat"] = 0
    screen.receive()
    assert not screen.live.missed


def test_after_a_return_only_what_was_missed_since_the_last_action_is_kept():
    """The table told the player about earlier misses before an earlier action of theirs."""
    opened = saved("human", "bot:greedy", "bot:greedy", game="journey", seed="m")
    match, game = opened.match, opened.match.game
    missed: list[Any] = []
    ever_missed = 0
    while len(match.history) < 240 or 0 not in game.to_move(match.state):
        seat = game.to_move(match.state)[0]
        action = game.bots.advise(match.view(seat), seat, SeatNames())[0].action
        submit(opened, seat, action)
        events = [event for event in match.events(0) if 0 in event.missed]
        missed = events if seat == 0 else [*missed, *events]
        ever_missed += len(events)
    live = LiveMatch(own().matches.host(opened), Settings, {})
    live.sit(lambda snapshot: None)
    assert ever_missed > len(missed)
    assert [*live.missed] == missed
    assert live.new_events == [
        event
        for events in live.seat.log()[live.seat.last_action_position + 1 :]
        for event in events
    ]
    live.get_up()


def prospering(people: tuple[int, ...] = (0,)) -> Screen:
    """Return a screen of a game with prospects, at which another seat acts."""
    screen = Screen(people=people, more={"view": Sight(), "seat": 1})
    screen.live.start()
    screen.come("bot")
    return screen


def fallen(screen: Screen) -> list[dict[str, tuple[float, float]]]:
    return [dict(setback.falls) for setback in screen.live.setbacks]


def test_what_others_take_from_the_prospects_is_kept_until_the_next_own_action():
    screen = prospering()
    screen.more["view"] = Sight(then=(7, 9))
    screen.receive(event := Event())
    screen.more["view"] = Sight(then=(7, 9), food=(2.6, 1.0))
    screen.receive()
    assert fallen(screen) == [{"": (9, 7)}, {"food": (4.0, 2.6)}]
    events: list[Any] = [*screen.live.setbacks[0].events]
    assert events == [event]
    screen.more["seat"] = 0
    screen.receive()
    assert not screen.live.setbacks


def test_prospects_that_are_back_are_not_lost():
    screen = prospering()
    screen.more["view"] = Sight(then=(7, 9), food=(2.0, 4.0))
    screen.receive()
    screen.more["view"] = Sight(food=(2.0, 4.0))
    screen.receive()
    assert fallen(screen) == [{"food": (4.0, 2.0)}]


def test_where_turns_are_counted_on_a_setback_outlasts_the_round(monkeypatch):
    monkeypatch.setattr(Seat.game, "counts_turns_on", True)
    screen = prospering()
    screen.more["view"] = Sight(then=(7, 9))
    screen.receive()
    screen.come("bot", replace_round(screen.clock))
    screen.receive()
    assert fallen(screen) == [{"": (9, 7)}]


@pytest.mark.parametrize("event", [Theft(), Late()])
def test_a_loss_that_an_event_says_is_not_said_twice(event):
    screen = prospering()
    screen.more["view"] = Sight(then=(7, 9))
    screen.receive(event)
    assert not screen.live.setbacks


def test_an_undo_takes_a_setback_back():
    screen = prospering()
    screen.more["view"] = Sight(then=(7, 9))
    screen.receive()
    screen.more["undone_line"] = screen.line
    screen.more["view"] = Sight()
    screen.receive()
    screen.more.pop("undone_line")
    screen.more["view"] = Sight(then=(7, 9))
    assert not screen.live.setbacks


def test_the_end_of_a_round_is_no_setback():
    screen = prospering()
    screen.come("bot", replace_round(screen.clock))
    screen.more["view"] = Sight(then=(0, 0))
    screen.receive()
    assert not screen.live.setbacks


def test_a_table_without_help_says_nothing_that_a_judge_knows(monkeypatch):
    monkeypatch.setattr(Seat, "why_no_help", "It is a tournament.")
    screen = prospering()
    screen.more["view"] = Sight(then=(7, 9), food=(2.0, 4.0))
    screen.receive()
    assert fallen(screen) == [{"": (9, 7)}]


def test_a_loss_at_the_end_of_a_round_is_announced_after_it():
    screen = Screen()
    screen.live.start()
    screen.come("bot", replace_round(screen.clock))
    screen.receive(Theft(), Reveal())
    assert now(screen) == (ROUND_OVER, [])
    screen.give("continue")
    assert now(screen) == (Paused(Reason.LOST, ROUND + 1), [0])
    assert screen.live.press_continue() is Response.TOO_SOON
    screen.give("continue")
    assert now(screen) == (BOTS, [])


def test_a_loss_at_a_shared_screen_is_announced_when_its_seat_decides():
    screen = Screen(people=(0, 1), to_move=(9,))
    screen.live.start()
    screen.receive(Theft())
    assert now(screen) == (BOTS, [])
    screen.come("next")
    screen.give("act")
    assert now(screen) == (Curtain(1), [])
    screen.give("open")
    assert now(screen) == (LOST, [1])
    screen.give("continue")
    assert now(screen) == (Deciding(), [])
    assert [loss.seat for loss in screen.live.losses] == [0]


def test_spectators_are_shown_losses_without_a_pause():
    screen = Screen(people=())
    screen.live.people = ()
    screen.receive(Theft())
    assert now(screen) == (BOTS, [0, 1])
    screen.receive()
    assert now(screen) == (BOTS, [])


def test_an_undo_takes_an_announcement_back():
    screen = Screen()
    screen.live.start()
    screen.come("asked")
    screen.receive(Theft())
    screen.more["undone_line"] = screen.line
    screen.receive()
    assert now(screen) == (Deciding(), [])
    assert not screen.live.losses


def test_an_unhurried_player_who_wants_no_pause_gets_none():
    screen = Screen(wishes=Settings(pace="instant"))
    screen.live.start()
    screen.come("asked")
    screen.receive(Theft())
    assert now(screen) == (Deciding(), [])


# --- refused inputs

REFUSED = [
    *product((phase for phase in PHASES if not isinstance(phase, Curtain)), ["open"]),
    *product((phase for phase in PHASES if phase != Over()), ["results"]),
    *product((Curtain(0), Over(), Over(True)), ["cover"]),
    (Curtain(0), "continue"),
]


@pytest.mark.parametrize(("phase", "what"), REFUSED)
def test_what_makes_no_sense_is_refused_and_changes_nothing(phase, what):
    screen = Screen(people=(0, 1), to_move=(0,))
    screen.live.phase = phase
    screen.live.viewer = 0
    before = screen.live.viewer
    with pytest.raises(ImpossibleInput):
        screen.give(what)
    assert (screen.live.phase, screen.live.viewer) == (phase, before)


def test_there_is_no_hand_of_a_spectator_to_cover():
    screen = Screen(people=(0, 1), to_move=(9,))
    screen.live.start()
    assert screen.live.viewer == SPECTATOR
    with pytest.raises(ImpossibleInput):
        screen.give("cover")


# --- effects of settings

WISHES = [
    # Pace, curtain, people, input, phase.
    ("instant", "auto", (0,), "stop", Deciding()),
    ("instant", "auto", (0,), "round", Deciding()),
    ("normal", "auto", (0,), "reveal", Deciding()),
    ("normal", "auto", (0,), "round", ROUND_OVER),
    ("step", "auto", (0,), "reveal", REVEALED),
    ("step", "auto", (0,), "act", Deciding()),
    ("instant", "auto", (0, 1), "reveal", REVEALED),
    ("instant", "never", (0, 1), "reveal", Deciding()),
    ("fast", "never", (0, 1), "act", Deciding()),
    ("fast", "always", (0, 1), "act", Curtain(0)),
]


@pytest.mark.parametrize(("pace", "curtain", "people", "what", "then"), WISHES)
def test_settings_decide_what_pauses_and_what_is_covered(pace, curtain, people, what, then):
    screen = Screen(people=people, wishes=Settings(pace=pace, curtain=curtain))
    screen.live.start()
    screen.come("asked")
    screen.give(what)
    assert screen.live.phase == then


def test_no_curtain_falls_where_all_see_the_same():
    screen = Screen(people=(0, 1), to_move=(1,), hand="the same")
    screen.live.start()
    assert (screen.live.phase, screen.live.viewer) == (Deciding(), 1)
    screen.wishes = Settings(pace="fast", curtain="always")
    screen.come("asked")
    screen.give("act")
    assert screen.live.phase == Curtain(0)


# --- continue keys

KEY = live_match.KEY_REPEAT_SECONDS
GRACE_SECONDS = 0.5
"""The time after a new decision in which a continue key is ignored."""


@pytest.fixture
def grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_match, "CONTINUE_GRACE_SECONDS", GRACE_SECONDS)


@pytest.mark.parametrize("phase", [REVEALED, HURRIABLE])
def test_a_key_held_down_since_the_last_action_is_too_soon(phase):
    screen = Screen()
    screen.receive()
    screen.live.phase = phase
    screen.seconds = KEY - 0.01
    assert screen.live.press_continue() is Response.TOO_SOON
    assert screen.live.phase == phase
    screen.seconds = KEY
    then = Response.CONTINUED if phase == REVEALED else Response.HURRIED
    assert screen.live.press_continue() is then


WAITS = [
    # Phase, people at the screen, whether the key would play an action, the effect.
    (HURRIABLE, (0,), False, Response.HURRIED),
    (HURRIABLE, (0,), True, Response.OTHER_KEY),
    (HURRIABLE, (), True, Response.HURRIED),
    (REVEALED, (0,), True, Response.CONTINUED),
    (Deciding(), (0,), True, Response.UNUSED),
    (BOTS, (0,), True, Response.UNUSED),
    (BOTS, (0,), False, Response.UNUSED),
]


@pytest.mark.parametrize(("phase", "people", "plays", "then"), WAITS)
def test_a_key_that_plays_skips_no_wait_that_may_end_before_it(phase, people, plays, then):
    screen = Screen()
    screen.live.people, screen.live.phase = people, phase
    screen.seconds += 100
    assert screen.live.press_continue(plays=plays) is then


@pytest.mark.parametrize(
    ("phase", "people", "seconds", "can"),
    [
        (BOTS, (0,), 100, True),
        (BOTS, (0,), 0, False),
        (BOTS, (), 100, False),
        (Deciding(), (0,), 100, False),
    ],
)
def test_a_short_wait_for_bots_can_be_ended_by_those_who_play_and_not_at_once(
    phase, people, seconds, can
):
    screen = Screen()
    screen.live.people, screen.live.phase = people, phase
    screen.live.shown_at = screen.live.now()
    screen.seconds += seconds
    assert screen.live.can_hurry is can


WAYS_TO_DECIDE = [
    # Phase before, whether an undo leads to the decision, whether continue keys are ignored.
    (HURRIABLE, False, True),
    (HURRIABLE, True, False),
    (BOTS, False, True),
]


@pytest.mark.usefixtures("grace")
@pytest.mark.parametrize(("phase", "by_undo", "swallowed"), WAYS_TO_DECIDE)
def test_a_key_meant_for_a_pause_does_not_answer_what_comes_instead(phase, by_undo, swallowed):
    screen = Screen()
    screen.live.start()
    screen.wait(phase == HURRIABLE)
    screen.come("asked")
    screen.more = {"undone_line": 1} if by_undo else {}
    screen.receive()
    then = Response.TOO_LATE if swallowed else Response.UNUSED
    assert screen.live.press_continue() is then


@pytest.mark.usefixtures("grace")
def test_a_key_held_down_begins_the_grace_again_and_a_cursor_ends_it():
    screen = Screen(to_move=(0,))
    screen.live.start()
    for _ in range(10):
        screen.seconds += live_match.HELD_KEY_SECONDS / 2
        assert screen.live.press_continue() is Response.TOO_LATE
    screen.live.note_cursor()
    assert screen.live.press_continue() is Response.UNUSED
    screen.live.start()
    assert screen.live.press_continue() is Response.UNUSED, "it is no new question"


@pytest.mark.usefixtures("grace")
def test_presses_one_by_one_are_not_ignored_for_ever():
    screen = Screen(to_move=(0,))
    screen.live.start()
    screen.seconds += 0.6 * GRACE_SECONDS
    assert screen.live.press_continue() is Response.TOO_LATE
    screen.seconds += 0.6 * GRACE_SECONDS
    assert screen.live.press_continue() is Response.UNUSED


@pytest.mark.usefixtures("grace")
def test_after_a_pause_and_a_curtain_the_grace_begins():
    paused = Screen(to_move=(0,))
    paused.live.phase = REVEALED
    assert paused.live.press_continue() is Response.CONTINUED
    assert paused.live.press_continue() is Response.TOO_LATE
    covered = Screen(people=(0, 1), to_move=(0,))
    covered.live.start()
    covered.live.open_curtain()
    assert covered.live.press_continue() is Response.TOO_LATE
    covered.seconds += GRACE_SECONDS + 0.01
    assert covered.live.press_continue() is Response.UNUSED


# --- standing answers


def test_a_standing_answer_holds_for_the_turn_and_for_what_it_can_answer():
    screen = Screen(to_move=(9,))
    screen.live.start()
    assert screen.live.due_answer is None
    assert screen.live.toggle_standing_answer()
    assert screen.live.has_standing_answer(0)
    assert screen.live.due_answer is None, "nothing is asked"
    screen.come("asked")
    screen.receive()
    assert screen.live.due_answer == 0
    screen.come("asked", Clock(ROUND, 9, 2, 9))
    screen.receive()
    assert screen.live.due_answer is None, "another turn"


def test_it_is_undone_the_same_way_and_draws_no_curtain():
    screen = Screen(people=(0, 1), to_move=(9,))
    screen.live.start()
    screen.live.viewer = 1
    assert screen.live.toggle_standing_answer()
    screen.live.viewer = 0
    screen.come("next")
    screen.receive()
    assert screen.live.due_answer == 1
    assert not isinstance(screen.live.phase, Curtain)
    screen.live.viewer = 1
    assert not screen.live.toggle_standing_answer()
    assert screen.live.due_answer is None


def test_a_hidden_hand_stays_hidden_from_every_viewer():
    screen = Screen(people=(0, 1), to_move=(0,))
    screen.live.start()
    screen.live.toggle_hand()
    screen.live.open_curtain()
    assert screen.live.is_hand_hidden
    screen.live.toggle_hand()
    assert not screen.live.is_hand_hidden


def test_the_machine_knows_no_terminal():
    import subprocess
    import sys

    code = "import darwin_tui.play.live_match, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & {"textual", "rich"}


def test_a_key_meant_for_a_reveal_neither_plays_nor_continues_once_it_has_ended(grace):
    screen = Screen(to_move=(0,))
    screen.live.start()
    screen.seconds += 100
    assert screen.live.press_continue(plays=True) is Response.UNUSED
    screen.live.note_shown()
    assert screen.live.press_continue(plays=True) is Response.TOO_LATE
    screen.live.phase = REVEALED
    screen.live.note_shown()
    assert screen.live.press_continue() is Response.TOO_SOON
