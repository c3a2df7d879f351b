"""Play of Yummy Darwinism by keyboard and in text mode: trades, standing answers, and two people at
one screen."""

import asyncio
from typing import Any

import msgspec
import pytest
from tui.hands import keys_for
from tui.scenes import (
    NAMES,
    Script,
    match_at,
    notices,
    play_of,
    playing,
    prompt,
    said,
    saved,
    shown,
    submit,
    table_at,
    until,
)
from tui.yummy_scenes import GAME

from darwin_core.contract.game import SPECTATOR
from darwin_core.games.yummy import acts
from darwin_core.games.yummy.material import CARDS, LABELS, Answer, Move, Offer
from darwin_core.games.yummy.texts import card_name
from darwin_core.match import replay
from darwin_core.table import runner
from darwin_core.text.language import noun, reading, tr
from darwin_core.text.seat_names import SeatNames
from darwin_tui import text_mode
from darwin_tui.library.open_matches import OpenMatches
from darwin_tui.screens.curtain import CurtainScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.widgets.board_panel import EventLog

WORDS = SeatNames(NAMES)


def yummy(*controls, first=0, true=lambda state: True, **more):
    """Save a match that a given seat begins and whose first state fulfils a condition."""
    for seed in map(str, range(2000)):
        state = GAME.setup(GAME.options(), len(controls), seed, None)
        if GAME.to_move(state) == (first,) and true(state):
            return saved(*controls, seed=seed, game="yummy", **more)
    raise AssertionError("no match begins so")


# --- by keyboard alone


def offers(kind, least=1):
    """Return a condition: the first seat has at least ``least`` legal actions of a kind."""
    return lambda state: sum(isinstance(action, kind) for action in GAME.legal(state, 0)) >= least


@pytest.mark.usefixtures("newcomer")
async def test_a_note_leaves_the_bar_and_the_players_row_in_sight(no_bots):
    """The gain of a triplet is drawn there, and so is the score after it."""
    opened = yummy("human", *["bot:random"] * 3, true=offers(acts.Lay), title="note")
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: f"{tr('trade')} " in shown(pilot.app))
        assert "0 safe  hand 7" in shown(pilot.app)
        assert shown(pilot.app).count("safe") == 1, "the rivals' rows are left out"


async def test_a_triplet_suggested_is_laid_by_three_keys_at_most(no_bots):
    for least in (1, 2, 3):
        opened = yummy("human", "bot:random", true=offers(acts.Lay, least), title=f"lay {least}")
        async with playing(opened).run_test(size=(80, 24)) as pilot:
            first = next(action for action in opened.match.legal(0) if isinstance(action, acts.Lay))
            count = 0
            while not opened.match.history:
                await pilot.press("enter")
                count += 1
                assert count <= 3
            assert isinstance(opened.match.history[0].action, acts.Lay)
            assert opened.match.history[0].action.cards[0] == first.cards[0]


async def reach(opened, kind):
    """Continue a match until the first seat can play a kind of action and can lay no triplet.

    To lay a triplet, the same card could be selected.
    """
    match = opened.match
    while (movers := GAME.to_move(match.state)) != (0,) or not (
        isinstance(match.state.pending[-1], Move)
        and any(isinstance(action, kind) for action in match.legal(0))
        and not offers(acts.Lay)(match.state)
    ):
        advised = GAME.bots.advise(match.view(movers[0]), movers[0], WORDS)
        submit(opened, movers[0], advised[0].action)
    return opened


@pytest.mark.parametrize("kind", [acts.Trump, acts.Swap, acts.Mark])
async def test_what_is_done_to_others_takes_three_keys_at_most(kind, no_bots):
    for seed in ("1", "2", "3", "4", "5", "6", "7", "8", "9"):
        try:
            opened = await reach(
                saved(*["human"] + ["bot:random"] * 3, seed=seed, game="yummy"), kind
            )
            break
        except IndexError:
            continue
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = play_of(pilot.app)
        count = len(opened.match.history)
        action = next(action for action in screen.live.snapshot.actions if isinstance(action, kind))
        keys = keys_for(screen, GAME.targets(action)[0])
        await pilot.press(*keys, "enter")
        if len(opened.match.history) == count:
            await pilot.press("enter")
        assert len(keys) == 1
        assert opened.match.history[count].action.card == action.card


async def test_the_turn_ends_by_two_keys_at_most(no_bots):
    for kind in (acts.Lay, acts.Trade):
        opened = yummy("human", "bot:random", true=offers(kind), title=kind.__name__)
        async with playing(opened).run_test(size=(80, 24)) as pilot:
            await pilot.press("0", "enter")
            assert opened.match.history[0].action == acts.End()


async def test_a_button_selected_is_let_go_when_the_cursor_moves(no_bots):
    opened = yummy("human", "bot:random", true=offers(acts.Lay))
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        await pilot.press("0")
        assert prompt(pilot.app).startswith("Enter: end the turn")
        await pilot.press("left", "enter")
        assert isinstance(opened.match.history[0].action, acts.Trade), "not what was picked before"


# --- trades


async def test_a_whole_trade_by_few_keys_to_the_counter_offer(no_bots):
    opened = yummy("human", "bot:random", true=lambda state: not offers(acts.Lay)(state))
    match = opened.match
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        screen = play_of(app)
        assert screen.selection.cursor is not None
        assert screen.selection.cursor[0] == "button"
        await pilot.press("left", "enter")
        await begin_anew(pilot, match)
        await pilot.press("2", "enter")
        assert screen.selection.cursor[0] == "label", "on to what is asked for"
        await pilot.press("u")
        assert match.state.pending[-1].give == b""
        await pilot.press("1", "enter", "enter")
        top = match.state.pending[-1]
        assert (len(top.give), len(top.ask)) == (1, 1)
        give, ask = (
            line for line in shown(app).splitlines() if line[1:9] in ("you give", "you get ")
        )
        assert card_name(top.give[0]) in give
        assert card_name(top.ask[0]) in ask
        await pilot.press("enter")
        assert isinstance(match.state.pending[-1], Answer)
        await answer_by_counter(screen, match)
        await until(pilot, lambda: screen.live.snapshot.actions)
        assert [
            element for element, _ in zip(screen.panel.board.places, range(2), strict=False)
        ] == [("button", 3), ("button", 4)]
        assert "In return you are offered" in prompt(app)
        assert "you would get" in shown(app)
        assert screen.selection.cursor == ("button", 4), "nothing is accepted by chance"
        hand = match.state.hands[0]
        await pilot.press("1", "enter")
        await until(pilot, lambda: isinstance(match.state.pending[-1], Move))
        assert match.state.hands[0] != hand
        logged = [event for events in replay.event_log(match, 0) for event in events]
        assert any(isinstance(event, acts.Traded) for event in logged)


async def test_the_answer_to_an_offer_is_said(no_bots):
    opened = yummy("human", "bot:random", true=lambda state: not offers(acts.Lay)(state))
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = play_of(pilot.app)
        await pilot.press("left", "enter", "1", "enter", "enter", "enter")
        assert isinstance(opened.match.state.pending[-1], Answer)
        table = table_at(screen)
        await table.submit(1, GAME.texts.parse("decline"), table.snapshot(1).question)
        await until(pilot, lambda: screen.live.snapshot.actions)
        assert said(pilot.app) == f"{screen.seat.names[1]} declines."


async def test_a_turn_is_undone_by_one_key_and_said_once(no_bots, monkeypatch):
    opened = yummy("human", "bot:random", true=lambda state: not offers(acts.Lay)(state))
    match = opened.match
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = play_of(pilot.app)
        before = match.view(0)
        await pilot.press("left", "enter")
        # Nobody else knows of the trade yet, so that all of it can be undone.
        assert isinstance(match.state.pending[-1], Offer)
        count = len(match.history)
        assert count > 1
        first = GAME.targets(match.history[0].action)[0]
        texts: list[str] = []
        say = screen.say

        def listen(text: str = "") -> None:
            texts.append(text)
            say(text)

        monkeypatch.setattr(screen, "say", listen)
        await pilot.press("R")
        assert match.view(0) == before
        assert said(pilot.app) == "Your turn is undone."
        assert [*filter(None, texts)] == [said(pilot.app)]
        assert screen.selection.cursor == first
        await pilot.press(*["U"] * count)
        assert len(match.history) == count
        await pilot.press("R", "R")
        assert said(pilot.app) == "There is nothing to undo in this turn."
        assert match.view(0) == before


async def begin_anew(pilot, match):
    """Undo the suggested steps with which an offer begins."""
    while match.state.pending[-1].give:
        await pilot.press("u")


async def test_esc_leaves_a_trade_until_its_offer_is_made(no_bots):
    opened = yummy("human", "bot:random", true=lambda state: not offers(acts.Lay)(state))
    match = opened.match
    before = match.view(0)
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        await pilot.press("left", "enter")
        assert match.state.pending[-1].ask, "it begins with a suggestion"
        assert "Esc leaves" in shown(pilot.app)
        await pilot.press("escape")
        assert match.view(0) == before
        await pilot.press("escape")
        assert match.view(0) == before


def test_plain_mode_undoes_a_turn_by_one_word():
    opened = yummy("human", "bot:random", true=lambda state: not offers(acts.Lay)(state))
    match = opened.match
    trade = next(n for n, action in enumerate(match.legal(0), 1) if isinstance(action, acts.Trade))
    before = match.view(0)
    console = Script(
        [f"{trade}", "1", "1", "R", lambda: str(match.view(0) == before), "undo", "quit"]
    )
    text_mode.play_plain(OpenMatches().host(opened), console)
    assert len([line for line in match.lines if line.action.startswith("undo ")]) == 3
    assert console.lines.count("Your turn is undone.") == 1
    assert "> True" in console.lines
    assert "There is nothing to undo." in console.lines


async def answer_by_counter(screen, match):
    """Let the second seat answer by a counter-offer for a card that the first seat has."""
    table = table_at(screen)
    mine, other = match.state.hands
    label = next(card for card in mine if card < LABELS)
    for action in (GAME.texts.parse("counter"), acts.Give(other[0]), acts.Ask(label), acts.PROPOSE):
        await table.submit(1, action, table.snapshot(1).question)


async def test_a_card_that_cannot_be_played_says_so(no_bots):
    opened = yummy("human", "bot:random", true=lambda state: not offers(acts.Lay)(state))
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        play_of(pilot.app).table.move_to(("card", opened.match.state.hands[0][0]))
        await pilot.press("space")
        card = ("card", opened.match.state.hands[0][0])
        name = GAME.texts.element(opened.match.view(0), 0, card, WORDS)
        assert said(pilot.app) == f"Not selectable now. {name}"


# --- declining with a standing answer


class Moment:
    """A replacement of asyncio whose ``sleep`` ends when the test sets ``ends``."""

    Lock = asyncio.Lock

    def __init__(self):
        self.begun = []
        self.ends = asyncio.Event()

    async def sleep(self, seconds):
        self.begun.append(seconds)
        await self.ends.wait()


@pytest.fixture
def moment(monkeypatch):
    """Return the pause before automatic answers, which the test ends; bots never play."""
    moment = Moment()
    monkeypatch.setattr("darwin_tui.screens.play.asyncio", moment)
    monkeypatch.setattr("darwin_core.table.runner.BotRunner.waiting", lambda bots: None)
    return moment


async def offered_to(screen, label):
    """Let the second seat, whose turn it is, offer a trade for a card of one kind."""
    table, match = table_at(screen), match_at(screen)
    card = match.state.hands[1][0]
    for action in (acts.Trade(0), acts.Give(card), acts.Ask(label), acts.PROPOSE):
        await table.submit(1, action, table.snapshot(1).question)


@pytest.mark.parametrize("is_held", [False, True])
async def test_offers_are_declined_in_advance_after_the_same_moment(is_held, moment):
    opened = yummy("human", "bot:random", first=1)
    match = opened.match
    hand = match.state.hands[0]
    label = hand[0] if is_held else next(card for card in range(LABELS) if card not in hand)
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        await pilot.press("d")
        assert "declined" in said(pilot.app)
        await pilot.press("x")
        assert "Offers to you are declined; d stops that." in prompt(pilot.app)
        await offered_to(screen, label)
        assert (GAME.texts.parse("accept") in match.legal(0)) == is_held
        await until(pilot, lambda: moment.begun == [runner.BOT_PAUSE_SECONDS])
        assert isinstance(match.state.pending[-1], Answer), "not at once"
        moment.ends.set()
        await until(pilot, lambda: isinstance(match.state.pending[-1], Move))
        assert match.history[-1].seat == 0
        assert not notices(pilot.app)


async def asked_in_vain(pilot, opened):
    """Let the second seat ask for a card that the first seat does not have."""
    hand = opened.match.state.hands[0]
    await offered_to(pilot.app.screen, next(card for card in range(LABELS) if card not in hand))
    await until(pilot, lambda: "You cannot accept" in shown(pilot.app))


async def test_the_table_declines_what_cannot_be_accepted_after_a_pause(moment):
    opened = yummy("human", "bot:random", first=1)
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        await asked_in_vain(pilot, opened)
        assert "you would give" not in shown(pilot.app), "the table stays in sight"
        pace = play_of(pilot.app).seat.pace
        await until(pilot, lambda: moment.begun == [runner.pause_seconds(pace, lingers=True)])
        moment.ends.set()
        await until(pilot, lambda: isinstance(opened.match.state.pending[-1], Move))
        assert opened.match.history[-1].seat == 0
        await until(pilot, lambda: "Declined for you: " in play_of(pilot.app).table.message)


async def test_a_player_who_moves_on_to_the_counter_offer_answers(moment):
    opened = yummy("human", "bot:random", first=1)
    match = opened.match
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        await asked_in_vain(pilot, opened)
        await pilot.press("right")
        moment.ends.set()
        await pilot.pause()
        assert isinstance(match.state.pending[-1], Answer)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(match.state.pending[-1], Offer))
        assert match.state.pending[-1].is_counter


async def test_it_is_refused_when_it_is_ones_own_decision(no_bots):
    opened = yummy("human", "bot:random")
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        await pilot.press("d")
        assert said(pilot.app) == "It is your decision now."
        assert play_of(pilot.app).live.standing == {}


async def test_it_is_undone_by_the_same_key(moment):
    opened = yummy("human", "bot:random", first=1)
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        await pilot.press("d", "d")
        assert said(pilot.app) == "You will be asked again."
        await offered_to(screen, opened.match.state.hands[0][0])
        await until(pilot, lambda: "You are offered" in prompt(pilot.app))
        assert not moment.begun
        assert isinstance(opened.match.state.pending[-1], Answer)


async def test_it_does_not_answer_for_ones_own_turn(moment):
    """The question of one's own turn is none that a standing answer can answer."""
    opened = yummy("human", "bot:random")
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = play_of(pilot.app)
        screen.live.standing[0] = screen.live.clock
        screen.follow()
        await pilot.pause()
        assert not moment.begun
        assert not notices(pilot.app)
        assert opened.match.history == []


# --- several people at one screen


@pytest.fixture
def light_curtain(monkeypatch):
    monkeypatch.setattr("darwin_tui.screens.curtain.GUARD_SECONDS", 0)
    monkeypatch.setattr("darwin_tui.play.live_match.KEY_REPEAT_SECONDS", 0)


async def open_curtain(pilot, name):
    await until(pilot, lambda: isinstance(pilot.app.screen, CurtainScreen))
    assert pilot.app.screen.invitation.name == name
    words = " ".join(shown(pilot.app).split())
    assert not [card for card in CARDS if card.name in words], "nothing but the curtain"
    await pilot.press("space")
    await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))


def log(app):
    return app.screen.query_one(EventLog)._events


async def test_a_trade_behind_curtains_shows_nothing_of_the_other_hand(light_curtain):
    def apart(state):
        one, two = state.hands
        return not {*one} & {*two} and not offers(acts.Lay)(state) and one[0] < 20

    opened = yummy("human", "human", true=apart)
    match = opened.match
    async with playing(opened).run_test(size=(120, 40)) as pilot:
        app = pilot.app
        await open_curtain(pilot, "Ada")
        screen = play_of(app)
        one, two = match.state.hands
        await pilot.press("left", "enter")
        await begin_anew(pilot, match)
        await pilot.press("1", "enter")
        assert isinstance(match.state.pending[-1], Offer)
        assert any(isinstance(event, acts.Picked) for event in log(app))
        screen.cover_hand()
        await open_curtain(pilot, "Ada")
        assert match.state.pending[-1].give == one[:1], "it goes on where it was"
        screen.cover_hand()
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
        below = app.screen_stack[-2]
        assert isinstance(below, PlayScreen)
        assert below.live.viewer == SPECTATOR
        assert below.selection.cursor is None
        view: Any = below.live.snapshot.view
        assert isinstance(view.pending[-1], Move), "nobody else knows of the trade"
        await open_curtain(pilot, "Ada")
        await pilot.press("enter", "enter")
        await open_curtain(pilot, "Ben")
        top = match.state.pending[-1]
        assert isinstance(top, Answer)
        words = shown(app)
        assert "You cannot accept" in words
        assert all(part in words for part in card_name(top.give[0]).split())
        cards = [number for kind, number in play_of(app).panel.board.places if kind == "card"]
        assert cards == sorted({*two})
        assert not any(isinstance(event, acts.Picked) for event in log(app))
        assert [event for event in log(app) if isinstance(event, acts.Offered)]
        await pilot.press(*keys_for(screen, ("button", 5)), "enter")
        assert isinstance(match.state.pending[-1], Offer)
        await pilot.press("1", "enter", "enter", "enter")
        await open_curtain(pilot, "Ada")
        assert "In return you are offered" in prompt(app)
        await pilot.press("2", "enter")
        await until(pilot, lambda: isinstance(match.state.pending[-1], Move))
        assert play_of(app).live.viewer == 0


# --- the language


async def test_a_change_of_language_shows_at_once_on_table_and_log(no_bots):
    opened = yummy("human", "bot:random")
    card = opened.match.state.hands[0][0]
    app = playing(opened)
    async with app.run_test(size=(200, 50)) as pilot:
        english = CARDS[card].name
        screen = play_of(app)
        screen.table.move_to(("card", card))
        screen.on_screen_resume()
        await pilot.pause()
        assert said(app).startswith(english[0].upper() + english[1:])
        app.keep_settings(msgspec.structs.replace(app.settings, language="de"))
        screen.call_later(screen.on_screen_resume)
        await pilot.pause()
        drawn = CARDS[opened.match.events(0)[-1].card]
        lines = " ".join(strip.text.strip() for strip in screen.query_one(EventLog).lines)
        with reading("de"):
            assert said(app).startswith(noun(english))
            assert f"Ada zieht {tr(drawn.one)}." in " ".join(lines.split())
        assert "Bürger" in shown(app) or "Staatsmacht" in shown(app)
