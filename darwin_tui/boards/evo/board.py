"""The board of Evo: landscapes side by side, genomes below, the own hand at the lower edge."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from textual.geometry import Size

from darwin_core.contract.game import Element
from darwin_core.games.evo.actions import AnyAction, Awake, Forage, Hunt
from darwin_core.games.evo.components import MILLENNIA
from darwin_core.games.evo.effects import Begin, Live
from darwin_core.games.evo.events import EvoEvent, Survived
from darwin_core.games.evo.rules import apply, clock, clone, legal
from darwin_core.games.evo.state import EvoState
from darwin_core.games.evo.words import species_name
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import counted
from darwin_tui.boards.evo.balance import draw_balance, is_over
from darwin_tui.boards.evo.beside import asked_elements
from darwin_tui.boards.evo.captions import order
from darwin_tui.boards.evo.genomes import draw_genomes
from darwin_tui.boards.evo.hand import draw_all_hands, draw_choosing, draw_hand, has_species
from darwin_tui.boards.evo.history import evolution, history, legend
from darwin_tui.boards.evo.layout import HAND_ROWS, WIDE_COLUMNS, Plan, plan
from darwin_tui.boards.evo.locations import draw_locations
from darwin_tui.boards.evo.marks import is_choosing, target_of
from darwin_tui.boards.evo.motion import frames_of, reveal_frames
from darwin_tui.boards.evo.news import draw_news
from darwin_tui.boards.evo.scene import Scene
from darwin_tui.boards.evo.signs import SIGNS
from darwin_tui.boards.evo.species import draw_species
from darwin_tui.boards.evo.zoom import zoomed
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.bars import title_bar
from darwin_tui.drawing.canvas import Drawing, Styled
from darwin_tui.drawing.marks import seat_name
from darwin_tui.drawing.signs import Sign
from darwin_tui.widgets.board import Board

KINDS: Final = (
    "slot",
    "location",
    "goal",
    "species",
    "card",
    "amount",
    "adaptation",
    "button",
    "place",
)
"""Kinds of elements in the order of the keys that select them."""
LOCATIONS, SPECIES, HISTORY = range(3)


class EvoBoard(Board[EvoState, AnyAction, EvoEvent]):
    """The board of Evo."""

    COLOURS: ClassVar[str] = "evo"

    KINDS: ClassVar[tuple[str, ...]] = KINDS
    STEPS: ClassVar[Mapping[str, str]] = {
        "slot": mark("a fauna or flora"),
        "card": mark("a card"),
        "amount": mark("how many cards"),
        "location": mark("where to go"),
        "goal": mark("where to go"),
        "adaptation": mark("an adaptation"),
    }
    AIMS: ClassVar[Mapping[str, str]] = {
        "location": mark("migrate"),
        "goal": mark("migrate"),
    }

    SIGNS: ClassVar[tuple[Sign, ...]] = SIGNS
    PANES: ClassVar[tuple[str, ...]] = (mark("locations"), mark("species"), mark("history"))

    LOG_COLUMNS: ClassVar[int] = 160
    CHART_ROWS: ClassVar[int] = 15

    def draw(self, scene: Scene, size: Size) -> Drawing:
        """Draw the board: title, locations, genomes, news and hand from top to bottom."""
        area, view = self.area(scene, size), scene.view
        rows = plan(size.width, size.height, len(view.genomes))
        hand = HAND_ROWS + (size.width < WIDE_COLUMNS)
        title, upper, lower = area.rows(
            1, rows.locations(), Grow(rows.genomes(len(view.genomes)) + 1 + hand)
        )
        _title(title, scene, view)
        _upper(upper, scene, view, rows)
        if scene.is_paused and is_over(scene):
            draw_balance(lower, scene, view)
        else:
            genomes, news, own = lower.rows(Grow(rows.genomes(len(view.genomes))), 1, hand)
            draw_genomes(genomes.mark("genomes"), scene, view, rows)
            draw_news(news, scene)
            _own(own.mark("hand"), scene, view)
        _order_elements(area.drawing, scene)
        return area.drawing

    @staticmethod
    def frames(events: Sequence[EvoEvent]) -> int:
        """Return the frames that show what a card got, what was born, or who came."""
        return frames_of(events)

    @staticmethod
    def reveal_frames(events: Sequence[EvoEvent]) -> int:
        """Return the frames that show the end of a millennium by steps."""
        return reveal_frames(events)

    @staticmethod
    def pauses_on(events: Sequence[EvoEvent]) -> bool:
        """Return whether a millennium is over."""
        return any(isinstance(event, Survived) for event in events)

    waits_after = pauses_on

    @staticmethod
    def epilogue(view: EvoState, lexicon: Lexicon) -> list[str]:
        """Return the evolution of the genomes."""
        return evolution(view, lexicon)

    @staticmethod
    def draw_course(area: Area, view: EvoState, events: Sequence[EvoEvent]) -> None:
        """Draw the charts of the genomes, with what their letters mean."""
        charts, below = area.rows(Grow(), 1)
        history(charts, view, order(view), events)
        legend(below)

    @classmethod
    def rank(cls, scene: Scene, element: Element) -> int:
        """Return the sort key of an element: buttons as they are drawn, the last one first."""
        kind, number = element
        return -number if kind == "button" else number

    def zoom(self, scene: Scene, element: Element) -> list[str]:
        """Return the text on an element, with the effects of adaptations and the uses of a card."""
        return zoomed(scene, scene.view, element)

    @staticmethod
    def first(view: EvoState, actions: Sequence[AnyAction]) -> Element | None:
        """Return a hunt or forage if one can be paid for, or the end of the generation if nothing
        else is left; before it begins, the location where most food can be paid for.

        While other actions are left, the end of the generation is not focused by default.
        """
        effect = view.pending[-1] if view.pending else None
        if isinstance(effect, Begin):
            begun = [action for action in actions if isinstance(action, Awake)]
            best = max(begun, key=lambda action: _payable(view, effect.seat, action))
            return ("location", best.location)
        if not isinstance(effect, Live):
            return None
        if isinstance(actions[0], Hunt | Forage):
            return ("slot", actions[0].slot)
        return ("button", 0) if len(actions) == 1 else None


def _payable(view: EvoState, seat: int, action: Awake) -> int:
    """Return the number of fauna and flora that can be paid for where a generation would begin."""
    begun = clone(view)
    apply(begun, seat, action, None)
    return len({each.slot for each in legal(begun, seat) if isinstance(each, Hunt | Forage)})


def _upper(area: Area, scene: Scene, view: EvoState, rows: Plan) -> None:
    """Draw the pane that is open over the upper part."""
    if scene.pane == LOCATIONS:
        draw_locations(area, scene, view, rows)
    elif scene.pane == SPECIES:
        area.part(draw_species, (scene, view))
    else:
        area.part(_history, (scene, view))


def _history(area: Area, scene: Scene, view: EvoState) -> None:
    history(area, view, order(view), scene.events)


def _own(area: Area, scene: Scene, view: EvoState) -> None:
    """Draw the own hand, or what takes its place."""
    if has_species(scene, view):
        draw_hand(area, scene, view)
    elif scene.viewer < len(view.species):
        area.part(draw_choosing, (scene, view))
    else:
        area.part(draw_all_hands, (scene, view))


def _title(area: Area, scene: Scene, view: EvoState) -> None:
    """Draw the title bar: the clock, whose turn it is, the species, the target."""
    if scene.is_paused and is_over(scene):
        # The next target is not named while the end of a millennium is shown.
        words = tr("millennium {number} is over", number=view.millennium)
        title_bar(area, "Evo", (words, "strong"))
        return
    right: list[Styled] = [(counted(target_of(view), "card"), "strong")]
    if area.width >= WIDE_COLUMNS or not is_choosing(view):
        right = [(f"{tr('target')} ", "dim"), *right]
    if not view.pending:
        title_bar(area, "Evo", (tr("the match is over"), "dim"))
        return
    now = clock(view)
    seat = view.pending[-1].seat
    pieces: list[Styled] = [
        (f"{tr('millennium')} ", "dim"),
        (f"{now.round}", "strong"),
        (f" {tr('of {number}', number=MILLENNIA)}  ", "dim"),
    ]
    if is_choosing(view):
        pieces.append((f"{tr('species are chosen')}  ", "dim"))
    pieces.append(seat_name(seat, scene.names[seat]))
    if has_species(scene, view) and area.width >= WIDE_COLUMNS:
        own = tr("you play the {species}", species=species_name(view.species[scene.viewer]))
        pieces.append((f"  {own}", "dim"))
    title_bar(area, "Evo", *pieces, right=right)


def _order_elements(drawing: Drawing, scene: Scene) -> None:
    """Let keys 1 to 9 begin with selectable elements, cards at the location before those in
    hand."""
    asked = {kind for kind, _ in asked_elements(scene)}
    places = drawing.places
    order = sorted(places, key=lambda each: (each[0] not in asked, KINDS.index(each[0])))
    drawing.places = {element: places[element] for element in order}


BOARD: Final = EvoBoard
