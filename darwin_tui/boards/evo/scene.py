"""A scene of Evo, with the types of its state, actions and events."""

from darwin_core.games.evo.actions import AnyAction
from darwin_core.games.evo.events import EvoEvent
from darwin_core.games.evo.state import EvoState
from darwin_tui.drawing import scene

Scene = scene.Scene[EvoState, AnyAction, EvoEvent]
