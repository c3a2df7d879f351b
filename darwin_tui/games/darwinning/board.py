"""The table of Darwinning!: the food chain, the species, the trick, and the hand."""

from collections.abc import Sequence
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
    Bitten,
    Browse,
    DarwinningState,
    Declare,
    EraBegan,
    Fed,
    Follow,
    Hunt,
    Improve,
    Mutate,
    Played,
    Share,
    Transform,
    TrickWon,
)
from darwin_core.games.darwinning.words import set_words, trait_name
from darwin_tui.widgets.board import Board, Scene
from darwin_tui.widgets.canvas import SEAT_MARKS, Canvas, Drawing, Run, Styled
from darwin_tui.widgets.card import draw_frame

CARD: Final = Size(7, 5)
"""A card in the hand, with its frame."""
LEFT: Final = 42
"""Columns of a species' line before its pane."""
DUMMY_MARK: Final = "◇"
PANE: Final = 39
"""Columns of a pane."""
LADDER: Final = 104
"""Columns from which the food chain stands upright beside the table."""
TALL: Final = 33
"""Rows from which every species shows its environments and traits at once."""
_BUTTONS: Final = {"Keep": "keep none", "Declare": "use none", "Mutate": "leave it"}


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
        """A trick was won, or species were fed."""
        return any(isinstance(event, TrickWon | Fed) for event in told)

    def draw(self, scene: Scene, size: Size) -> Drawing:
        """Draw the table; the hand lies at the foot, whatever the height."""
        canvas = Canvas(size.width, size.height)
        drawing = Drawing(canvas, {})
        view: DarwinningState = scene.view
        # The hand comes first in the order of keys 1 to 9, so its places are entered first.
        foot = size.height - CARD.height
        _hand(drawing, scene, view, foot)
        _heading(drawing, scene, view)
        y = 2
        if size.width >= LADDER:
            _ladder(canvas, scene, view, 2)
        else:
            _chain(canvas, scene, view, y)
            y += 2
        y = _species(drawing, scene, view, y, self.PANES, foot)
        if scene.viewer < len(view.hands):
            _own_board(drawing, scene, view, scene.viewer, y)
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
    x = canvas.text(1, 0, ("Darwinning!", "title"))
    if view.pending:
        now = clock(view)
        era = (("era ", "dim"), (f"{now.round}", "strong"), (f" of {now.rounds}", "dim"))
        x = canvas.text(x + 3, 0, *era)
        canvas.text(x + 3, 0, ("trick ", "dim"), (f"{now.turn}", "strong"))
    else:
        canvas.text(x + 3, 0, ("the match is over", "dim"))
    canvas.right(canvas.width - 1, 0, (f"deck {len(view.deck)}", "dim"))
    canvas.rule(1)
    x = canvas.text(1, 1, (" this era ", "dim")) + 0
    for place in view.environments:
        element: Element = ("environment", place)
        name = ENVIRONMENTS[place]
        if _is_choosable(scene, element):
            _place(drawing, scene, element, Region(x, 1, len(name) + 1, 1))
        else:
            canvas.text(x, 1, " ")
        x = canvas.text(x + 1, 1, (name, "strong"), " ")


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
    pane = _pane_now(scene, view, panes)
    # The own board takes four rows and the title of the hand one.
    room = foot - 6 - y
    tall = room >= 3 * seats + (seats == TWO)
    width = min(canvas.width, 80)
    if canvas.width >= LADDER:
        width = canvas.width - 26
    canvas.text(0, y, ("─" * width, "rule"))
    canvas.text(1, y, (" species ", "strong"))
    canvas.text(28, y, (" at ", "dim"))
    canvas.text(33, y, (" eggs ", "dim"))
    tabs = ("trick", "survival") if tall else panes
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
            _draw_pane(drawing, scene, view, seat, y, pane if pane in tabs else tabs[0])
        y += 1
        if tall:
            _draw_homes(canvas, view, seat, 3, y, width)
            _draw_traits(drawing, scene, view, seat, 3, y + 1, wide=True)
            # Air between the species where there is room for it.
            y += 3 if room >= 4 * seats + (seats == TWO) else 2
    if seats == TWO:
        _dummy_line(drawing, scene, view, y)
        y += 1
    return y


def _pane_now(scene: Scene, view: DarwinningState, panes: Sequence[str]) -> str:
    """The pane that the decision is about, from which Tab goes on to the others."""
    first = 0
    if view.pending and not scene.is_held:
        match view.pending[-1]:
            case Mutate():
                first = panes.index("traits")
            case Share() | Hunt() | Transform():
                first = panes.index("survival")
    if scene.is_held and _was_survival(scene):
        first = panes.index("survival")
    return panes[(first + scene.pane) % len(panes)]


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
            _draw_homes(drawing.canvas, view, seat, LEFT, y, drawing.canvas.width)
        case _:
            _draw_traits(drawing, scene, view, seat, LEFT, y, wide=False)


# --- the trick


def _last_trick(scene: Scene) -> tuple[dict[int, bytes], int]:
    """What each seat played in the last trick that was won, and who won it."""
    played: dict[int, bytes] = {}
    winner = NOTHING
    for event in reversed(scene.story):
        if isinstance(event, TrickWon):
            if winner != NOTHING:
                break
            winner = event.seat
        elif isinstance(event, Played) and winner != NOTHING:
            played.setdefault(event.seat, event.cards)
        elif isinstance(event, EraBegan) and winner != NOTHING:
            break
    return played, winner


def _draw_trick(canvas: Canvas, scene: Scene, view: DarwinningState, seat: int, y: int) -> None:
    """What a seat has played in this trick or, before its first card, in the last one."""
    is_new = not any(view.played) or not _is_open(view)
    played, best = _last_trick(scene) if is_new else (dict(enumerate(view.played)), view.best)
    cards = played.get(seat, b"")
    if not cards:
        asked = view.pending and seat in to_move(view)
        canvas.text(LEFT, y, ("plays" if asked else "…", "dim" if asked else "faint"))
        return
    used = view.used[seat] if len(view.hands) == TWO and not is_new else b""
    x = canvas.text(LEFT, y, *_card_codes(cards))
    if used:
        x = canvas.text(x, y, ("+ ", "dim"), *_card_codes(used))
    words = set_words(cards + used) if len(cards + used) > 1 else ""
    style = "faint" if is_new else "strong" if seat == best else "dim"
    canvas.text(x, y, (words, style))
    if seat == best:
        canvas.text(LEFT + 36, y, ("◀", "good strong" if not is_new else "dim"))


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
    canvas: Canvas, view: DarwinningState, seat: int, x: int, y: int, width: int
) -> None:
    """The environments of a species with their food; those on the table stand out."""
    homes = sorted(habitats_of(view, seat).items())
    long = sum(len(ENVIRONMENTS[place]) + 3 for place, _ in homes) <= width - x
    for place, food in homes:
        name = ENVIRONMENTS[place] if long else TABLES.environments[place].letter
        on_table = place in view.environments
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
    room = 15 if wide else 7
    for space, trait in enumerate(shown(view.species[seat], view.traits[seat])):
        at = x + space * room
        name = (trait_name(trait) if wide else trait_name(trait)[: room - 2]) if trait else "–"
        is_card = view.traits[seat][space] != NOTHING
        style = "strong" if is_card and space < SPACES - 1 else "dim" if trait else "faint"
        element = trait_element(seat, space)
        if _is_choosable(scene, element):
            _place(drawing, scene, element, Region(at, y, room - 1, 1))
        drawing.canvas.text(at + 1, y, (name, style))


def _dummy_line(drawing: Drawing, scene: Scene, view: DarwinningState, y: int) -> None:
    """The dummy: its place, and the cards of the display."""
    canvas = drawing.canvas
    element: Element = ("species", TWO)
    if _is_choosable(scene, element):
        _place(drawing, scene, element, Region(0, y, LEFT - 2, 1))
    canvas.text(1, y, (f"{DUMMY_MARK} the dummy", "dim"))
    canvas.right(32, y, (str(view.places[TWO]), "strong"))
    canvas.text(34, y, ("display", "dim"))
    x = LEFT
    for space, card in enumerate(view.display):
        if card == NOTHING:
            x = canvas.text(x, y, (" –", "faint"), " ")
            continue
        code = CARDS[card].code
        name = "" if card == JOKER else trait_name(NUMBER[card])[:6]
        region = Region(x, y, len(code) + len(name) + 2, 1)
        elements: tuple[Element, ...] = (("display", card), trait_element(TWO, space))
        for element in elements:
            if _is_choosable(scene, element) and element not in drawing.places:
                _place(drawing, scene, element, region)
        x = canvas.text(x + 1, y, (code, f"{suit(card)} strong"), " ", (name, "dim"), " ")


# --- the own board


def _own_board(drawing: Drawing, scene: Scene, view: DarwinningState, seat: int, y: int) -> None:
    """The viewer's own species at length, with the uses of a card while it improves."""
    canvas = drawing.canvas
    width = canvas.width - 26 if canvas.width >= LADDER else canvas.width
    canvas.text(0, y, ("─" * width, "rule"))
    name = SPECIES[view.species[seat]].name
    canvas.text(1, y, (" your ", "dim"), (f"{name} ", "strong"))
    canvas.right(width - 1, y, (" would score ", "dim"), (f"{totals(view)[seat]} ", "strong"))
    _draw_homes(canvas, view, seat, 1, y + 1, width)
    for space, trait in enumerate(shown(view.species[seat], view.traits[seat])):
        element: Element = ("space", space)
        x = space * (80 // SPACES)
        if _is_choosable(scene, element):
            _place(drawing, scene, element, Region(x, y + 2, 80 // SPACES - 1, 1))
        is_card = view.traits[seat][space] != NOTHING
        number = "0" if space == SPACES - 1 else str(space + 1)
        name = trait_name(trait) if trait else "–"
        style = "strong" if is_card else "dim" if trait else "faint"
        canvas.text(x + 1, y + 2, (number, "faint"), " ", (name, style))
    _uses(drawing, scene, view, seat, y + 3)


def _uses(drawing: Drawing, scene: Scene, view: DarwinningState, seat: int, y: int) -> None:
    """The uses of the card picked or under the cursor, and leaving it at that."""
    if not scene.chooser or not scene.chooser.actions or scene.is_held:
        return
    canvas, x = drawing.canvas, 0
    effect = view.pending[-1]
    if isinstance(effect, Follow):
        _set_in_mind(canvas, scene, view, seat, y)
    if isinstance(effect, Improve | Browse):
        card = _card_in_mind(scene)
        words = _use_words(view, seat, card)
        for number, (name, more) in enumerate(words):
            element: Element = ("use", number)
            if element in scene.lit or element in scene.chooser.picks:
                _place(drawing, scene, element, Region(x, y, len(name) + len(more) + 2, 1))
                canvas.text(x + 1, y, (name, "strong"), " ", (more, "good"))
            else:
                canvas.text(x + 1, y, (name, "faint"))
            x += 24
    if _is_choosable(scene, BUTTON):
        name = _BUTTONS.get(type(effect).__name__, "done")
        at = max(x, 72) if x else 0
        _place(drawing, scene, BUTTON, Region(at, y, len(name) + 1, 1))
        canvas.text(at + 1, y, (name, "strong"))


def _set_in_mind(canvas: Canvas, scene: Scene, view: DarwinningState, seat: int, y: int) -> None:
    """What the cards picked make, whether it beats the trick, and what a card could improve."""
    assert scene.chooser
    picked = bytes(sorted(card for kind, card in scene.chooser.picks if kind == "card"))
    card = _card_in_mind(scene)
    cards = picked or (bytes((card,)) if card is not None else b"")
    if not cards or card is None:
        return
    beats, feel = _standing(view, cards)
    canvas.text(1, y, (set_words(cards), "strong"), "  ", (beats, feel))
    words = [f"{name} {more}" for name, more in _use_words(view, seat, card) if more]
    if card != JOKER and not traits_of(view, seat) >> NUMBER[card] & 1:
        words.append(trait_name(NUMBER[card]))
    told = ", ".join(words) or "nothing"
    canvas.right(canvas.width - 1, y, (f"{CARDS[card].code} could bring: ", "dim"), told)


def _standing(view: DarwinningState, cards: bytes) -> Run:
    """Whether a set beats the trick so far."""
    if len(view.hands) == TWO:
        return "", ""
    if rank_of(cards) is None:
        return "not a combination yet", "dim"
    if view.best == NOTHING or strength(cards) >= strength(view.played[view.best]):
        return ("leads" if view.best == NOTHING else "beats it"), "good"
    return ("does not beat it", "bad") if len(cards) > 1 else ("loses", "dim")


def _card_in_mind(scene: Scene) -> int | None:
    """The card that is picked, or else the one under the cursor."""
    assert scene.chooser
    for kind, number in (scene.cursor or ("", 0), *reversed(scene.chooser.picks)):
        if kind == "card":
            return number
    return None


def _use_words(view: DarwinningState, seat: int, card: int | None) -> list[tuple[str, str]]:
    if card is None or card == JOKER:
        return [("food chain", ""), ("population", ""), ("environment", "")]
    new = "".join(TABLES.environments[place].letter for place in new_habitats(view, seat, card))
    return [
        ("food chain", f"+{CLIMBS[card]}" if CLIMBS[card] else ""),
        ("population", f"+{GROWS[card]}" if GROWS[card] else ""),
        ("environment", f"+{new}" if new else ""),
    ]


# --- the hand


def _hand(drawing: Drawing, scene: Scene, view: DarwinningState, y: int) -> None:
    canvas = drawing.canvas
    if scene.viewer >= len(view.hands):
        _everybodys_hands(canvas, scene, view, y)
        return
    cards, title = _offered(scene, view)
    sizes = "" if not cards else f" {len(cards)} cards " if len(cards) != 1 else " 1 card "
    canvas.rule(y - 1, (title, "strong"), (f" of {scene.names[scene.viewer]}", "dim"))
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
    columns = 1 if len(view.hands) <= CARD.height else 2
    for seat, hand in enumerate(view.hands):
        x = 1 + (seat % columns) * (canvas.width // columns)
        row = y + seat // columns
        name = scene.names[seat] if columns == 1 else scene.names[seat][:9]
        x = canvas.text(
            x, row, (f"{SEAT_MARKS[seat]} {name:<{16 if columns == 1 else 9}} ", f"seat-{seat}")
        )
        if HIDDEN in hand:
            backs = "▒ " * len(hand) if view.options.hand_sizes else "▒ …"
            canvas.text(x, row, (backs, "dim"))
        else:
            for card in hand:
                x = canvas.text(x, row, (CARDS[card].code, suit(card)), " " if columns == 1 else "")


BOARD: Final = DarwinningBoard
