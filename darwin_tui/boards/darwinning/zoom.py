"""The long text on the focused element."""

from darwin_core.contract.game import Element
from darwin_core.games.darwinning.boards import shown
from darwin_core.games.darwinning.components import JOKER, LIVES_IN, NUMBER
from darwin_core.games.darwinning.description import species_of
from darwin_core.games.darwinning.notation import owner_and_space
from darwin_core.games.darwinning.state import DarwinningState
from darwin_core.games.darwinning.words import trait_effect
from darwin_tui.boards.darwinning.scene import Scene


def zoomed(scene: Scene, view: DarwinningState, element: Element) -> list[str]:
    """Return the meaning of an element, with the traits and environments that it names."""
    lines = [scene.text_on(element)]
    kind, number = element
    match kind:
        case "card" | "display" if number != JOKER:
            lines += [trait_effect(NUMBER[number])]
            lines += [scene.text_on(("environment", place)) for place in sorted(LIVES_IN[number])]
        case "species" if number < len(view.hands):
            lines += _board_of(scene, view, number)
        case "trait":
            owner, _ = owner_and_space(number)
            if owner < len(view.hands):
                lines += _board_of(scene, view, owner)
        case "space" if scene.viewer < len(view.hands):
            trait = shown(view.species[scene.viewer], view.traits[scene.viewer])[number]
            lines += [trait_effect(trait)] if trait else []
    return lines


def _board_of(scene: Scene, view: DarwinningState, seat: int) -> list[str]:
    """Return a species board in words, then the effects of its traits."""
    title = species_of(scene.names[seat])
    sections = scene.game.describe(view, scene.viewer, scene.lexicon)
    lines = [line for section in sections if section.name == title for line in section.lines]
    traits = shown(view.species[seat], view.traits[seat])
    return lines + [trait_effect(trait) for trait in dict.fromkeys(traits) if trait]
