"""The bench calls peer libraries correctly.

Stand-ins check the calls in every run. Where the libraries are installed, as in the nightly run,
the libraries themselves are called too.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from bench import peers

HEARTS = "hearts(pass_cards=false)"
# Modules that the libraries import may emit warnings.
pytestmark = pytest.mark.filterwarnings("ignore")

PEERS: dict[str, tuple[str, Callable[[], Callable[[], int]]]] = {
    "OpenSpiel": ("pyspiel", lambda: peers.open_spiel(HEARTS)),
    "OpenSpiel, matches": ("pyspiel", lambda: peers.open_spiel(HEARTS, games=True)),
    "OpenSpiel's ISMCTS in Python": ("pyspiel", lambda: peers.ismcts(HEARTS)),
    "OpenSpiel's ISMCTS in C++": ("pyspiel", lambda: peers.ismcts(HEARTS, compiled=True)),
    "RLCard": ("rlcard", lambda: peers.rlcard_env("uno")),
    "RLCard's bare game": ("rlcard", lambda: peers.rlcard_game("uno")),
    "catanatron": ("catanatron", peers.catanatron),
    "catanatron's copy": ("catanatron", peers.catanatron_copies),
}
"""The library to import and the workload to make, by name."""


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


class RlcardEnv:
    num_actions = 61
    num_players = 2

    def set_agents(self, agents: list[object]) -> None:
        assert len(agents) == self.num_players

    def run(self, is_training: bool = False) -> tuple[list[list[int]], list[int]]:
        assert not is_training
        return [[0, 1, 0, 1, 0], [0, 1, 0]], [1, -1]


class RlcardGame:
    def init_game(self) -> tuple[dict[str, int], int]:
        self._left = 3
        return {}, 0

    def is_over(self) -> bool:
        return not self._left

    def get_legal_actions(self) -> list[str]:
        return ["draw"]

    def step(self, action: str) -> None:
        assert action == "draw"
        self._left -= 1


class CatanGame:
    def __init__(self, players: list[object], seed: int | None = None) -> None:
        assert len(players) == 4
        self.state = SimpleNamespace(actions=[seed])

    def play(self) -> None:
        self.state.actions.append(1)

    def play_tick(self) -> None:
        self.state.actions.append(1)

    def copy(self) -> "CatanGame":
        return self


def stand_in(name: str, **members: object) -> ModuleType:
    """Return a module with these members."""
    module = ModuleType(name)
    vars(module).update(members)
    return module


def stand_ins() -> list[ModuleType]:
    """Return stand-ins for the parts of the libraries that the bench uses."""
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
        stand_in("rlcard", make=lambda name, config: RlcardEnv()),
        stand_in("rlcard.agents", RandomAgent=lambda num_actions: None),
        stand_in("rlcard.games"),
        stand_in("rlcard.games.uno", Game=RlcardGame),
        stand_in("catanatron", RandomPlayer=lambda color: color, Color="ROWB", Game=CatanGame),
    ]


@pytest.fixture(params=["stand-in", "real"])
def libraries(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Any]:
    """Return a function that imports a library, or skips the test where it is not installed."""
    if request.param == "real":
        return lambda name: pytest.importorskip(name, reason="needs pip install -e '.[bench]'")
    for module in stand_ins():
        monkeypatch.setitem(sys.modules, module.__name__, module)
    return import_module


@pytest.mark.parametrize("name", PEERS)
def test_peer_plays_and_counts(name, libraries):
    library, peer = PEERS[name]
    libraries(library)
    once = peer()
    assert once() > 0
    assert once() > 0
