"""A scene of Yummy Darwinism, with the types of its state, actions and events."""

from darwin_core.games.yummy.actions import AnyAction
from darwin_core.games.yummy.events import YummyEvent
from darwin_core.games.yummy.state import YummyState
from darwin_tui.drawing import scene

Scene = scene.Scene[YummyState, AnyAction, YummyEvent]
