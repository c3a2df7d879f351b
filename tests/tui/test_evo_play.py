"""Play of Evo by keyboard: every kind of decision, long prompts, pauses and results."""

import re
from textwrap import wrap

import pytest
import sampling
from home import own
from textual.widgets import Static
from tui.evo_scenes import GAME
from tui.hands import asked, keys_for, play_by_keys
from tui.hands import ways as keys_to
from tui.scenes import (
    LONG_NAMES,
    DarwinApp,
    finished,
    match_at,
    play_of,
    playing,
    saved,
    shown,
    submit,
    until,
    where_can,
)

from darwin_core.games.evo.acts import DONE, LETTERS, Awake, Forage, Hunt, Migrate
from darwin_core.games.evo.generation import HELPFUL, ways
from darwin_core.games.evo.material import (
    RING,
    AdoptSpecies,
    MovePopulation,
    SaveCard,
    SettlePopulation,
)
from darwin_core.games.evo.texts import KINDS_NAMED, genes_words, shares_of, species_name
from darwin_core.text.seat_names import SeatNames
from darwin_tui.library import saves
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.screens.results import ResultsScreen

WANTED = {
    "awake": lambda state, act: isinstance(act, Awake) and act.location,
    "hunt with an adaptation": lambda state, act: isinstance(act, Hunt) and act.uses,
    "forage two": lambda state, act: isinstance(act, Forage) and act.amount == 2 and not act.uses,
    "forage with an adaptation": lambda state, act: isinstance(act, Forage) and act.uses,
    "migrate": lambda state, act: isinstance(act, Migrate) and len({*act.cards}) == 2,
    "migrate for two alike": lambda state, act: (
        isinstance(act, Migrate) and len(act.cards) == 2 and len({*act.cards}) == 1
    ),
    "wander": lambda state, act: isinstance(act, Migrate) and len(act.cards) == 1,
    "hibernate": lambda state, act: isinstance(state.pending[-1], SaveCard) and act != DONE,
    "choose a species": lambda state, act: isinstance(state.pending[-1], AdoptSpecies),
    "settle": lambda state, act: isinstance(state.pending[-1], SettlePopulation),
    "drift": lambda state, act: isinstance(state.pending[-1], MovePopulation) and act != DONE,
    "stay": lambda state, act: isinstance(state.pending[-1], MovePopulation) and act == DONE,
}
"""Conditions for the decisions that are made by keys."""


@pytest.mark.parametrize("what", sampling.some(WANTED, sampling.WANTED_INTERVAL))
async def test_it_is_done_by_keys(what, quick_bots):
    opened, (action, *_) = where_can("evo", WANTED[what], actions_max=60)
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = play_of(pilot.app)
        await asked(pilot, screen)
        keys = await play_by_keys(pilot, screen, action)
        assert any(act.seat == 0 and act.action == action for act in match_at(screen).history)
        assert len(keys) <= 12


def test_a_hunt_with_every_help_is_shown_in_two_lines():
    view = GAME.view(GAME.setup(GAME.options(), 4, "longest", None), 0)
    for fauna in range(36):
        view.slots = bytes([fauna]) + view.slots[1:]
        view.active = 0
        for *_, hunts in ways(0, fauna, HELPFUL[fauna]):
            for action in hunts:
                prompt_lines = wrap(
                    f"Enter: {GAME.texts.phrase(view, action, SeatNames(LONG_NAMES))}.", 78
                )
                assert len(prompt_lines) <= 2, prompt_lines


async def test_a_choice_too_long_for_its_line_is_shown_in_two_and_nothing_is_lost(quick_bots):
    opened, (action, *_) = where_can(
        "evo", lambda _, act: isinstance(act, Hunt) and len(act.uses) > 1, actions_max=60
    )
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = play_of(pilot.app)
        await asked(pilot, screen)
        wanted = screen.selection.chooser.targets_of(action)
        for element in wanted:
            await pilot.press(*keys_for(screen, element))
        above, prompt = (screen.query_one(line, Static) for line in ("#explain", "#prompt"))
        view = screen.live.snapshot.view
        seat_names = screen.table.seat_names
        sentence = f"Enter: {GAME.texts.phrase(view, action, seat_names)}."
        assert len(sentence) > 78
        assert f"{above.content} {prompt.content}" == sentence
        assert str(above.content) in shown(pilot.app)
        assert above.styles.text_style == prompt.styles.text_style
        assert above.styles.color == prompt.styles.color
        await pilot.press("escape", "escape")
        await pilot.press(*keys_to(screen.panel.board, screen.selection.cursor)[wanted[0]])
        assert screen.selection.cursor == wanted[0]
        assert above.content == GAME.texts.element(
            screen.live.snapshot.view, 0, screen.selection.cursor, SeatNames(LONG_NAMES)
        )
        assert above.styles.text_style != prompt.styles.text_style


async def test_a_millennium_that_ends_is_looked_at_until_a_key(quick_bots):
    opened = saved("human", "bot:greedy", seed="held", game="evo")
    match = opened.match
    while sum(map(len, (*match.state.decks, *match.state.offspring, *match.state.hands))) > 9:
        (seat,) = GAME.to_move(match.state)
        submit(opened, seat, GAME.bots.advise(match.view(seat), seat, SeatNames())[0].action)
    assert match.state.millennium == 1
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = play_of(pilot.app)
        while not screen.live.pause:
            await until(pilot, lambda: screen.live.pause or screen.live.snapshot.actions)
            if screen.live.snapshot.actions and not screen.live.pause:
                await play_by_keys(
                    pilot,
                    screen,
                    GAME.bots.advise(screen.live.snapshot.view, 0, SeatNames())[0].action,
                )
        assert "millennium 1 is over" in shown(pilot.app)
        await pilot.press("enter")
        assert "Your loss" in shown(pilot.app), "what it cost the player comes after it"
        await pilot.press("enter")
        assert "millennium 1 is over" not in shown(pilot.app)


async def test_cards_that_a_choice_costs_are_named_before_and_after_without_a_stop(quick_bots):
    opened, _ = where_can("evo", lambda _, act: act == DONE, actions_max=60)
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = play_of(pilot.app)
        await asked(pilot, screen)
        state = match_at(screen).state
        lost = match_at(screen).state.lost
        hand = state.hands[state.species[0]]
        end = screen.selection.chooser.targets_of(DONE)[0]
        await pilot.press(*keys_to(screen.panel.board, screen.selection.cursor)[end])
        named = genes_words(hand) if len({*hand}) <= KINDS_NAMED else f"{len(hand)} cards"
        assert f"End the generation: {named}" in shown(pilot.app)
        await play_by_keys(pilot, screen, DONE)
        assert not screen.live.pause
        sentence = f"Ada ends a generation and loses {genes_words(hand)}."
        await until(pilot, lambda: sentence in shown(pilot.app))
        assert match_at(screen).state.lost != lost


def over():
    """Return a finished match on disk, and the screen of its results."""
    opened = finished("human", "bot:greedy", "bot:greedy", game="evo")
    return opened, ResultsScreen(SavedMatch.of(saves.read(opened.path)))


@pytest.mark.parametrize(("size", "has_charts"), [((80, 24), False), ((120, 40), True)])
async def test_results_show_the_genomes_as_charts_where_there_is_room(size, has_charts):
    opened, results = over()
    state = opened.match.state
    async with DarwinApp(own()).run_test(size=size) as pilot:
        pilot.app.push_screen(results)
        await pilot.pause()
        await pilot.press(*["enter"] * 6)
        text = shown(pilot.app)
        for species in state.species:
            assert (f"the {species_name(species)} " in text) == has_charts
            for trait in range(RING):
                share = shares_of(state, species, trait)[-1]
                if has_charts and share > 5:
                    assert f"{LETTERS[trait]}{share:>4}%" in text
        assert ("played by" in text) == has_charts


async def test_what_rivals_take_from_the_prospects_is_said_at_the_next_decision(
    quick_bots, monkeypatch
):
    def prospects(game, view, seat, *, may_judge):
        return {"tokens your hand can get": 99.0 - sum(map(sum, view.tokens))}

    monkeypatch.setattr("darwin_tui.play.setbacks.prospects_of", prospects)
    async with playing(saved("human", "bot:greedy", game="evo")).run_test(size=(80, 24)) as pilot:
        table = play_of(pilot.app).table
        await until(pilot, lambda: table.live.snapshot.actions)
        while not table.live.setbacks:
            line = table.live.snapshot.line
            await play_of(pilot.app).submit(table.live.snapshot.actions[-1])
            await until(pilot, lambda line=line: table.live.snapshot.line > line)
            await until(pilot, lambda: table.live.snapshot.actions)
        assert re.match(
            r"Ben (hunts|forages) .*: tokens your hand can get −\d", table.lines().status
        )
        await pilot.press("left")
        assert "−" not in table.lines().status, "a key clears it"
