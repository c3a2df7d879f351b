"""The table of Darwinning!: the food chain, the species, the trick, and the hand."""

from collections.abc import Sequence
from itertools import combinations
from textwrap import shorten
from typing import Any, ClassVar, Final

from textual.geometry import Region, Size

from darwin_core.game import HIDDEN, NOTHING, Element
from darwin_core.games.darwinning.boards import (
    TWO,
    habitats_of,
    home_food,
    prey,
    shown,
    trait_food,
    traits_of,
)
from darwin_core.games.darwinning.combinations import rank_of, strength
from darwin_core.games.darwinning.components import (
    BORN,
    CARDS,
    CLIMBS,
    ENVIRONMENTS,
    GAINED_FOOD,
    GROWS,
    JOKER,
    NUMBER,
    SPACES,
    SPECIES,
    SUITS,
    TABLES,
    TRACK,
)
from darwin_core.games.darwinning.improving import new_habitats
from darwin_core.games.darwinning.notation import BUTTON, trait_element
from darwin_core.games.darwinning.rules import clock, to_move, totals
from darwin_core.games.darwinning.state import (
    EMPTY,
    Bitten,
    Browse,
    DarwinningState,
    Declare,
    Declared,
    Ended,
    EraBegan,
    Fed,
    Follow,
    Hunt,
    Improve,
    Keep,
    Mutate,
    Played,
    Share,
    Transform,
    TrickWon,
)
from darwin_core.games.darwinning.tricks import usable
from darwin_core.games.darwinning.words import set_words, trait_name
from darwin_tui.widgets.board import Board, Scene
from darwin_tui.widgets.canvas import SEAT_MARKS, Canvas, Drawing, Run, Styled
from darwin_tui.widgets.card import draw_frame

CARD: Final = Size(7, 5)
"""A card in the hand, with its frame."""
LEFT: Final = 42
"""Columns of a species' line before its pane."""
DUMMY_MARK: Final = "◇"
OWN: Final = 16
"""Columns of a trait space on the own board."""
NEWS: Final = 4
"""The most sentences of the log that stand on the board."""
SHOWN: Final = 23
"""Columns of a card of the display."""
USE: Final = 21
"""Columns of a card's use."""
PANE: Final = 39
"""Columns of a pane."""
LADDER: Final = 104
UPRIGHT: Final = 31
"""Columns and rows from which the food chain stands upright beside the table."""
TALL: Final = 33
"""Rows from which every species shows its environments and traits at once."""
_BUTTONS: Final = {
    "Keep": "keep none",
    "Declare": "use none",
    "Hunt": "eat no more",
    "Share": "share none",
}
"""What the button that ends a decision says, where it does not just leave it."""


def suit(card: int) -> str:
    """The style of a card's suit."""
    return "strong" if card == JOKER else f"darwinning--{CARDS[card].suit}"


class DarwinningBoard(Board):
    """Darwinning!"""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"darwinning--{name}" for name in SUITS}

    ORDERS: ClassVar[tuple[str, ...]] = ("suit", "number")

    PANES: ClassVar[tuple[str, ...]] = ("trick", "survival", "environments", "traits")

    @staticmethod
    def tells(told: Sequence[Any]) -> bool:
        """A trick was won, species were fed, or an era is over, be it by a card drawn last."""
        return any(isinstance(event, TrickWon | Fed | EraBegan | Ended) for event in told)

    def draw(self, scene: Scene, size: Size) -> Drawing:
        """Draw the table; the hand lies at the foot, whatever the height."""
        canvas = Canvas(size.width, size.height)
        drawing = Drawing(canvas, {})
        view: DarwinningState = scene.view
        # The hand comes first in the order of keys 1 to 9, so its places are entered first.
        watches = scene.viewer >= len(view.hands)
        foot = size.height - max(CARD.height, len(view.hands) if watches else 0)
        _hand(drawing, scene, view, foot)
        _heading(drawing, scene, view)
        y = 2
        if _beside_ladder(canvas) < size.width:
            _ladder(canvas, scene, view, 2)
        else:
            _chain(canvas, scene, view, y)
            y += 2
        y = _species(drawing, scene, view, y, self.PANES, foot)
        if not watches:
            _own_board(drawing, scene, view, scene.viewer, y)
            y += 4
        _news(canvas, scene, y, foot - 1)
        if scene.lit and not any(kind == "card" for kind, _ in scene.lit):
            # What the decision is about comes before a hand that has no part in it.
            places = drawing.places
            drawing.places = dict(sorted(places.items(), key=lambda place: place[0][0] == "card"))
        return drawing


def _mark(scene: Scene, element: Element) -> Run:
    """What stands before an element that is not drawn as a card: whether it can be picked, is, or
    has the cursor. It tells without colour."""
    if scene.cursor == element:
        return ("▸", "cursor strong")
    looks = scene.looks(element)
    if looks == "picked":
        return ("✓", "picked")
    return ("•", "lit") if looks == "lit" and scene.chooser else (" ", "")


def _place(drawing: Drawing, scene: Scene, element: Element, region: Region) -> None:
    """Enter an element that can be picked now, or could be looked at."""
    drawing.places[element] = region
    drawing.canvas.text(region.x, region.y, _mark(scene, element))


def _is_choosable(scene: Scene, element: Element) -> bool:
    return element in scene.lit or bool(scene.chooser and element in scene.chooser.picks)


# --- the heading


def _heading(drawing: Drawing, scene: Scene, view: DarwinningState) -> None:
    canvas = drawing.canvas
    era, environments = _era(scene, view)
    x = canvas.text(1, 0, ("Darwinning!", "title")) + 3
    if view.pending or scene.is_held:
        x = canvas.text(x, 0, ("era ", "dim"), (f"{era}", "strong"))
        x = canvas.text(x, 0, (f" of {view.options.eras}", "dim"))
        if era != view.era or not view.pending:
            canvas.text(x, 0, (" is over", "dim"))
        else:
            canvas.text(x + 3, 0, ("trick ", "dim"), (f"{clock(view).turn}", "strong"))
    else:
        canvas.text(x, 0, ("the match is over", "dim"))
    canvas.right(canvas.width - 1, 0, (f"deck {len(view.deck)}", "dim"))
    canvas.rule(1)
    x = canvas.text(1, 1, (" this era ", "dim"))
    for place in environments:
        element: Element = ("environment", place)
        name, letter = ENVIRONMENTS[place], TABLES.environments[place].letter
        x = canvas.text(x, 1, " ")
        start = x - 1
        x = canvas.text(x, 1, (name, "strong"))
        if not name.startswith(letter.lower()):
            x = canvas.text(x, 1, (f" {letter}", "dim"))
        if _is_choosable(scene, element):
            _place(drawing, scene, element, Region(start, 1, x - start, 1))
        x = canvas.text(x, 1, " ")


def _era(scene: Scene, view: DarwinningState) -> tuple[int, bytes]:
    """The era that is shown, with its environments: the one whose survival is held to be looked
    at, although the next has begun."""
    if scene.is_held and _was_survival(scene) and view.pending:
        began = [event for event in scene.story if isinstance(event, EraBegan)]
        if len(began) > 1:
            return began[-2].era, began[-2].environments
    return view.era, view.environments


# --- the food chain


def _beings_by_place(view: DarwinningState) -> dict[int, int]:
    return {place: being for being, place in enumerate(view.places)}


def _being_mark(view: DarwinningState, being: int) -> Run:
    if being == len(view.hands):
        return (DUMMY_MARK, "dim")
    return (SEAT_MARKS[being], f"seat-{being} strong")


def _chain(canvas: Canvas, scene: Scene, view: DarwinningState, y: int) -> None:
    """The food chain from left to right: who stands where, over the numbers."""
    beings = _beings_by_place(view)
    step = (canvas.width - 4) // TRACK.spaces
    x = canvas.width - 1 - step * TRACK.spaces
    for place in range(1, TRACK.spaces + 1):
        at = x + step * place - 1
        if place in beings:
            mark = _being_mark(view, beings[place])
            canvas.text(at, y, mark)
            canvas.right(at + 1, y + 1, (str(place), mark[1]))
        else:
            canvas.text(at, y, ("·", "faint"))
            canvas.right(at + 1, y + 1, (str(place), "faint"))
    canvas.text(1, y, ("food chain", "dim"))


def _beside_ladder(canvas: Canvas) -> int:
    """The columns left of the ladder; all of them where it lies along the top instead."""
    stands = canvas.width >= LADDER and canvas.height >= UPRIGHT
    return canvas.width - 26 if stands else canvas.width


def _ladder(canvas: Canvas, scene: Scene, view: DarwinningState, y: int) -> None:
    """The food chain as a ladder, the highest at the top, with names."""
    beings = _beings_by_place(view)
    x = canvas.width - 24
    canvas.text(x, y, ("food chain", "strong"))
    for place in range(TRACK.spaces, 0, -1):
        row = y + 1 + TRACK.spaces - place
        canvas.right(x + 2, row, (str(place), "dim"))
        canvas.text(x + 3, row, ("┼──" if place % 5 == 0 else "│  ", "rule"))
        if place in beings:
            being = beings[place]
            mark, style = _being_mark(view, being)
            name = scene.names[being] if being < len(scene.names) else "the dummy"
            canvas.text(x + 5, row, (f"{mark} {name}", style))


# --- the species


def _species(
    drawing: Drawing,
    scene: Scene,
    view: DarwinningState,
    y: int,
    panes: Sequence[str],
    foot: int,
) -> int:
    """A line for each species, with the pane that lies open beside it; all of them where there is
    room. Returns the row after the last."""
    canvas, seats = drawing.canvas, len(view.hands)
    # The own board takes four rows and the title of the hand one.
    room = foot - 6 - y
    dummy = TWO if seats == TWO else 0
    tall = room >= 3 * seats + dummy
    width = min(canvas.width, 80)
    if _beside_ladder(canvas) < canvas.width:
        width = _beside_ladder(canvas)
    canvas.text(0, y, ("─" * width, "rule"))
    canvas.text(1, y, (" species ", "strong"))
    canvas.text(28, y, (" at ", "dim"))
    canvas.text(33, y, (" eggs ", "dim"))
    tabs = _tabs(panes, tall=tall)
    pane = tabs[(_first_pane(scene, view, tabs) + scene.pane) % len(tabs)]
    wide = tall and width >= LEFT + 2 * PANE
    x = LEFT - 1
    for place, name in enumerate(tabs):
        x = LEFT + PANE * place - 1 if wide else x
        x = canvas.text(x, y, (f" {name} ", "strong" if wide or name == pane else "faint"))
    y += 1
    for seat in range(seats):
        _species_line(drawing, scene, view, seat, y)
        if wide:
            _draw_trick(canvas, scene, view, seat, y)
            _draw_survival(canvas, scene, view, seat, LEFT + PANE, y)
        else:
            _draw_pane(drawing, scene, view, seat, y, pane)
        y += 1
        if tall:
            _draw_homes(canvas, scene, view, seat, 3, y, width)
            _draw_traits(drawing, scene, view, seat, 3, y + 1, wide=True)
            # Air between the species where there is room for it.
            y += 3 if room >= 4 * seats + dummy else 2
    if seats == TWO:
        _dummy_lines(drawing, scene, view, y)
        y += dummy
    return y


def _tabs(panes: Sequence[str], *, tall: bool) -> Sequence[str]:
    """The panes to switch between: where there is room, environments and traits lie open."""
    return panes[:2] if tall else panes


def _first_pane(scene: Scene, view: DarwinningState, tabs: Sequence[str]) -> int:
    """The pane that the decision is about, from which Tab goes on to the others."""
    if scene.is_held:
        return tabs.index("survival") if _was_survival(scene) else 0
    match view.pending[-1] if view.pending else None:
        case Mutate() if "traits" in tabs:
            return tabs.index("traits")
        case Share() | Hunt() | Transform():
            return tabs.index("survival")
    return 0


def _species_line(drawing: Drawing, scene: Scene, view: DarwinningState, seat: int, y: int) -> None:
    canvas = drawing.canvas
    element: Element = ("species", seat)
    if _is_choosable(scene, element):
        _place(drawing, scene, element, Region(0, y, LEFT - 2, 1))
    hue = f"seat-{seat}"
    name = f"{SEAT_MARKS[seat]} {scene.names[seat]}"
    canvas.text(1, y, (name, f"{hue} strong" if seat == scene.viewer else hue))
    canvas.text(20, y, (SPECIES[view.species[seat]].name, "dim"))
    canvas.right(32, y, (str(view.places[seat]), "strong"))
    eggs, born = view.population[seat], BORN[view.species[seat]]
    canvas.right(36, y, (str(eggs), "good strong" if eggs > born else "strong"))
    canvas.text(36, y, (f"/{born}", "dim"))
    if view.bites[seat]:
        canvas.text(39, y, (f"✗{view.bites[seat]}", "bad strong"))


def _draw_pane(
    drawing: Drawing, scene: Scene, view: DarwinningState, seat: int, y: int, pane: str
) -> None:
    match pane:
        case "trick":
            _draw_trick(drawing.canvas, scene, view, seat, y)
        case "survival":
            _draw_survival(drawing.canvas, scene, view, seat, LEFT, y)
        case "environments":
            _draw_homes(drawing.canvas, scene, view, seat, LEFT - 1, y, drawing.canvas.width)
        case _:
            _draw_traits(drawing, scene, view, seat, LEFT - 1, y, wide=False)


# --- the trick


def _last_trick(scene: Scene) -> tuple[dict[int, bytes], dict[int, bytes], int]:
    """What each seat played in the last trick that was won, what it used of the display, and who
    won it."""
    played: dict[int, bytes] = {}
    used: dict[int, bytes] = {}
    winner = NOTHING
    for event in reversed(scene.story):
        if isinstance(event, TrickWon):
            if winner != NOTHING:
                break
            winner = event.seat
        elif isinstance(event, Played) and winner != NOTHING:
            played.setdefault(event.seat, event.cards)
        elif isinstance(event, Declared) and winner != NOTHING:
            used.setdefault(event.seat, event.cards)
        elif isinstance(event, EraBegan) and (winner != NOTHING or not scene.is_held):
            break
    return played, used, winner


def _draw_trick(canvas: Canvas, scene: Scene, view: DarwinningState, seat: int, y: int) -> None:
    """What a seat has played in this trick or, before its first card, in the last one."""
    is_new = not any(view.played) or not _is_open(view)
    if is_new:
        all_played, all_used, best = _last_trick(scene)
    else:
        all_played, all_used = dict(enumerate(view.played)), dict(enumerate(view.used))
        best = view.best
    cards, used = all_played.get(seat, b""), all_used.get(seat, b"")
    if view.pending and isinstance(view.pending[-1], Keep):
        has_chosen = view.kept[seat] != EMPTY
        choice = ("▒ has chosen", "strong") if has_chosen else ("chooses what to keep", "dim")
        canvas.text(LEFT, y, choice)
        return
    if not cards:
        asked = view.pending and seat in to_move(view)
        canvas.text(LEFT, y, ("plays" if asked else "…", "dim" if asked else "faint"))
        return
    x = canvas.text(LEFT, y, *_card_codes(cards))
    if used:
        x = canvas.text(x, y, ("+ ", "dim"), *_card_codes(used))
    words = _short_words(cards + used, LEFT + 36 - x)
    style = "faint" if is_new else "strong" if seat == best else "dim"
    canvas.text(x, y, (words, style))
    if seat == best:
        canvas.text(LEFT + 36, y, ("◀", "good strong" if not is_new else "dim"))


def _short_words(cards: bytes, room: int) -> str:
    """What a set of several cards is, in as many words as there is room for."""
    if len(cards) == 1:
        return ""
    if rank_of(cards) is None:
        return f"only the {max(NUMBER[card] for card in cards)}"
    words = set_words(cards)
    return words if len(words) < room else words.partition(",")[0]


def _is_open(view: DarwinningState) -> bool:
    """Whether the trick goes on."""
    return not all(view.played) or (len(view.hands) == TWO and _is_declared(view))


def _is_declared(view: DarwinningState) -> bool:
    return bool(view.pending) and isinstance(view.pending[-1], Declare)


def _card_codes(cards: Sequence[int]) -> list[Styled]:
    return [(f"{CARDS[card].code} ", f"{suit(card)} strong") for card in cards]


# --- survival


def _was_survival(scene: Scene) -> bool:
    """Whether the last thing told was a survival, not a trick."""
    for event in reversed(scene.story):
        if isinstance(event, Fed | Bitten):
            return True
        if isinstance(event, TrickWon):
            return False
    return False


def _told(scene: Scene, seat: int) -> tuple[Fed | None, int]:
    """The food balance of a species in the survival that was told last, and its loss by bites."""
    fed: Fed | None = None
    lost = 0
    for event in reversed(scene.story):
        match event:
            case TrickWon():
                break
            case EraBegan() if not scene.is_held:
                break
            case Bitten(bitten, _, change) if bitten == seat:
                lost = change
            case Fed(being) if being == seat:
                fed = event
    return fed, lost


def _draw_survival(
    canvas: Canvas, scene: Scene, view: DarwinningState, seat: int, x: int, y: int
) -> None:
    """How a species fared in the survival just told; else what it needs and can find."""
    fed, lost = _told(scene, seat)
    if fed:
        food = fed.home + fed.meals + fed.extra
        words, style = {
            1: ("grows", "good strong"),
            0: ("stays", "strong"),
            -1: ("starves", "bad strong"),
        }[fed.change]
        x = canvas.text(x, y, ("needed ", "dim"), (f"{fed.needed:>2}", "strong"))
        x = canvas.text(x, y, (" found ", "dim"), (f"{food:>2}", "strong"), " ", (words, style))
        if lost:
            canvas.text(x + 1, y, ("bitten −1", "bad strong"))
        return
    needed = view.population[seat]
    certain = home_food(view, seat) + trait_food(traits_of(view, seat))
    meals = prey(view, seat)
    feel = "good" if certain > needed else "bad" if certain < needed else "dim"
    x = canvas.text(x, y, ("needs ", "dim"), (f"{needed:>2}", "strong"))
    x = canvas.text(x, y, (" has ", "dim"), (f"{certain:>2}", f"{feel} strong"))
    if meals:
        x = canvas.text(x, y, (f" +{GAINED_FOOD * len(meals):<2} eating ", "dim"))
        for being in meals:
            x = canvas.text(x, y, _being_mark(view, being))


def _draw_homes(
    canvas: Canvas, scene: Scene, view: DarwinningState, seat: int, x: int, y: int, width: int
) -> None:
    """The environments of a species with their food; those on the table stand out."""
    homes, environments = sorted(habitats_of(view, seat).items()), _era(scene, view)[1]
    long = sum(len(ENVIRONMENTS[place]) + 4 for place, _ in homes) - 2 <= width - x
    for place, food in homes:
        name = ENVIRONMENTS[place] if long else TABLES.environments[place].letter
        on_table = place in environments
        style = "good strong" if on_table else "faint"
        x = canvas.text(x, y, (f"{name}{' ' if long else ''}{food}", style), "  " if long else " ")


def _draw_traits(
    drawing: Drawing,
    scene: Scene,
    view: DarwinningState,
    seat: int,
    x: int,
    y: int,
    *,
    wide: bool,
) -> None:
    """The traits of a species by space; cards stand out from what is printed."""
    room = 15 if wide else 8
    for space, trait in enumerate(shown(view.species[seat], view.traits[seat])):
        at = x + space * room
        name = trait_name(trait) if trait else "–"
        if not wide:
            name = name[: min(room - 1, drawing.canvas.width - at - 1)].rstrip()
        is_card = view.traits[seat][space] != NOTHING
        style = "strong" if is_card and space < SPACES - 1 else "dim" if trait else "faint"
        element = trait_element(seat, space)
        if _is_choosable(scene, element):
            _place(drawing, scene, element, Region(at, y, len(name) + 1, 1))
        drawing.canvas.text(at + 1, y, (name, style))


def _dummy_lines(drawing: Drawing, scene: Scene, view: DarwinningState, y: int) -> None:
    """The dummy: its place, and below the cards of the display."""
    canvas = drawing.canvas
    element: Element = ("species", TWO)
    if _is_choosable(scene, element):
        _place(drawing, scene, element, Region(0, y, LEFT - 2, 1))
    canvas.text(1, y, (f"{DUMMY_MARK} the dummy", "dim"))
    canvas.right(32, y, (str(view.places[TWO]), "strong"))
    canvas.text(3, y + 1, ("display", "dim"))
    for space, card in enumerate(view.display):
        at = 11 + space * SHOWN
        if card == NOTHING:
            canvas.text(at + 1, y + 1, ("–", "faint"))
            continue
        code, climbs = CARDS[card].code, CLIMBS[card]
        name = "joker" if card == JOKER else trait_name(NUMBER[card])
        region = Region(at, y + 1, SHOWN - 1, 1)
        elements: tuple[Element, ...] = (("display", card), trait_element(TWO, space))
        for element in elements:
            if _is_choosable(scene, element) and element not in drawing.places:
                _place(drawing, scene, element, region)
        x = canvas.text(at + 1, y + 1, (code, f"{suit(card)} strong"), " ", (name, "dim"))
        canvas.text(x + 1, y + 1, (f"↑{climbs}" if climbs else "", "dim"))


# --- the own board


def _own_board(drawing: Drawing, scene: Scene, view: DarwinningState, seat: int, y: int) -> None:
    """The viewer's own species at length, with the uses of a card while it improves."""
    canvas = drawing.canvas
    width = _beside_ladder(canvas)
    canvas.text(0, y, ("─" * width, "rule"))
    name = SPECIES[view.species[seat]].name
    canvas.text(1, y, (" your ", "dim"), (f"{name} ", "strong"))
    canvas.right(width - 1, y, (" would score ", "dim"), (f"{totals(view)[seat]} ", "strong"))
    _draw_homes(canvas, scene, view, seat, 1, y + 1, width)
    # The uses come before the spaces: a card goes on a trait only by intent.
    _uses(drawing, scene, view, seat, y + 3)
    for space, trait in enumerate(shown(view.species[seat], view.traits[seat])):
        element: Element = ("space", space)
        x = space * OWN
        if _is_choosable(scene, element):
            _place(drawing, scene, element, Region(x, y + 2, OWN - 1, 1))
        is_card = view.traits[seat][space] != NOTHING
        scores = space < SPACES - 1
        name = trait_name(trait) if trait else "–" if scores else "– no points"
        style = "strong" if is_card and scores else "dim" if trait else "faint"
        canvas.text(x + 1, y + 2, (str(space + 1), "faint"), " ", (name, style))


def _uses(drawing: Drawing, scene: Scene, view: DarwinningState, seat: int, y: int) -> None:
    """The uses of the card picked or under the cursor, and leaving it at that."""
    if not scene.chooser or not scene.chooser.actions or scene.is_held:
        return
    canvas, x = drawing.canvas, 0
    effect = view.pending[-1]
    if isinstance(effect, Follow):
        _set_in_mind(canvas, scene, view, seat, y)
    if isinstance(effect, Improve | Browse):
        card = _card_in_mind(scene, _offered(scene, view)[0])
        words = _use_words(view, seat, card)
        for number, (name, more) in enumerate(words):
            element: Element = ("use", number)
            if element in scene.lit or element in scene.chooser.picks:
                _place(drawing, scene, element, Region(x, y, len(name) + len(more) + 2, 1))
                canvas.text(x + 1, y, (name, "strong"), " ", (more, "good"))
            else:
                canvas.text(x + 1, y, (name, "faint"))
            x += USE
    if _is_choosable(scene, BUTTON):
        name = _BUTTONS.get(type(effect).__name__, "leave it")
        if isinstance(effect, Hunt) and not effect.eaten:
            name = "eat none"
        name = f"{name} (0)"
        at = x
        _place(drawing, scene, BUTTON, Region(at, y, len(name) + 1, 1))
        canvas.text(at + 1, y, (name, "strong"))


def _set_in_mind(canvas: Canvas, scene: Scene, view: DarwinningState, seat: int, y: int) -> None:
    """What the cards picked make, whether it beats the trick, and what a card could improve."""
    assert scene.chooser
    picked = bytes(sorted(card for kind, card in scene.chooser.picks if kind == "card"))
    card = scene.cursor[1] if scene.cursor and scene.cursor[0] == "card" else None
    cards = picked or (b"" if card is None else bytes((card,)))
    if not cards or card is None:
        return
    canvas.text(1, y, *_standing(view, cards))
    new = [TABLES.environments[place].letter for place in new_habitats(view, seat, card)]
    words = [*_icons(card), *new]
    if card != JOKER and not traits_of(view, seat) >> NUMBER[card] & 1:
        words.append(trait_name(NUMBER[card]))
    code = (CARDS[card].code, f"{suit(card)} strong")
    told = (" could bring ", "dim") if words else (" brings you nothing", "dim")
    canvas.right(canvas.width - 1, y, code, told, " ".join(words))


def _icons(card: int) -> list[str]:
    """What a card does for the place on the food chain and for the population."""
    icons = (("↑", CLIMBS[card]), ("•", GROWS[card]))
    return [f"{icon}{number}" for icon, number in icons if number]


def _standing(view: DarwinningState, cards: bytes) -> tuple[Run, ...]:
    """What a set is, and whether it beats the trick so far."""
    if len(view.hands) == TWO:
        return _standing_of_two(view, cards)
    if rank_of(cards) is None:
        return (("not yet a combination", "dim"),)
    name = (set_words(cards), "strong")
    if view.best == NOTHING:
        return name, ("  leads", "good")
    if strength(cards) >= strength(view.played[view.best]):
        return name, ("  beats it", "good")
    return name, (("  does not beat it", "bad") if len(cards) > 1 else ("  loses", "dim"))


def _standing_of_two(view: DarwinningState, cards: bytes) -> tuple[Run, ...]:
    """The strongest set that cards make, alone or with some of the display."""
    display = [card for card in view.display if card != NOTHING]
    best = max(
        (
            some
            for size in range(len(display) + 1)
            for some in map(bytes, combinations(display, size))
            if rank_of(cards + some) is not None
        ),
        key=lambda some: strength(cards + some),
        default=None,
    )
    if best is None:
        return (("not yet a combination", "dim"),)
    codes = "".join(f"+{CARDS[card].code}" for card in best)
    name = ((set_words(cards + best), "strong"), (f" {codes}" if codes else "", "dim"))
    rival = next((seat for seat in range(TWO) if view.played[seat]), None)
    if rival is None:
        return (*name, ("  leads", "good"))
    rivals = [strength(view.played[rival] + some) for some in usable(view, rival)]
    if strength(cards + best) >= max(rivals, default=0):
        return (*name, ("  beats it", "good"))
    if strength(cards + best) >= min(rivals):
        return (*name, ("  may beat it", "dim"))
    return (*name, ("  loses", "dim"))


def _card_in_mind(scene: Scene, cards: bytes) -> int | None:
    """The card that is picked, or else the one under the cursor, or the only one there is."""
    assert scene.chooser
    for kind, number in (*scene.chooser.picks, scene.cursor or ("", 0)):
        if kind == "card":
            return number
    return cards[0] if len(set(cards)) == 1 else None


def _use_words(view: DarwinningState, seat: int, card: int | None) -> list[tuple[str, str]]:
    if card is None or card == JOKER:
        return [("food chain", ""), ("population", ""), ("environment", "")]
    new = "".join(TABLES.environments[place].letter for place in new_habitats(view, seat, card))
    return [
        ("food chain", f"+{CLIMBS[card]}" if CLIMBS[card] else ""),
        ("population", f"+{GROWS[card]}" if GROWS[card] else ""),
        ("environment", f"+{new}" if new else ""),
    ]


# --- what happened


def _news(canvas: Canvas, scene: Scene, top: int, bottom: int) -> None:
    """What was told last, on the rows that are left, the newest below."""
    count = 0 if scene.has_log else min(bottom - top, NEWS)
    story = scene.story[-count:] if count > 0 else ()
    for y, event in enumerate(story, bottom - len(story)):
        room = _beside_ladder(canvas) - 2
        told = shorten(scene.game.sentence(event, scene.names), room, placeholder=" …")
        canvas.text(1, y, (told, "dim" if y == bottom - 1 else "faint"))


# --- the hand


def _hand(drawing: Drawing, scene: Scene, view: DarwinningState, y: int) -> None:
    canvas = drawing.canvas
    if scene.viewer >= len(view.hands):
        _everybodys_hands(canvas, scene, view, y)
        return
    cards, title = _offered(scene, view)
    if _era(scene, view)[0] != view.era:
        # The next era's hand comes when it is gone on to.
        cards = b""
    sizes = "" if not cards else f" {len(cards)} cards " if len(cards) != 1 else " 1 card "
    owner = f" of {scene.names[scene.viewer]}" if title == "hand" else ""
    canvas.rule(y - 1, (title, "strong"), (owner, "dim"))
    canvas.right(canvas.width - 1, y - 1, (sizes, "dim"))
    kinds = list(dict.fromkeys(cards))
    if scene.order:
        kinds.sort(key=lambda card: (NUMBER[card], card))
    if len(kinds) * (CARD.width + 1) - 1 > canvas.width:
        _chips(drawing, scene, cards, kinds, y)
        return
    for place, card in enumerate(kinds):
        region = Region(place * (CARD.width + 1), y, *CARD)
        drawing.places["card", card] = region
        _card(canvas, region, card, cards.count(card), scene, view)


def _offered(scene: Scene, view: DarwinningState) -> tuple[bytes, str]:
    """The hand, or the cards to improve with while the viewer is asked for that."""
    effect = view.pending[-1] if view.pending and not scene.is_held else None
    match effect:
        case Improve(seat, cards) if seat == scene.viewer:
            return bytes(sorted(cards)), "improve with a card"
        case Browse(seat) if seat == scene.viewer:
            return bytes(sorted(view.discards)), "improve with any card of the discards"
        case Transform(seat, card) if seat == scene.viewer:
            return bytes((card,)), "card drawn"
        case Keep() if view.kept[scene.viewer] != EMPTY:
            codes = " ".join(CARDS[card].code for card in view.kept[scene.viewer])
            return view.hands[scene.viewer], f"hand, of which you keep {codes or 'none'}"
    return view.hands[scene.viewer], "hand"


def _card(
    canvas: Canvas, region: Region, card: int, copies: int, scene: Scene, view: DarwinningState
) -> None:
    playable = draw_frame(canvas, region, scene, ("card", card), copies)
    hue = f"{suit(card)} strong" if playable else "dim"
    row = CARDS[card]
    x, y = region.x + 1, region.y + 1
    canvas.text(x, y, (f"{row.number:<4}{row.suit[:1].upper() or 'J'}", hue))
    if card == JOKER:
        canvas.text(x, y + 1, ("joker", hue))
        return
    chain = f"↑{row.food_chain}" if row.food_chain else "  "
    eggs = f"•{row.population}" if row.population else "  "
    canvas.text(x, y + 1, (f"{chain} {eggs}", "" if playable else "dim"))
    for place in sorted(row.environments):
        on_table = place in view.environments
        style = "dim" if not playable else "good strong" if on_table else ""
        x = canvas.text(x, y + 2, (TABLES.environments[place].letter, style), " ")


def _chips(drawing: Drawing, scene: Scene, cards: bytes, kinds: Sequence[int], y: int) -> None:
    """More cards than can lie side by side: their codes in rows."""
    columns = drawing.canvas.width // 7
    for place, card in enumerate(kinds):
        at, row = 7 * (place % columns), y + place // columns
        _place(drawing, scene, ("card", card), Region(at, row, 6, 1))
        copies = cards.count(card)
        more = (f"×{copies}", "dim") if copies > 1 else ("", "")
        drawing.canvas.text(at + 1, row, (CARDS[card].code, f"{suit(card)} strong"), more)


def _everybodys_hands(canvas: Canvas, scene: Scene, view: DarwinningState, y: int) -> None:
    """For watchers backs, where the table shows how many; for the all-seeing cards."""
    canvas.rule(y - 1, ("hands", "strong"))
    for seat, hand in enumerate(view.hands):
        x = canvas.text(
            1, y + seat, (f"{SEAT_MARKS[seat]} {scene.names[seat]:<16} ", f"seat-{seat}")
        )
        if HIDDEN in hand:
            backs = "▒ " * len(hand) if view.options.hand_sizes else "▒ …"
            canvas.text(x, y + seat, (backs, "dim"))
        else:
            canvas.text(x, y + seat, *_card_codes(hand))


BOARD: Final = DarwinningBoard
