"""Play of Darwinning! by keyboard: cards that exist twice, the cursor, and the key bar."""

from tui.darwinning_scenes import GAME, SEATS, whole_match
from tui.scenes import asking, chooser_in, play_of, playing, saved, shown, submit, until, where_can

from darwin_core.games.darwinning.acts import Name, Play, TrickWon
from darwin_core.games.darwinning.material import (
    JOKER,
    NUMBER_OF,
    TABLES,
    Improve,
    KeepCards,
    Transform,
)
from darwin_core.games.darwinning.species import traits_shown
from darwin_core.games.darwinning.texts import card_name
from darwin_tui.play import selection
from darwin_tui.play.advice import Study


async def test_both_copies_of_a_card_are_selected_and_dropped_again(quick_bots):
    for seed in map(str, range(100)):
        state = GAME.setup(GAME.options(), 3, seed, None)
        pairs = [card for card in state.hands[0] if state.hands[0].count(card) > 1]
        if GAME.to_move(state) == (0,) and pairs:
            break
    opened = saved("human", "bot:random", "bot:random", seed=seed, game="darwinning")
    submit(opened, 0, GAME.texts.parse("lead 1"))
    element = ("card", pairs[0])
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = play_of(pilot.app)
        await until(pilot, lambda: screen.live.snapshot.actions)
        picked = []
        for _ in range(3):
            screen.table.move_to(element)
            await pilot.press("space")
            picked.append(screen.selection.chooser.selected.count(element))
            assert shown(pilot.app).count("✓") == picked[-1]
        assert picked == [1, 2, 1]


async def test_the_key_bar_names_the_arrows_that_lead_from_leader_to_leader():
    opened, _ = where_can("darwinning", lambda state, action: isinstance(action, Name), 40, seats=4)
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = play_of(pilot.app)
        await until(pilot, lambda: screen.live.snapshot.actions)
        leaders = [
            element
            for element in screen.panel.board.places
            if element in screen.selection.chooser.selectable
        ]
        assert len(leaders) > 1
        assert "↑ ↓ move" in shown(pilot.app).splitlines()[-1]
        assert "Space add" not in shown(pilot.app).splitlines()[-1]
        screen.table.move_to(leaders[0])
        for key, at in (("down", 1), ("up", 0)):
            await pilot.press(key)
            assert screen.selection.cursor == leaders[at], key


async def test_the_key_bar_names_the_key_for_combinations_where_one_can_be_played():
    opened, _ = where_can(
        "darwinning",
        lambda state, action: isinstance(action, Play) and len(action.cards) > 1,
        40,
        4,
    )
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: play_of(pilot.app).live.snapshot.actions)
        assert "Space add" in shown(pilot.app).splitlines()[-1]


async def test_what_the_cursor_is_on_is_shown_at_length():
    opened = saved("human", "bot:random", "bot:random", seed="zoom", game="darwinning")
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = play_of(pilot.app)
        await until(pilot, lambda: screen.live.snapshot.actions)
        card = next(n for kind, n in screen.panel.board.places if kind == "card" and n != JOKER)
        screen.table.move_to(("card", card))
        await pilot.press("z")
        words = " ".join(shown(pilot.app).split())
        trait = TABLES.traits[NUMBER_OF[card] - 1]
        assert "Under the cursor" in words
        assert trait.name in words
        assert trait.effect.split(".")[0][:20] in words
        await pilot.press("z")
        assert pilot.app.screen is screen


async def test_bots_linger_over_a_trick_that_was_won(monkeypatch):
    lingered: dict[bool, set[bool]] = {True: set(), False: set()}

    def pause_seconds(pace, lingers):
        logged = play_of(app).live.snapshot.events
        if opened.match.history and opened.match.history[-1].seat:
            lingered[any(isinstance(event, TrickWon) for event in logged)].add(lingers)
        return 0

    monkeypatch.setattr("darwin_core.table.runner.pause_seconds", pause_seconds)
    opened = saved("human", "bot:random", "bot:random", seed="linger", game="darwinning")
    app = playing(opened)
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(30):
            await until(pilot, lambda: play_of(app).live.snapshot.actions)
            await play_of(app).submit(play_of(app).live.snapshot.actions[0])
            if lingered[True]:
                break
    assert lingered == {True: {True}, False: {False}}


def test_the_cursor_starts_again_where_another_choice_begins():
    for seats in SEATS[1:]:
        match = whole_match(seats)
        for position in range(len(match.history)):
            for seat in GAME.to_move(match.state_at(position)):
                chooser = chooser_in(asking(match, seat, position))
                for element in chooser.selectable:
                    begins = any(touched[:1] == (element,) for touched in chooser.targets)
                    stays = selection.cursor_stays(chooser, element)
                    assert stays <= (element[0] not in ("use", "space", "button")), element
                    assert stays or not begins or element[0] == "button"
                assert not selection.cursor_stays(chooser, None)


async def test_what_is_not_asked_for_is_refused_in_other_words_than_a_wrong_selection(quick_bots):
    seed = next(
        seed
        for seed in map(str, range(100))
        if GAME.to_move(GAME.setup(GAME.options(), 3, seed, None)) == (0,)
    )
    opened = saved("human", "bot:random", "bot:random", seed=seed, game="darwinning")
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: play_of(pilot.app).live.snapshot.actions)
        screen = play_of(pilot.app)
        screen.table.move_to(
            next(element for element in screen.panel.board.places if element[0] == "card")
        )
        await pilot.press("space")
        assert "Not selectable now. " in shown(pilot.app)
        assert "your selection" not in shown(pilot.app)


async def test_a_trait_that_was_drawn_is_offered_the_first_free_space(no_bots):
    def is_drawn(state, action):
        """Return True for a species that shows a trait on space 1 and has a free one."""
        traits = traits_shown(state.species[0], state.traits[0])
        return isinstance(state.pending[-1], Transform) and traits[0] and not all(traits)

    opened, gains = where_can("darwinning", is_drawn, 150)
    state = opened.match.state
    traits = traits_shown(state.species[0], state.traits[0])
    async with playing(opened).run_test() as pilot:
        screen = play_of(pilot.app)
        screen.table.move_to(("card", gains[0].card))
        screen.action_select()
        assert screen.selection.cursor == ("space", traits.index(0))


def is_improving_with_several(state, action):
    """Return True for a winner of a trick with two different cards that both have uses."""
    effect = state.pending[-1]
    if not isinstance(effect, Improve):
        return False
    cards = {use.card for use in GAME.legal(state, effect.seat) if hasattr(use, "card")}
    return len(cards) > 1


async def test_the_card_under_the_cursor_is_the_one_that_improves(no_bots):
    """The cursor goes down from the second card to the uses: they are that card's."""
    opened, _ = where_can("darwinning", is_improving_with_several, 150, seats=3)
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = play_of(pilot.app)
        await until(pilot, lambda: screen.live.snapshot.actions)
        cards = [
            element
            for element in screen.panel.board.places
            if element[0] == "card" and element in screen.selection.chooser.selectable
        ]
        name = card_name(cards[1][1])
        screen.table.move_to(cards[1])
        screen.draw()
        uses = [element for element in screen.panel.board.places if element[0] in ("use", "space")]
        assert uses
        for use in uses:
            screen.table.move_to(cards[1])
            screen.draw()
            screen.table.move_to(use)
            screen.draw()
            assert getattr(screen.selection.action, "card", None) == cards[1][1]
            assert f"improve with {name}" in shown(pilot.app)
            assert f"Enter: {name} for " in shown(pilot.app)
        await pilot.press("space")
        places = screen.panel.board.places
        assert all(use in places for use in uses), "another use can still be chosen"


async def test_closing_a_note_that_suggests_to_keep_nothing_leaves_the_cursor_on_a_card(
    newcomer, resting_bots, monkeypatch
):
    def keeps(state, action):
        return isinstance(state.pending[-1], KeepCards) and len(state.hands[0]) > 1

    def advised(study):
        return next(advice for advice in study._advised if not advice.action.cards)

    monkeypatch.setattr(Study, "suggested", property(advised))
    opened, _ = where_can("darwinning", keeps, 150, seats=3)
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = play_of(pilot.app)
        await until(pilot, lambda: screen.table.open_primer and screen.table.open_primer.advised)
        assert (screen.selection.cursor or ("", 0))[0] == "button"
        await pilot.press("escape")
        assert screen.table.open_primer is None
        assert (screen.selection.cursor or ("", 0))[0] == "card"
