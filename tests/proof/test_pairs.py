"""Two worlds that a viewer may not distinguish are drawn and logged alike.

Pairs come from random moments of every game, for every seat and for the spectator. The tests are
cheaper than ``test_twins``, which runs the whole program, so they can compare many pairs: the board
is drawn without a terminal, bots choose an action, an action that shows nothing hidden is played in
both worlds, and the match is exported. Each game's ``test_interference`` compares views and events.
"""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import md5
from importlib import import_module
from itertools import count
from random import Random
from typing import Any

import pytest
from matches import header
from tui.scenes import BOARDS, asking, drawn, players, twin_of

from darwin_core.bots import levels
from darwin_core.bots.hints import distinct
from darwin_core.contract import registry
from darwin_core.contract.game import Advice
from darwin_core.games.darwinning import acts as darwinning
from darwin_core.games.dice.acts import Play
from darwin_core.games.journey import acts as journey
from darwin_core.games.yummy.acts import Ask, Give
from darwin_core.lab.play import Case, moments, packed, pick
from darwin_core.match import AnyMatch, Match, replay
from darwin_core.match.recording import AnyRecording, Recording
from darwin_core.match.timeline import Timeline
from darwin_core.text.seat_names import SeatNames
from darwin_tui.boards import board_for
from darwin_tui.cli.export import data
from darwin_tui.export.markdown import markdown

FEW = 24
"""Number of pairs in each run."""
MANY = int(os.environ.get("PROOF_PAIRS", "20000"))
SECRET: dict[str, tuple[type, ...]] = {
    "dice": (Play,),
    "darwinning": (darwinning.Keep,),
    "yummy": (Give, Ask),
    "evo": (),
    "journey": (journey.Keep,),
}
"""Kinds of actions of which others see only that one is taken, not which one."""

SIZES = (BOARDS[0],) * 6 + (BOARDS[1],) * 2 + BOARDS[2:]
"""Small boards more often than large ones, which take longer."""

Seen = list[tuple[str, Any]]


@dataclass(frozen=True)
class Pair:
    """A state and its twin that a viewer may not distinguish, and the next action."""

    slug: str
    viewer: int
    worlds: tuple[AnyMatch, AnyMatch]
    seat: int
    action: Any
    seed: str


def pairs(slug: str, number: int, seed: str) -> Iterator[Pair]:
    """Yield pairs from random moments of random and of advised matches, one for each viewer."""
    game = registry.get(slug)
    rng = Random(f"{slug} {seed}")
    least = min(0.5, number / 400)
    made = 0
    for round in count():
        seats = pick(rng, list(game.seats))
        case = Case(game, seats, f"pairs {seed} {round}", is_advised=round % 2 == 1)
        for moment in moments(case):
            if rng.random() > least:
                continue
            for viewer in case.viewers:
                twin = twin_of(slug, moment.before, viewer, rng)
                name = f"{slug} {seed} {round}.{moment.step} viewer {viewer} of {seats}"
                matches = Begun(slug, seats, moment.before), Begun(slug, seats, twin)
                yield Pair(slug, viewer, matches, moment.seat, moment.action, name)
                made += 1
                if made == number:
                    return


class Begun(Match[Any, Any, Any]):
    """A match that begins from a state, without the check that it can be played to the end.

    That check takes ten times as long as the rest of this test. The tests of twins make it.
    """

    def __init__(self, slug: str, seats: int, state: Any) -> None:
        sitting = tuple(players(*["human"] * seats))
        super().__init__(registry.get(slug), header(seats, "", slug, players=sitting), "chain")
        self.state = self.game.clone(state)
        self._timeline = Timeline(self.game, state, ())


def looks(match: AnyMatch, viewer: int, rng: Random) -> Seen:
    """Return a drawn board with its texts, and the hints and bots' choices for the viewer.

    Its size, its open pane and the cursor's element are random.
    """
    game = match.game
    board = board_for(match.game.slug)
    size = pick(rng, SIZES)
    look: dict[str, Any] = {
        "pane": rng.randrange(max(len(board.PANES), 1)),
        "order": rng.randrange(len(board.ORDERS)),
        "has_log": rng.random() < 0.3,
    }
    scene = asking(match, viewer, **look)
    drawing = drawn(scene, size)
    seen: Seen = [("the board", drawing.canvas._cells), ("the places", drawing.places)]
    if drawing.places:
        at = pick(rng, list(drawing.places))
        scene = replace(scene, cursor=at)
        seen += [("the explanation", board.zoom(scene, at)), ("its ways", scene.choices_on(at))]
        if rng.random() < 0.25:
            seen.append(("the cursor", drawn(scene, size).canvas._cells))
    if viewer in game.to_move(match.state):
        view = match.view(viewer)
        chance = rng.randbytes(16)
        seen.append(("the hints", distinct(game, game.bots.advise(view, viewer, SeatNames()))))
        for level in ("random", "easy", "normal"):
            seen.append((f"the {level} bot", levels.bot(level)(game, view, viewer, chance)))
    return seen


def texts_of(match: AnyMatch, viewer: int) -> Seen:
    """Return the sentences of the event log, and the match as text and as data."""
    game = match.game
    names = match.header.names
    sentences = [
        [game.texts.sentence(event, SeatNames(names)) for event in events]
        for events in replay.event_log(match, viewer)
    ]
    return [
        ("the log", sentences),
        ("Markdown", markdown(Recording(match, viewer))),
        ("JSON", data(Recording(match, viewer))),
    ]


def is_same_for(pair: Pair) -> bool:
    """Play the next action in both worlds; return True if the viewer may still not tell them apart.

    That is so if the action reveals nothing hidden, or the same in both worlds.
    """
    quiet = True
    rng = Random(pair.seed)
    _, other = pair.worlds
    actions = [pair.action, pair.action]
    offered = other.legal(pair.seat)
    if pair.seat != pair.viewer and isinstance(pair.action, SECRET[pair.slug]):
        alike = [action for action in offered if type(action) is type(pair.action)]
        if alike and (pair.action not in alike or rng.random() < 0.5):
            actions[1] = pick(rng, alike)
    if actions[1] not in offered:
        return False
    views = []
    for match, action in zip(pair.worlds, actions, strict=True):
        step = match.propose(pair.seat, action)
        quiet &= not any(event.reveals for event in step.events)
        match.accept(step)
        views.append(packed((match.view(pair.viewer), match.events(pair.viewer))))
    return quiet or views[0] == views[1]


def difference(pair: Pair) -> tuple[str, bool]:
    """Return the first difference between two worlds, or an empty string.

    Also return True if an action continued both worlds alike.
    """
    one, other = pair.worlds
    for when in ("", "afterwards "):
        both = []
        for match in (one, other):
            rng = Random(pair.seed + when)
            both.append([*looks(match, pair.viewer, rng), *texts_of(match, pair.viewer)])
        if len(both[0]) != len(both[1]):
            return f"{when}the number of texts", bool(when)
        for (name, text), (_, other_text) in zip(*both, strict=True):
            if text != other_text:
                return when + name, bool(when)
        if not when and not is_same_for(pair):
            return "", False
    return "", True


def compare(slug: str, number: int, seed: str) -> tuple[int, int]:
    """Return the number of pairs with different states, and of pairs that an action continued."""
    different = continued = 0
    for pair in pairs(slug, number, seed):
        one, other = pair.worlds
        different += packed(one.state) != packed(other.state)
        fault, is_continued = difference(pair)
        assert not fault, f"{pair.seed}: {fault}"
        continued += is_continued
    return different, continued


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_worlds_alike_are_drawn_and_described_alike(slug):
    different, continued = compare(slug, FEW, "few")
    assert different > 0.9 * FEW
    assert continued > FEW // 4


@pytest.mark.campaign
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_many_worlds_alike_are_drawn_and_described_alike(slug):
    """Compare 20,000 pairs of each game (or PROOF_PAIRS), some 50 to 150 a second."""
    start = time.monotonic()
    compare(slug, MANY, f"many {time.time_ns()}")
    print(f"{slug}: {MANY / (time.monotonic() - start):.0f} pairs a second")


def first_difference(slug: str, number: int = 10 * FEW) -> str:
    """Return the first difference between worlds; empty if there is none."""
    differences = (difference(pair)[0] for pair in pairs(slug, number, "leak"))
    return next(filter(None, differences), "").removeprefix("afterwards ")


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_leak_planted_in_a_view_is_seen_on_the_board(slug, monkeypatch):
    game = registry.get(slug)
    leaky = replace(game, view=lambda state, _: game.clone(state))
    monkeypatch.setattr(f"darwin_core.games.{slug}.GAME", leaky)
    assert first_difference(slug) in ("the board", "the explanation")


@pytest.mark.parametrize("slug", [slug for slug in registry.SLUGS if SECRET[slug]])
def test_secret_action_that_all_know_of_is_seen_in_the_log(slug, monkeypatch):
    game = registry.get(slug)
    leaky = "darwin_core.match.replay.redact_all"
    monkeypatch.setattr(leaky, lambda game, events, viewer: tuple(events))
    # Boards, which may show the last events, are left out: only the log is tested here.
    monkeypatch.setattr("test_pairs.looks", lambda match, viewer, rng: [])
    assert game.slug == slug
    assert first_difference(slug) == "the log"


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_export_that_reads_the_whole_state_is_found(slug, monkeypatch):
    def score(recording: AnyRecording) -> list[str]:
        return [md5(packed(recording._match.state)).hexdigest()]

    monkeypatch.setattr(import_module("darwin_tui.export.markdown"), "_score", score)
    assert first_difference(slug) == "Markdown"


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_bot_that_knows_of_chance_to_come_is_found(slug, monkeypatch):
    """Plant a bot whose choice depends on chance that only the state knows."""
    game = registry.get(slug)

    def view(state: Any, viewer: int) -> Any:
        seen = game.view(state, viewer)
        seen.chance = state.chance
        return seen

    def advise(view: Any, seat: int, seat_names: SeatNames) -> list[Advice[Any]]:
        actions = game.legal(view, seat)
        return [Advice(actions[view.chance[0] % len(actions)], 0.0, "it is time")]

    leaky = replace(game, view=view, bots=replace(game.bots, advise=advise))
    monkeypatch.setattr(f"darwin_core.games.{slug}.GAME", leaky)
    assert first_difference(slug) == "the hints"
