"""A scene of Darwin's Dice, with the types of its state, actions and events."""

from darwin_core.games.dice.actions import Play
from darwin_core.games.dice.events import DiceEvent
from darwin_core.games.dice.state import DiceState
from darwin_tui.drawing import scene

Scene = scene.Scene[DiceState, Play, DiceEvent]
