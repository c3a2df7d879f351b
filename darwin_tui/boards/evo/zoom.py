"""The full text on the focused element."""

from darwin_core.contract.game import NOTHING, Element
from darwin_core.games.evo.components import HARDY, SLOTS
from darwin_core.games.evo.state import EvoState
from darwin_core.games.evo.words import card_name, design_name, design_words, location_name
from darwin_core.text.language import tr, tr_in
from darwin_core.text.wording import capitalized, counted
from darwin_tui.boards.evo.scene import Scene


def zoomed(scene: Scene, view: EvoState, element: Element) -> list[str]:
    """Return the text on an element, line by line."""
    kind, number = element
    lines = [scene.text_on(element)]
    match kind:
        case "slot" | "place":
            place = SLOTS * view.active + number if kind == "slot" else number
            return [*lines, *_card(view, place), *scene.choices_on(element)]
        case "species":
            places = [
                f"{location_name(view, location)} {ready + spent}"
                for location, (ready, spent) in enumerate(
                    zip(view.available[number], view.spent[number], strict=True)
                )
                if ready + spent
            ]
            where = ", ".join(places) or tr_in("cards", "none")
            lines.append(tr("Populations: {places}.", places=where))
            return [*lines, *(_design(design) for design in view.adaptations[number])]
        case "adaptation":
            return [*lines, tr("Each use puts a token on it; the one with the fewest is lost.")]
        case _:
            return lines


def _design(design: int) -> str:
    return f"{capitalized(design_name(design))}: {design_words(design)}."


def _card(view: EvoState, place: int) -> list[str]:
    card = view.slots[place]
    if card == NOTHING:
        return []
    return [
        tr(
            "The {card} holds {tokens}. With more than {limit} it dies out, and with none "
            "it takes one from each species here, when the millennium ends.",
            card=card_name(place, card),
            tokens=counted(sum(view.tokens[place]), "token"),
            limit=HARDY + view.millennium,
        )
    ]
