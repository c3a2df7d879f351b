"""A scene of Darwinning!, with the types of its state, actions and events."""

from darwin_core.games.darwinning.state import AnyAction, DarwinningEvent, DarwinningState
from darwin_tui.widgets import scene

Scene = scene.Scene[DarwinningState, AnyAction, DarwinningEvent]
