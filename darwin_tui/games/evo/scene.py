"""A scene of Evo, with the types of its state, actions and events."""

from darwin_core.games.evo.state import AnyAction, EvoEvent, EvoState
from darwin_tui.widgets import scene

Scene = scene.Scene[EvoState, AnyAction, EvoEvent]
