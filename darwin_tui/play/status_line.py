"""The words under the board: what is asked, what a key would do, and why something cannot be."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from darwin_core.lexicon import Lexicon
from darwin_core.registry import AnyGame
from darwin_tui.play import selection
from darwin_tui.widgets.board import AnyScene


@dataclass(frozen=True, kw_only=True)
class Moment:
    """What is seen, and what else the words about it depend on."""

    scene: AnyScene
    room: int
    """Columns of a line of words."""
    is_asked: bool
    is_there: bool = True
    """Whether what the cursor is on has a place: in a terminal too small for the table nothing
    has, and it may be gone."""
    is_hand_hidden: bool = False
    declines: bool = False
    """Whether what the viewer may be offered in this turn is declined beforehand."""
    goes_on: bool = False
    """Whether bots wait for a key that goes on."""
    can_undo: bool = False
    held_round: int = 0
    """The round that what is held belongs to."""
    is_final: Callable[[Any], bool] = lambda action: False
    """Whether an action could not be taken back."""


def prompt(now: Moment) -> str:
    """What is asked, or what Enter would play or go on to."""
    scene, game = now.scene, now.scene.game
    if scene.is_held:
        return going_on_from(scene, now.held_round)
    if game.outcome(scene.view):
        return "The match is over. q leaves to the first screen."
    if now.is_hand_hidden and now.is_asked:
        return "It is your decision, once you see your hand."
    text = game.prompt(scene.view, scene.viewer, scene.lexicon)
    if scene.chooser is None:
        return text
    action = selection.meant(scene.chooser, scene.cursor)
    if action is None:
        return text + meanwhile(now)
    if selection.should_name(scene.chooser, scene.cursor):
        text = f"Enter: {game.phrase(scene.view, action, scene.lexicon)}."
    return for_good(text, now.room) if now.is_final(action) else text


def going_on_from(scene: AnyScene, held_round: int) -> str:
    """What a key goes on to from what is held to be looked at, which belongs to a round."""
    game = scene.game
    if game.outcome(scene.view):
        return "The match is over. Enter goes on to the results."
    clock = game.clock(scene.view)
    if clock.round != held_round:
        name = game.clock_words[0]
        over = f"{name.capitalize()} {held_round} is over."
        return f"{over} Enter goes on to {name} {clock.round}."
    return "Enter goes on."


def meanwhile(now: Moment) -> str:
    """What can be done while nothing can be played."""
    if not now.is_asked and now.declines:
        return " What you are offered is declined; d changes that."
    if not now.goes_on:
        return ""
    return " u takes it back, Enter goes on." if now.can_undo else " Enter goes on."


def for_good(text: str, room: int) -> str:
    """A prompt that also says, as shortly as it must, that what it asks for is for good."""
    told = f"{text} It cannot be undone."
    if len(told) > room and text.startswith("Enter: "):
        return text.replace("Enter: ", "Enter, for good: ", 1)
    return told


def headline(game: AnyGame, lexicon: Lexicon, events: Sequence[Any], room: int) -> str:
    """The last of what was heard, as far as a line goes."""
    told = ""
    for event in reversed(events):
        sentence = game.sentence(event, lexicon)
        if len(sentence) + len(told) > room - 3:
            return f"… {told}" if told else sentence
        told = f"{sentence} {told}".rstrip()
    return told


def explanation(now: Moment) -> str:
    """What the element under the cursor is and does."""
    if now.is_hand_hidden:
        return "Your hand is hidden; p shows it."
    scene = now.scene
    if scene.cursor is None or scene.is_held or not now.is_there:
        return ""
    return scene.told(scene.cursor)


def why_not(now: Moment, offered: Iterable[Any]) -> str:
    """Why what the cursor is on cannot be picked; ``offered`` is what could be chosen last."""
    scene = now.scene
    if not now.is_asked:
        return why_not_now(scene, offered)
    if scene.chooser is None or not scene.chooser.selected:
        # The sentence of the element names what it lacks, where it can be had at all.
        return f"Not to be chosen now. {explanation(now)}"
    return "That does not go with what you have picked; Esc drops the last pick."


def why_not_now(scene: AnyScene, offered: Iterable[Any]) -> str:
    """The rule that speaks against what was last offered under the cursor."""
    for action in offered:
        if scene.cursor in scene.game.targets(action):
            refusal = scene.game.why_not(scene.view, scene.viewer, action, scene.lexicon)
            if refusal:
                return str(refusal.sentence)
    return "Not now: it is not your decision."
