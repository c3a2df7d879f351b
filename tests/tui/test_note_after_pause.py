"""A primer's note that appears after a pause: Enter plays the action that the note suggests."""

import pytest
from tui.scenes import play_of, playing, saved, scene_of, shown, submit, until

from darwin_core.contract import registry
from darwin_core.games.evo.material import AdoptSpecies
from darwin_core.text.seat_names import SeatNames
from darwin_tui.play import selection
from darwin_tui.play.advice import Study
from darwin_tui.play.live_match import KEY_REPEAT_SECONDS

GAME = registry.get("evo")


def before_the_species(seed):
    """Return a match just before the first seat is to choose its species for a millennium.

    Also return the seat that acts next, and the action that leads to the choice.
    """
    opened = saved("human", "bot:random", seed=seed, game="evo")
    while True:
        match = opened.match
        (seat,) = GAME.to_move(match.state)
        action = GAME.bots.advise(match.view(seat), seat, SeatNames())[0].action
        pending = match.propose(seat, action).state.pending
        if match.state.millennium and pending and pending[-1] == AdoptSpecies(0):
            return opened, seat, action
        submit(opened, seat, action)


@pytest.mark.usefixtures("newcomer", "resting_bots")
@pytest.mark.parametrize("place", [0, -1])
async def test_after_a_pause_the_cursor_is_on_what_the_note_suggests(monkeypatch, place):
    monkeypatch.setattr(Study, "suggested", property(lambda study: study._advised[place]))
    opened, action = next(
        (opened, action) for opened, seat, action in map(before_the_species, "abcdefg") if not seat
    )
    async with playing(opened).run_test(size=(80, 24)) as pilot:
        screen = play_of(pilot.app)
        person = screen.live.seat
        await person.submit(action, person.snapshot.question)
        await until(pilot, lambda: screen.live.pause)
        while screen.live.pause:
            await until(
                pilot, lambda: screen.live.now() - screen.live.shown_at > KEY_REPEAT_SECONDS
            )
            await pilot.press("enter")
        await until(pilot, lambda: scene_of(pilot.app).hinted)
        suggested = scene_of(pilot.app).hinted
        scene = scene_of(pilot.app)
        assert scene.chooser
        assert GAME.targets(selection.action_of_enter(scene.chooser, scene.cursor)) == suggested
        assert shown(pilot.app).count("Enter: choose the") == 1, "only the prompt names it"
        await pilot.press("down" if place == 0 else "up")
        scene = scene_of(pilot.app)
        assert scene.hinted == suggested != (scene.cursor,)
        enters = [row for row in shown(pilot.app).splitlines() if "Enter: choose the" in row]
        assert len(enters) == 2, "the note and the prompt name the same action of Enter"
        assert "Or choose the" not in shown(pilot.app)
