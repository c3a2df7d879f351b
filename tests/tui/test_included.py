"""Free benefits of a hunt in Evo: an action has them by default, and can also be chosen without
them."""

from random import Random

from darwin_core.contract import registry
from darwin_core.contract.chooser import Chooser
from darwin_core.games.evo.acts import Hunt
from darwin_tui.boards.evo.hand import INCLUDED

GAME = registry.get("evo")
DESIGNS = {design for _, design in INCLUDED}


def test_a_hunt_uses_all_that_is_free_unless_it_is_selected_to_be_left_out():
    rng = Random(3)
    hunts = 0
    for seed in range(5):
        state = GAME.setup(GAME.options(), 3, f"free {seed}", None)
        while movers := GAME.to_move(state):
            actions = list(GAME.legal(state, movers[0]))
            chooser = Chooser.of(actions, GAME.targets, INCLUDED)
            plain = Chooser.of(actions, GAME.targets)
            assert {frozenset(target) for target in chooser.targets} == {
                frozenset(target) for target in plain.targets
            }, "each action can be chosen, and by the same elements in all"
            for action in actions:
                for element in chooser.targets_of(action):
                    chooser = chooser.select(element)
                assert chooser.ready == action
                chooser = Chooser.of(actions, GAME.targets, INCLUDED)
                free = [a for a in actions if isinstance(a, Hunt) and {*a.uses} & DESIGNS]
                if isinstance(action, Hunt) and action in free and {*action.uses} <= DESIGNS:
                    most = max(
                        (a for a in free if a.slot == action.slot and {*a.uses} <= DESIGNS),
                        key=lambda a: len(a.uses),
                    )
                    hunts += 1
                    assert chooser.select(("slot", action.slot)).ready == most
            GAME.apply(state, movers[0], rng.choice(actions), None)
    assert hunts
