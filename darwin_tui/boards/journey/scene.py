"""A scene of Darwin's Journey, with the types of its state, actions and events."""

from darwin_core.games.journey.actions import AnyAction
from darwin_core.games.journey.events import JourneyEvent
from darwin_core.games.journey.state import JourneyState
from darwin_tui.drawing import scene

Scene = scene.Scene[JourneyState, AnyAction, JourneyEvent]
