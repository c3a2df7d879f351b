"""The bench calls OpenSpiel correctly.

Stand-ins check the calls in every run. Where the library is installed, as in the nightly run, it is
called too.
"""

import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace

import pytest
from bench import peers

HEARTS = "hearts(pass_cards=false)"
# Modules that the library imports may emit warnings.
pytestmark = pytest.mark.filterwarnings("ignore")

WORKLOADS: dict[str, Callable[[], Callable[[], int]]] = {
    "decisions": lambda: peers.open_spiel(HEARTS),
    "matches": lambda: peers.open_spiel(HEARTS, games=True),
    "ISMCTS in Python": lambda: peers.ismcts(HEARTS),
    "ISMCTS in C++": lambda: peers.ismcts(HEARTS, compiled=True),
}


class SpielState:
    """A match of one deal and 13 decisions, whose number of legal actions falls from 16 to 4."""

    def __init__(self) -> None:
        self.taken = -1

    def is_terminal(self) -> bool:
        return self.taken == 13

    def is_chance_node(self) -> bool:
        return self.taken < 0

    def legal_actions(self) -> list[int]:
        return [0] if self.is_chance_node() else [*range(16 - self.taken)]

    def apply_action(self, action: int) -> None:
        assert action in self.legal_actions()
        self.taken += 1


class SpielBot:
    """A bot that accepts the arguments of OpenSpiel's bot in C++ or of that in Python."""

    def __init__(self, *given: object, random_state: object = None) -> None:
        assert len(given) == (8 if random_state is None else 4)

    def step(self, state: SpielState) -> int:
        return state.legal_actions()[0]


def stand_in(name: str, **members: object) -> ModuleType:
    """Return a module with these members."""
    module = ModuleType(name)
    vars(module).update(members)
    return module


def stand_ins() -> list[ModuleType]:
    """Return stand-ins for the parts of OpenSpiel that the bench uses."""
    final = SimpleNamespace(NORMALIZED_VISIT_COUNT=0)
    algorithms = "open_spiel.python.algorithms"
    return [
        stand_in(
            "pyspiel",
            load_game=lambda name: SimpleNamespace(new_initial_state=SpielState),
            ISMCTSFinalPolicyType=final,
            RandomRolloutEvaluator=lambda rollouts, seed: None,
            ISMCTSBot=SpielBot,
        ),
        stand_in("open_spiel"),
        stand_in("open_spiel.python"),
        stand_in(algorithms),
        stand_in(f"{algorithms}.mcts", RandomRolloutEvaluator=lambda rollouts, random: None),
        stand_in(f"{algorithms}.ismcts", ISMCTSBot=SpielBot),
        stand_in("numpy", random=SimpleNamespace(RandomState=lambda seed: seed)),
    ]


@pytest.mark.parametrize("is_real", [False, True])
@pytest.mark.parametrize("name", WORKLOADS)
def test_open_spiel_plays_and_counts(
    name: str, is_real: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_real:
        pytest.importorskip("pyspiel", reason="needs pip install -e '.[bench]'")
    for module in () if is_real else stand_ins():
        monkeypatch.setitem(sys.modules, module.__name__, module)
    once = WORKLOADS[name]()
    assert once() > 0
    assert once() > 0
