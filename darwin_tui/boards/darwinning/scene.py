"""A scene of Darwinning!, with the types of its state, actions and events."""

from darwin_core.games.darwinning.actions import AnyAction
from darwin_core.games.darwinning.events import DarwinningEvent
from darwin_core.games.darwinning.state import DarwinningState
from darwin_tui.drawing import scene

Scene = scene.Scene[DarwinningState, AnyAction, DarwinningEvent]
