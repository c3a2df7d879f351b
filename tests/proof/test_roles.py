"""Each role in each situation sees its own view and nothing else.

Roles are the seats and a spectator. Situations are a live match, one with undone actions, a replay,
a match resumed after a restart, and a branch. A role's view and events at each point of a match are
recorded once, at a live table without undos. In every other situation and on the screens they must
be exactly the same. For Darwin's Dice, a second oracle lists the secrets that no role may see.
"""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
import sampling
from home import here, own
from matches import NAMES, Written, began, do_at, header
from textual.pilot import Pilot
from tui.scenes import shown

from darwin_core.contract import registry
from darwin_core.contract.game import HIDDEN, NOTHING, OMNISCIENT, SPECTATOR
from darwin_core.games.dice.acts import Chose, RoundBegan
from darwin_core.games.dice.material import DiceState
from darwin_core.games.dice.texts import card_name
from darwin_core.match import AnyMatch, Match, Redo, Refused, Undo, branch, replay
from darwin_core.match.record import Player
from darwin_core.table import Snapshot, Table
from darwin_tui import paths
from darwin_tui.app import DarwinApp
from darwin_tui.drawing.scene import AnyScene
from darwin_tui.library import saves
from darwin_tui.widgets.board import AnyBoard, Board

SEATS = 3
ROLES = (*range(SEATS), SPECTATOR)
LIVING = 40
"""Number of actions of an unfinished match; Darwin's Dice is then in its second round."""

AnySnapshot = Snapshot[Any, Any, Any]
Seen = tuple[bytes, tuple[bytes, ...]]
"""A view and the events of the last action, both packed."""

_pack = msgspec.msgpack.Encoder().encode


def seen(view: Any, events: tuple[Any, ...]) -> Seen:
    return _pack(view), tuple(map(_pack, events))


class RoleObserver:
    """An observer that collects a role's snapshots, with the number of actions in force."""

    def __init__(self, table: Table[Any, Any, Any], role: int) -> None:
        self.table = table
        self.role = role
        self.events: list[tuple[int, AnySnapshot]] = []
        table.observe(role, self.observe)

    def observe(self, snapshot: AnySnapshot) -> None:
        assert snapshot.viewer == self.role
        self.events.append((len(self.table.match.history), snapshot))


def begun(slug: str) -> Written:
    return began(SEATS, "roles", game=slug)


def acts(slug: str, seed: str = "roles", undo: float = 0.0) -> Iterator[tuple[int, Any]]:
    """Yield seats and their actions. With undos and redos, the actions in force stay the same."""
    match = begun(slug).match
    rng, moods = Random(seed), Random(seed)
    while len(match.history) < LIVING:
        seat = rng.choice(match.game.to_move(match.state))
        todo: list[Any] = [rng.choice(match.legal(seat))]
        if moods.random() < undo:
            todo += [Undo(), Redo()]
        for act in todo:
            try:
                step = match.propose(seat, act)
            except Refused:
                break
            match.accept(step)
            yield seat, act


async def played(slug: str, undo: float = 0.0) -> tuple[AnyMatch, list[RoleObserver]]:
    written = begun(slug)
    match = written.match
    table: Table[Any, Any, Any] = Table(match, written)
    observers = [RoleObserver(table, role) for role in ROLES]
    for seat, act in acts(slug, undo=undo):
        await do_at(table, seat, act)
    return match, observers


@pytest.fixture(params=registry.SLUGS)
def slug(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def live(slug: str) -> dict[tuple[int, int], Seen]:
    """Return the view and the events of each role after each number of actions, at a live table."""
    _, observers = await played(slug)
    return {
        (observer.role, position): seen(snapshot.view, snapshot.events)
        for observer in observers
        for position, snapshot in observer.events
    }


# --- at the table


def secrets(state: Any, role: int) -> list[str]:
    """Return a role's secrets in a whole state of Darwin's Dice, found without the role's view."""
    others = [seat for seat in range(SEATS) if seat != role]
    hidden = [f"hand {state.hands[seat]}" for seat in others if state.hands[seat]]
    hidden += [f"chosen {seat}" for seat in others if state.chosen[seat] not in (NOTHING, HIDDEN)]
    return hidden


def assert_view_hides(view: Any, role: int) -> None:
    """Check that a view contains nothing secret."""
    assert view.chance == b""
    if not isinstance(view, DiceState):
        return
    assert set(view.deck) <= {HIDDEN}
    assert set(view.rolls[view.turn + 1 :]) <= {HIDDEN}
    for seat in range(SEATS):
        if seat != role:
            assert set(view.hands[seat]) <= {HIDDEN}
            assert view.chosen[seat] in (HIDDEN, NOTHING)


def assert_events_hide(events: tuple[Any, ...], role: int) -> None:
    """Check that no event contains a secret of Darwin's Dice."""
    for event in events:
        if isinstance(event, Chose):
            assert event.seat == role
        if isinstance(event, RoundBegan):
            assert all(set(h) <= {HIDDEN} for s, h in enumerate(event.hands) if s != role)


async def test_live_news_hold_the_roles_own_view_and_no_secret(slug):
    match, observers = await played(slug)
    for observer in observers:
        assert len(observer.events) == len(match.lines)
        for position, snapshot in observer.events:
            state = match.state_at(position)
            assert _pack(snapshot.view) == _pack(match.game.view(state, observer.role))
            assert_view_hides(snapshot.view, observer.role)
            assert_events_hide(snapshot.events, observer.role)
            own = tuple(match.legal(observer.role)) if position == len(match.history) else ()
            assert not own or snapshot.actions == own


async def test_live_news_of_dice_hold_the_own_hand():
    match, observers = await played("dice")
    for observer in observers[:SEATS]:
        for position, snapshot in observer.events:
            state = match.state_at(position)
            assert snapshot.view.hands[observer.role] == state.hands[observer.role]
            assert snapshot.view.chosen[observer.role] == state.chosen[observer.role]
    assert secrets(match.state, 0)


async def test_undo_shows_every_role_what_it_saw_before(slug, live):
    match, observers = await played(slug, undo=0.5)
    undone = [line.number for line in match.lines if line.action.startswith("undo ")]
    assert len(undone) > 5
    compared = 0
    for observer in observers:
        for place, (position, snapshot) in enumerate(observer.events):
            assert_view_hides(snapshot.view, observer.role)
            assert_events_hide(snapshot.events, observer.role)
            wanted = live.get((observer.role, position))
            if snapshot.line in undone:
                assert snapshot.events == ()
                assert wanted is None or _pack(snapshot.view) == wanted[0]
            elif wanted:
                assert seen(snapshot.view, snapshot.events) == wanted
                compared += 1
            assert snapshot.line == place + 1
    assert compared > 100


async def test_resumed_match_shows_every_role_what_it_saw_live(slug, live):
    path = paths.private_dir(here().matches) / "roles.jsonl"
    opened = saves.create(header(SEATS, "roles", slug), path)
    for number, (seat, act) in enumerate(acts(slug), 1):
        assert opened.journal is not None
        table: Table[Any, Any, Any] = Table(opened.match, opened.journal)
        await do_at(table, seat, act)
        table.close()
        opened = saves.resume(path)
        assert opened.journal is not None
        back: Table[Any, Any, Any] = Table(opened.match, opened.journal)
        for role in ROLES:
            snapshot = back.snapshot(role)
            assert seen(snapshot.view, snapshot.events) == live[role, number]
    assert opened.journal is not None
    opened.journal.close()


async def test_replay_shows_every_role_what_it_saw_live(slug, live):
    match, _ = await played(slug, undo=0.5)
    for role in ROLES:
        log = replay.event_log(match, role)
        for position in range(1, len(match.history) + 1):
            looked = seen(match.view(role, position), match.events(role, position))
            assert looked == live[role, position]
            assert tuple(map(_pack, log[position])) == live[role, position][1]


POINTS = (0, 3, 7, 24, 31, 40)
"""Numbers of actions after which matches branch."""


async def test_branch_shows_every_role_what_it_saw_live(slug, live):
    match, _ = await played(slug)
    for position in POINTS:
        same, _ = branch(match, position, header(SEATS, "other", slug))
        for role in ROLES:
            for at in range(1, position + 1):
                assert seen(same.view(role, at), same.events(role, at)) == live[role, at]


@pytest.mark.parametrize("dealer", ROLES)
async def test_branch_dealt_again_shows_its_dealer_the_same_and_others_nothing_more(
    slug, live, dealer
):
    match, _ = await played(slug)
    for position in sampling.one_by_turns(POINTS, 1, dealer):
        branched, _ = branch(match, position, header(SEATS, "other", slug), (dealer, bytes(16)))
        if position:
            assert _pack(branched.view(dealer)) == live[dealer, position][0]
        for role in ROLES:
            assert_view_hides(branched.view(role), role)
            assert_events_hide(branched.events(role), role)
        assert _pack(branched.state) != _pack(match.state_at(position))
        if slug == "dice":
            assert secrets(match.state_at(position), dealer) != secrets(branched.state, dealer)


# --- on the screens


class Watched:
    """A recorder of all scenes that boards show."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.scenes: list[AnyScene] = []
        show = Board.show

        def noted(board: AnyBoard, scene: AnyScene) -> None:
            self.scenes.append(scene)
            show(board, scene)

        monkeypatch.setattr(Board, "show", noted)

    def check(self, match: AnyMatch, roles: set[int]) -> int:
        """Check that each scene is the view and log of an allowed role at some point of a match.

        Return the number of scenes.
        """
        # Actions that were undone later were seen too, so every prefix of the lines counts.
        moments = [
            Match.load(match.game, match.header, match.first_chain, match.lines[:count])
            for count in range(len(match.lines) + 1)
        ]
        views = {role: {_pack(moment.view(role)) for moment in moments} for role in roles}
        stories = {
            role: set().union(*(_stories(moment, role) for moment in moments)) for role in roles
        }
        for scene in self.scenes:
            assert scene.viewer in roles
            assert _pack(scene.view) in views[scene.viewer]
            if scene.viewer != OMNISCIENT:
                assert_view_hides(scene.view, scene.viewer)
                assert_events_hide(tuple(scene.events), scene.viewer)
            assert tuple(map(_pack, scene.events)) in stories[scene.viewer]
            if scene.chooser and scene.chooser.actions:
                assert scene.viewer in match.game.to_move(scene.view)
        return len(self.scenes)


def _stories(match: AnyMatch, role: int) -> set[tuple[bytes, ...]]:
    packed_events: list[bytes] = []
    stories: set[tuple[bytes, ...]] = set()
    for events in replay.event_log(match, role):
        # A screen shows the events of one action together.
        packed_events += map(_pack, events)
        stories.add(tuple(packed_events))
    return stories


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    monkeypatch.setattr("darwin_core.table.runner.BOT_PAUSE_SECONDS", 0.0)
    return Watched(monkeypatch)


def on_disk(*controls: str, position: int = 10) -> saves.Opened:
    people = tuple(Player(n, c) for n, c in zip(NAMES, controls, strict=False))
    head = header(SEATS, "roles", players=people)
    path = paths.private_dir(here().matches) / "roles.jsonl"
    opened = saves.create(head, path)
    assert opened.journal is not None
    for seat, act in acts("dice"):
        if len(opened.match.history) == position:
            break
        step = opened.match.propose(seat, act)
        opened.journal.append(step.text, len(opened.match.lines) + 1)
        opened.match.accept(step)
    return opened


async def press(pilot: Pilot[Any], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)


async def test_seat_at_a_screen_sees_its_own_view_live_and_undone(watched):
    opened = on_disk("human", "bot:random", "bot:random", position=0)
    async with DarwinApp(own(), play=opened).run_test(size=(120, 40)) as pilot:
        for _ in range(4):
            await press(pilot, "enter", "u", "U", "tab", "H", "x", "L", "p", "p")
    assert opened.match.lines
    assert watched.check(opened.match, {0, SPECTATOR}) > 30


async def test_hidden_hand_is_named_nowhere_on_the_screen(watched, monkeypatch):
    monkeypatch.setattr("darwin_tui.screens.curtain.GUARD_SECONDS", 0.0)
    opened = on_disk("human", "human", "bot:random", position=0)
    app = DarwinApp(own(), play=opened)
    async with app.run_test(size=(140, 40)) as pilot:
        await press(pilot, "space")
        held = hand_of(app)
        assert held
        for key in ("p", "left", "H", "1", "space", "escape"):
            await press(pilot, key)
            text = re.sub(r"owl 0.{1,3} 9.{1,3} +scorpion", "", shown(app))  # the card counter
            assert not any(card_name(card) in text for card in held), key
            assert not hand_of(app)
        # Enter shows the hand and plays nothing that was not seen; then it plays.
        await press(pilot, "enter")
        assert opened.match.state.chosen[0] == NOTHING
        await press(pilot, "enter")
        assert card_name(opened.match.state.chosen[0]) not in shown(app)
    assert {scene.viewer for scene in watched.scenes} == {0, SPECTATOR}
    assert watched.check(opened.match, {0, SPECTATOR}) > 3


def hand_of(app: DarwinApp) -> list[int]:
    """Return the cards that can be selected on the board."""
    return [card for _, card in app.screen.query_one(Board).places]


async def test_resumed_seat_sees_its_own_view(watched):
    on = on_disk("bot:random", "human", "bot:random")
    assert on.journal is not None
    on.journal.close()
    app = DarwinApp(own())
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "c", "L", "tab", "enter", "H", "x")
    resumed = saves.read(on.path).match
    assert watched.check(resumed, {1}) > 5


@pytest.mark.parametrize(
    ("controls", "roles"),
    [
        (("human", "bot:random", "bot:random"), {0, SPECTATOR}),
        (("bot:random", "bot:random", "human"), {2, SPECTATOR}),
        (("human", "human", "bot:random"), {SPECTATOR}),
        (("bot:random", "bot:random", "bot:random"), {SPECTATOR}),
    ],
)
async def test_replay_of_a_living_match_has_only_the_perspectives_that_are_allowed(
    controls, roles, watched
):
    opened = on_disk(*controls)
    assert opened.journal is not None
    opened.journal.close()
    for viewer in sampling.one_by_turns((None, 1, OMNISCIENT), 1, len(roles) + max(roles)):
        app = DarwinApp(own(), replay=saves.read(opened.path), viewer=viewer)
        async with app.run_test(size=(120, 40)) as pilot:
            await press(pilot, "right", "right", "p", "end", "p", "home", "L")
    assert watched.check(saves.read(opened.path).match, roles) > 6


async def test_branch_on_the_screen_shows_its_player_only_what_she_knew(watched):
    opened = on_disk("human", "bot:random", "bot:random")
    assert opened.journal is not None
    opened.journal.close()
    app = DarwinApp(own(), replay=saves.read(opened.path))
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "right", "right", "right")
        assert watched.check(saves.read(opened.path).match, {0, SPECTATOR}) > 3
        watched.scenes.clear()
        await press(pilot, "b", "enter")
        await press(pilot, "enter", "tab", "H", "x")
    (path,) = {row.path for row in saves.listed(here())} - {opened.path}
    grown = saves.read(path).match
    assert grown.header.parent is not None
    scenes = [scene for scene in watched.scenes if scene.chooser is not None]
    watched.scenes = scenes
    assert watched.check(grown, {0}) > 2


async def test_leak_planted_in_a_snapshot_is_found(watched, monkeypatch):
    def leaky(match: AnyMatch, viewer: int, position: int | None = None) -> Any:
        view = match.game.view(match.state, viewer)
        view.hands = match.state.hands[:]
        return view

    opened = on_disk("human", "bot:random", "bot:random", position=0)
    with monkeypatch.context() as patch:
        patch.setattr("darwin_core.match.Match.view", leaky)
        async with DarwinApp(own(), play=opened).run_test(size=(80, 24)) as pilot:
            await press(pilot, "tab", "tab")
    with pytest.raises(AssertionError):
        watched.check(opened.match, {0, SPECTATOR})
