"""The board of Evo: locations, genomes and hand from top to bottom, with the title bar, the news,
the panes that replace the locations, the long text on an element, and the keys of elements.

The pane of the species lists their cards and adaptations, and the history charts their genomes.
"""

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import ClassVar, Final, NamedTuple

from textual.geometry import Size

from darwin_core.contract.chooser import Chooser
from darwin_core.contract.game import HIDDEN, NOTHING, Element
from darwin_core.games.evo.acts import (
    Adopted,
    AnyAction,
    Awake,
    Awoke,
    EvoEvent,
    Forage,
    Foraged,
    Hunt,
    Hunted,
    Migrate,
    Migrated,
    Moved,
    Predated,
    Settled,
    Survived,
    Withered,
)
from darwin_core.games.evo.generation import kills
from darwin_core.games.evo.material import (
    MILLENNIA,
    RING,
    SLOTS,
    TRAITS,
    AdoptSpecies,
    AwakePopulation,
    EvoState,
    Live,
    is_choosing,
    populations_of,
    primary,
    target_of,
    tokens_max,
)
from darwin_core.games.evo.millennium import taken_over
from darwin_core.games.evo.rules import apply, clock, clone, legal
from darwin_core.games.evo.texts import (
    card_name,
    design_name,
    design_sentence,
    design_words,
    location_name,
    species_name,
    to_location,
    trait_name,
)
from darwin_core.text.language import mark, noun, tr, tr_in
from darwin_core.text.nouns import Noun
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import counted, first_clauses, listed
from darwin_tui.boards.evo.genomes import cards_of, count_of, draw_genomes
from darwin_tui.boards.evo.hand import (
    INCLUDED,
    WANDERING,
    draw_all_hands,
    draw_choosing,
    draw_hand,
    has_species,
    legal_elements,
)
from darwin_tui.boards.evo.history import (
    draw_balance,
    draw_history,
    draw_legend,
    evolution,
    is_reckoning,
)
from darwin_tui.boards.evo.locations import draw_locations, food_mark
from darwin_tui.boards.evo.marks import (
    adaptations,
    face_up,
    homes,
    key_of,
    letter,
    letters,
    order,
    seen_in_hand,
    species_label,
    species_mark,
    victims,
)
from darwin_tui.boards.evo.scene import (
    HAND_ROWS,
    WIDE_COLUMNS,
    Scene,
    Table,
    after_enter,
    alike,
    flies,
    flights_of,
    frames_of,
    plan,
    reveal_frames,
)
from darwin_tui.drawing.area import ELLIPSIS, Area, Grow
from darwin_tui.drawing.canvas import Drawing, Styled, length
from darwin_tui.drawing.marks import Sign, seat_mark, seat_name
from darwin_tui.drawing.overlay import draw_flights
from darwin_tui.drawing.panel import heading, news_strip, panel, title_bar
from darwin_tui.play.live_match import Pause
from darwin_tui.widgets.board import Board

PANEL_ROWS_MIN: Final = 18
"""Minimum rows of the species' panels; in less room each species has two rows."""
PANEL_COLUMNS_MIN: Final = 28
"""Minimum columns of a species' panel; in less room each species has two rows."""
CARDS_COLUMN: Final = 22
"""Column of a species' numbers of cards in a small window."""
PANEL_EDGES: Final = 3
"""Columns of a panel's frame and the blank beside it."""
COUNTS_A_ROW: Final = 3
"""Number of traits whose cards a panel shows in one row."""


def draw_species(area: Area, scene: Scene, view: EvoState) -> None:
    """Draw all species: panels side by side, or two rows each in a small window."""
    species = order(view)
    if area.height < PANEL_ROWS_MIN or area.width // len(species) < PANEL_COLUMNS_MIN:
        inner = area.on("panel")
        if inner.height > 2 * len(species):
            heading(inner, 0, (tr("species"), "strong"))
            inner = inner.inside(0, 1, 0, 0)
        for number, one_species in enumerate(species):
            _draw_two_rows(inner.at(0, 2 * number, inner.width, 2), scene, view, one_species)
        return
    _draw_panels(area, scene, view)


def _cards(view: EvoState, species: int) -> list[Styled]:
    """Return a species' numbers of cards by place, and the cards that everybody has seen."""
    face_up, shown = view.offspring[species], view.shown[species]
    pieces: list[Styled] = [
        (f"{tr('deck')} ", "dim"),
        (f"{len(view.decks[species])}", "strong"),
        (f"  {tr('face up')} ", "dim"),
        *letters(face_up),
        (f"  {tr('hand')} ", "dim"),
        (f"{len(view.hands[species])}", "strong"),
    ]
    if shown and HIDDEN in view.hands[species]:
        pieces += [(f" {tr_in('hand', 'with')} ", "dim"), *letters(shown)]
    return [*pieces, (f"  {tr('lost')} ", "dim"), (f"{len(view.lost[species])}", "strong")]


def _draw_two_rows(area: Area, scene: Scene, view: EvoState, species: int) -> None:
    """Draw a species in two rows: name and cards; adaptations."""
    seat = view.species.find(species)
    style = f"strong seat-{seat}" if seat >= 0 else "strong"
    area.text(1, 0, species_mark(view, species), " ", (species_label(scene, view, species), style))
    area.text(CARDS_COLUMN, 0, *_cards(view, species))
    area.text(3, 1, *adaptations(view, species, area.width - 5))


# --- panels side by side


class Form(NamedTuple):
    """The form in which a panel shows a species."""

    has_cards: bool
    """Each trait has a row with its cards, not just numbers."""
    gap: int
    """Rows before each adaptation."""
    is_flowing: bool
    """An adaptation's effect follows its name in the same row."""
    has_home: bool = True
    """The panel names the species' locations, which the map also shows."""


FORMS: Final = (
    Form(True, 2, False),
    Form(True, 1, False),
    Form(True, 0, False),
    Form(False, 1, False),
    Form(False, 0, False),
    Form(False, 0, True),
    Form(False, 0, True, has_home=False),
)
"""Forms, from the most rows to the fewest; the first that fits all species is used."""


def _draw_panels(area: Area, scene: Scene, view: EvoState) -> None:
    """Draw the species as panels side by side, all in one form."""
    species = order(view)
    width = area.width // len(species)
    room = width - PANEL_EDGES
    rows = area.height - 2
    for form in FORMS:
        texts = [_lines(view, one_species, room, form) for one_species in species]
        if all(len(text) <= rows and max(map(length, text)) <= room for text in texts):
            break
    for number, (one_species, text) in enumerate(zip(species, texts, strict=True)):
        column = area.at(width * number, 0, width, area.height)
        seat = view.species.find(one_species)
        style = f"strong seat-{seat}" if seat >= 0 else "strong"
        panel(
            column,
            [
                species_mark(view, one_species),
                " ",
                (species_label(scene, view, one_species), style),
            ],
            species_name(one_species) if seat >= 0 else "",
        )
        inner = column.over("panel").inside(2, 1, 1, 1)
        for y, line in enumerate(text[:rows]):
            inner.text(0, y, *line)
        if len(text) > rows:
            inner.right(rows - 1, (f" {ELLIPSIS}", "dim"))


Line = list[Styled]


def _lines(view: EvoState, species: int, room: int, form: Form) -> list[Line]:
    """Return the rows of a panel of a given width."""
    rows = _traits(view, species, form.has_cards)
    rows += _deck(view, species, room)
    if form.has_home:
        (label, _), (locations, _) = homes(view, species)
        is_labelled = len(label) + len(locations) <= room
        rows += _dim(wrap(f"{label}{locations}" if is_labelled else locations, room))
    for design, tokens in zip(view.adaptations[species], view.worn[species], strict=True):
        rows += [Line()] * form.gap
        rows += _adaptation(design, tokens, room, form)
    return rows


def _deck(view: EvoState, species: int, room: int) -> list[Line]:
    """Return the numbers of cards by place, and the cards that everybody has seen."""
    numbers: Line = [
        (f"{tr('deck')} ", "dim"),
        (f"{len(view.decks[species])}", "strong"),
        (f"  {tr('hand')} ", "dim"),
        (f"{len(view.hands[species])}", "strong"),
        (f"  {tr('lost')} ", "dim"),
        (f"{len(view.lost[species])}", "strong"),
    ]
    up, in_hand = face_up(view, species), seen_in_hand(view, species)
    # All panels have as many rows for them.
    both = [(face_up(view, other), seen_in_hand(view, other)) for other in order(view)]
    if all(length(one) + 2 + length(other) <= room for one, other in both):
        return [numbers, [*up, "  ", *in_hand]]
    return [numbers, up, in_hand]


def _traits(view: EvoState, species: int, has_cards: bool) -> list[Line]:
    """Return each trait's cards, passed on and in all: numbers with several traits per row, or
    letters with a row per trait."""
    figures = [f"{count_of(view, species, trait)}" for trait in range(RING)]
    if not has_cards:
        cells: list[Line] = [[letter(trait), f" {figures[trait]:<7}"] for trait in range(RING)]
        return [
            [piece for cell in cells[at : at + COUNTS_A_ROW] for piece in cell]
            for at in range(0, RING, COUNTS_A_ROW)
        ]
    names = max(len(trait_name(trait)) for trait in range(RING)) + 1
    return [
        [
            (f"{trait_name(trait):<{names}}", "dim"),
            (f"{figures[trait]:>5}  ", "strong"),
            *cards_of(view, species, trait),
        ]
        for trait in range(RING)
    ]


def _adaptation(design: int, tokens: int, room: int, form: Form) -> list[Line]:
    """Return the name of an adaptation with its tokens, and its effect."""
    name = design_name(design)
    figure = f" {tokens}" if tokens else ""
    head: Line = [(name, "strong"), (figure, "strong good")]
    if not form.is_flowing:
        return [head, *_dim(f"  {line}" for line in wrap(_effect(design), room - 2))]
    head.append((":", "dim"))
    start = f"{name}{figure}:"
    # Wrap the name as one word, so that it is never divided.
    first, *others = wrap(f"{'x' * len(start)} {_effect(design)}", room)
    return [[*head, (first[len(start) :], "dim")], *_dim(others)]


def _dim(lines: Iterable[str]) -> list[Line]:
    """Return dimmed lines."""
    return [[(line, "dim")] for line in lines]


def _effect(design: int) -> str:
    """Return the effect of an adaptation, as a sentence."""
    return f"{design_words(design)}."


SIGNS: Final = (
    Sign("●▲■◆", "strong ink", mark("can act; after ▶ it acts; a letter: of nobody")),
    Sign("○△□◇", "strong ink", mark("a spent population; on food: Enter places it")),
    Sign(mark("SSP"), "strong ink", mark("hunt: the three cards that it takes")),
    Sign(mark("T+P"), "strong ink", mark("forage: search with T, gather with P")),
    Sign(mark("S R P"), "ink", mark("size, strength, speed")),
    Sign(mark("T E A"), "ink", mark("toughness, endurance, agility")),
    Sign("−●", "strong bad", mark("left empty, it takes 1 token from each named"), (0,)),
    Sign("9! 10✗", "strong bad", mark("! full: one more kills it; ✗: it dies out"), (0,)),
    Sign(
        mark("streaml."),
        "ink",
        mark("a name that is cut: {play.zoom} on the species has all"),
        (0,),
    ),
    Sign("1 •", "strong good", mark("you can act here; a number is its key")),
    Sign("A a", "ink", mark("genome: passed on, and not yet")),
    Sign("0●2", "strong", mark("points, and tokens that would count now")),
    Sign("▼ 24", "ink", mark("cards that the genome should have")),
    Sign("▮▮", "ink", mark("cards of that trait in your hand")),
    Sign("✓", "good", mark("shown in the chart; Enter changes it"), (2,)),
    Sign("·", "dim", mark("no token yet, or a free place")),
)


# --- the full text on the focused element


def zoomed(scene: Scene, view: EvoState, element: Element) -> list[str]:
    """Return the text on an element, line by line."""
    kind, number = element
    lines = [scene.text_on(element)]
    match kind:
        case "slot" | "place":
            place = SLOTS * view.active + number if kind == "slot" else number
            return [*lines, *_card(view, place), *scene.choices_on(element)]
        case "species":
            locations = [
                f"{location_name(view, location)} {population_count}"
                for location, population_count in enumerate(populations_of(view, number))
                if population_count
            ]
            populations = ", ".join(locations) or tr_in("cards", "none")
            lines.append(tr("Populations: {places}.", places=populations))
            return [*lines, *map(design_sentence, view.adaptations[number])]
        case "adaptation" if element in INCLUDED:
            return [*lines, tr("Hunts use it by themselves; select it to leave it out.")]
        case "adaptation":
            return [*lines, tr("Each use puts a token on it; the one with the fewest is lost.")]
        case _:
            return lines


def _card(view: EvoState, place: int) -> list[str]:
    """Return a sentence on the tokens and the fate of the card on a place, if there is one."""
    card = view.slots[place]
    if card == NOTHING:
        return []
    return [
        tr(
            "The {card} holds {tokens}. With more than {limit} it dies out, and with none "
            "it takes one token from each species here, when the millennium ends.",
            card=card_name(place, card),
            tokens=counted(sum(view.tokens[place]), "token"),
            limit=tokens_max(view),
        )
    ]


# --- the news

DETAILS: Final = 3
"""Number of forms of a seat's news, from longest to shortest."""


def entries(scene: Scene, detail: int) -> list[tuple[int, str]]:
    """Return the actions of each other seat in words, in order of the seats' first events. Seats
    whose events have no words are left out.

    Args:
        detail: as in `summary`.
    """
    by_seat: dict[int, list[EvoEvent]] = {}
    taken = taken_over(scene.events, scene.viewer)
    own = taken[0].species if taken else NOTHING
    for event in scene.since:
        seat = getattr(event, "seat", None)
        if isinstance(seat, int) and seat != scene.viewer:
            by_seat.setdefault(seat, []).append(event)
    summaries = [(seat, summary(events, detail, own)) for seat, events in by_seat.items()]
    return [(seat, text) for seat, text in summaries if text]


def summary(events: Sequence[EvoEvent], detail: int, own: int = NOTHING) -> str:
    """Describe one seat's actions: its catch, placed tokens, born cards and migrations.

    Args:
        detail: 0 for everything, up to DETAILS - 1 for the fewest words.
        own: the species that a rival took from the reader; NOTHING for none.
    """
    hunted, foraged, more, taken = list[str](), list[str](), list[str](), list[str]()
    tokens = born = 0
    for event in events:
        match event:
            case Hunted():
                hunted.append(TRAITS[primary(event.fauna)].fauna)
                tokens, born = tokens + event.tokens, born + event.offspring
            case Foraged():
                foraged.append(TRAITS[event.flora].flora)
                tokens, born = tokens + event.tokens, born + event.offspring
            case Predated():
                more.append(tr("preys on the {species}", species=species_name(event.prey)))
                born += event.offspring
            case Migrated() | Settled() | Moved():
                more.append(to_location(event.location))
            case Adopted(species=species) if species == own:
                taken.append(tr("takes over your {species}", species=species_name(species)))
            case Adopted():
                more.append(tr("plays the {species}", species=species_name(event.species)))
            case _:
                # The start and end of a generation are news only alone, other events are none.
                pass
    # Mention each of these actions once, the latest last.
    more = [*dict.fromkeys(reversed(more))][::-1]
    caught = [f"+{tokens}"] if tokens else []
    caught += [tr("{number} new", number=born)] if born else []
    # A generation has begun or ended, without anything else to mention.
    turns = [event for event in events if isinstance(event, Awoke | Withered)]
    if turns and not caught and not more and not taken:
        words = tr("acts now") if isinstance(turns[-1], Awoke) else tr("catches nothing")
        return words if detail < DETAILS - 1 else "–"
    if detail:
        last = more[-1:] if detail == 1 or not (caught or taken) else []
        return ", ".join([*caught, *taken, *last])
    done = [tr("hunts {names}", names=listed(_counted(hunted)))] if hunted else []
    if foraged:
        flora = [
            name if name.number else tr_in("foraged", "{flora}", flora=name)
            for name in _counted(foraged)
        ]
        done.append(tr("forages {names}", names=listed(flora)))
    text = ", ".join([*done, *taken, *more])
    return f"{text}: {', '.join(caught)}" if caught else text


def _counted(names: Sequence[str]) -> list[Noun]:
    """Return each name once, with its number if there are several."""
    return [
        counted(names.count(name), name) if names.count(name) > 1 else noun(name)
        for name in dict.fromkeys(names)
    ]


def draw_news(area: Area, scene: Scene) -> None:
    """Draw the strip of news, or the log's last sentence if there are none."""
    if entries(scene, 0):
        news_strip(area, (entries(scene, detail) for detail in range(DETAILS)))
        return
    strip = area.on("strip")
    if scene.events:
        event = scene.events[-1]
        if event.is_chosen_loss and scene.viewer in event.losers:
            # The status line says it as the viewer's loss.
            return
        sentence = scene.game.texts.sentence(event, scene.seat_names)
        if len(sentence) > strip.width - 2 and isinstance(event, Hunted | Foraged | Predated):
            strip.text(1, 0, seat_mark(event.seat), (f" {summary([event], 0)}", "dim"))
            return
        strip.text(1, 0, (first_clauses(sentence, strip.width - 2), "dim"))


# --- the board

KINDS: Final = (
    "slot",
    "location",
    "population",
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
"""The panes, in the order of PANES."""


class EvoBoard(Board[EvoState, AnyAction, EvoEvent]):
    """The board of Evo."""

    COLOURS: ClassVar[str] = "darwin_tui.boards.evo"
    FIRST_MARKS: ClassVar[Mapping[str, tuple[str, ...]]] = dict.fromkeys(
        ("begin", "live"), ("hand", *map(food_mark, range(RING)))
    )

    KINDS: ClassVar[tuple[str, ...]] = KINDS
    STEPS: ClassVar[Mapping[str, str]] = {
        "slot": mark("a fauna or flora"),
        "card": mark("a card"),
        "amount": mark("how many cards"),
        "location": mark("where to go"),
        "goal": mark("where to go"),
        "population": mark("a population"),
        "adaptation": mark("an adaptation"),
    }
    AIMS: ClassVar[Mapping[str, str]] = {"location": mark("migrate")}

    SIGNS: ClassVar[tuple[Sign, ...]] = SIGNS
    PANES: ClassVar[tuple[str, ...]] = (mark("locations"), mark("species"), mark("history"))

    INCLUDED: ClassVar[tuple[Element, ...]] = INCLUDED
    PAUSES: ClassVar[Mapping[type[object], Pause]] = {Survived: Pause.KEY}
    LOG_COLUMNS: ClassVar[int] = 160
    CHART_ROWS: ClassVar[int] = 15

    def brief(self, scene: Scene, element: Element, room: int) -> str:
        """Return the sentence on an element. For a card without tokens that will cost tokens at the
        end, add its sign with the meaning."""
        text = scene.text_on(element)
        kind, number = element
        place = SLOTS * scene.view.active + number if kind == "slot" else number
        is_card = kind == "place" or (kind == "slot" and scene.view.active != NOTHING)
        # The board shows the sign as it is after Enter.
        losers = victims(after_enter(scene), place) if is_card else []
        if not losers:
            return text
        sign = "".join(("−", *(species_mark(scene.view, loser)[0] for loser in losers)))
        first = text.partition("; ")[0].removesuffix(".")
        words = (first, first.rpartition(". ")[2])
        ends = (
            mark("{card}; {sign}: left empty, it takes 1."),
            mark("{card}; left empty: {sign}."),
        )
        ways = (tr(end, card=sentence, sign=sign) for end in ends for sentence in words)
        return next((way for way in ways if len(way) <= room), text)

    def draw(self, scene: Scene, size: Size) -> Drawing:
        """Draw the board: title, locations, genomes, news and hand from top to bottom."""
        area = self.area(scene, size)
        view = scene.view
        rows = plan(size.width, size.height, len(view.genomes))
        # In a narrow window, the adaptations are above the hand.
        hand = HAND_ROWS + (size.width < WIDE_COLUMNS)
        is_ending = is_reckoning(scene)
        if is_ending and not rows.is_boxed:
            # The millennium's balance needs the rows more than the landscape.
            rows = rows._replace(sky=1)
        title, upper, lower = area.rows(
            1, rows.locations(), Grow(rows.genomes(len(view.genomes)) + 1 + hand)
        )
        _title(title, scene, view)
        table = Table(scene, after_enter(scene), rows)
        _upper(upper, table)
        if is_ending:
            draw_balance(lower, scene, view)
        else:
            genomes, news, hand_area = lower.rows(Grow(rows.genomes(len(view.genomes))), 1, hand)
            draw_genomes(genomes.mark("genomes"), table)
            draw_news(news, scene)
            _draw_hand_part(hand_area.mark("hand"), scene, view)
        _order_elements(area.drawing, scene)
        if scene.frame and not scene.is_paused:
            draw_flights(area.drawing, flights_of(scene, area.drawing), scene.frame)
        return area.drawing

    frames = staticmethod(frames_of)
    reveal_frames = staticmethod(reveal_frames)

    @staticmethod
    def alike(events: Sequence[EvoEvent], frame: int, *, is_paused: bool) -> int:
        """Return the number of frames of the same step of an animation."""
        return alike(events, frame)

    @staticmethod
    def flies(events: Sequence[EvoEvent], frame: int, *, is_paused: bool) -> bool:
        """Return whether tokens fly in a frame."""
        return flies(events, frame)

    @staticmethod
    def epilogue(view: EvoState, seat_names: SeatNames) -> list[str]:
        """Return the evolution of the genomes."""
        return evolution(view)

    @staticmethod
    def draw_course(area: Area, view: EvoState, events: Sequence[EvoEvent]) -> None:
        """Draw the charts of the genomes, with the meaning of their letters."""
        charts, below = area.rows(Grow(), 1)
        draw_history(charts, view, order(view), events)
        draw_legend(below)

    @classmethod
    def rank(cls, scene: Scene, element: Element) -> int:
        """Return the sort key of an element among its kind: buttons in reverse order of their
        numbers, as they are drawn."""
        kind, number = element
        return -number if kind == "button" else number

    def zoom(self, scene: Scene, element: Element) -> list[str]:
        """Return the text on an element, with the effects of adaptations and the uses of a card."""
        return zoomed(scene, scene.view, element)

    @staticmethod
    def then(view: EvoState, chooser: Chooser[AnyAction]) -> Element | None:
        """Return wanderer once a card and a location are selected: it saves the second card. Once a
        flora is, return the most cards that let it live, or the fewest if none do."""
        kinds = [kind for kind, _ in chooser.selected]
        amounts = [number for kind, number in chooser.selectable if kind == "amount"]
        if amounts and "slot" in kinds:
            safe = [
                action.amount
                for action, targets in zip(chooser.actions, chooser.targets, strict=True)
                if isinstance(action, Forage)
                and {*chooser.selected} <= {*targets}
                and not kills(view, view.species[view.pending[-1].seat], action)
            ]
            return ("amount", max(safe, default=min(amounts)))
        is_paid = kinds.count("card") == 1 and "location" in kinds
        return WANDERING if is_paid and WANDERING in chooser.selectable else None

    @staticmethod
    def front(view: EvoState, chooser: Chooser[AnyAction]) -> int | None:
        """Return the pane of the locations if there is a choice."""
        return LOCATIONS if chooser.actions else None

    @staticmethod
    def covers(pane: int, size: Size) -> bool:
        """Return True for the panes that replace the locations."""
        return pane != LOCATIONS

    @staticmethod
    def first(view: EvoState, actions: Sequence[AnyAction]) -> Element | None:
        """Return a hunt or forage that can be paid for and lets nothing die out, or the end of the
        generation if nothing else is left.

        Before the generation begins, return the location where most food can be paid for. While
        other actions are left, the end of the generation is not focused by default.
        """
        effect = view.pending[-1] if view.pending else None
        if isinstance(effect, AwakePopulation):
            begun = [action for action in actions if isinstance(action, Awake)]
            best = max(begun, key=lambda action: _payable(view, effect.seat, action))
            return ("location", best.location)
        if not isinstance(effect, Live):
            return None
        species = view.species[effect.seat]
        catches = [action for action in actions if isinstance(action, Hunt | Forage)]
        # Food of which some catch is fatal is focused only if no other food is safe.
        fatal = {action.slot for action in catches if kills(view, species, action)}
        for safe in (
            [action for action in catches if action.slot not in fatal],
            # The number of cards is chosen later; a hunt uses all that it can by default.
            [
                action
                for action in catches
                if isinstance(action, Forage) and not kills(view, species, action)
            ],
        ):
            if safe:
                return ("slot", safe[0].slot)
        if catches:
            goals = (action.location for action in actions if isinstance(action, Migrate))
            goal = next(goals, None)
            return ("button", 0) if goal is None else ("location", goal)
        return ("button", 0) if len(actions) == 1 else None


def _payable(view: EvoState, seat: int, action: Awake) -> int:
    """Return the number of fauna and flora that can be paid for where a generation would begin."""
    begun = clone(view)
    apply(begun, seat, action, None)
    return len({action.slot for action in legal(begun, seat) if isinstance(action, Hunt | Forage)})


def _upper(area: Area, table: Table) -> None:
    """Draw the open pane of the upper part."""
    scene, view = table.scene, table.view
    if scene.pane == LOCATIONS:
        draw_locations(area, table)
    elif scene.pane == SPECIES:
        area.part(draw_species, (scene, view))
    else:
        area.part(_history, (scene, view))


def _history(area: Area, scene: Scene, view: EvoState) -> None:
    draw_history(area, view, order(view), scene.events)


def _draw_hand_part(area: Area, scene: Scene, view: EvoState) -> None:
    """Draw the viewer's hand, facts for the choice of a species, or all hands for spectators."""
    if has_species(scene, view):
        draw_hand(area, scene, view)
    elif scene.viewer < len(view.species):
        area.part(draw_choosing, (scene, view))
    else:
        area.part(draw_all_hands, (scene, view))


def _title(area: Area, scene: Scene, view: EvoState) -> None:
    """Draw the title bar: the clock, whose turn it is, the species, the target."""
    if is_reckoning(scene):
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
        own_words = tr("you play the {species}", species=species_name(view.species[scene.viewer]))
        pieces.append((f"  {own_words}", "dim"))
    title_bar(area, "Evo", *pieces, right=right, ending=scene.ending)


def _order_elements(drawing: Drawing, scene: Scene) -> None:
    """Order the elements and give them keys: selectable ones first, cards at the location before
    the hand."""
    kinds = {kind for kind, _ in legal_elements(scene)}
    places = drawing.places
    elements = sorted(
        places, key=lambda element: (element[0] not in kinds, KINDS.index(element[0]))
    )
    drawing.places = {element: places[element] for element in elements}
    drawing.numbers = _numbers(scene, drawing)


def _numbers(scene: Scene, drawing: Drawing) -> dict[int, Element] | None:
    """Return the elements that keys 1 to 9 select; None if none has a fixed key."""
    keyed = [element for element in drawing.places if element in scene.selectable]
    amounts = [element for element in keyed if element[0] == "amount"]
    selected = scene.chooser.selected if scene.chooser else ()
    # Amounts have the keys of food: once food is selected, they take these over.
    if amounts and any(kind == "slot" for kind, _ in selected):
        keyed = amounts
    else:
        keyed = [element for element in keyed if element not in amounts]
        # The key of food that cannot be paid for explains what is missing.
        keyed = [*(element for element in drawing.places if element[0] == "slot"), *keyed]
    numbers = {key: element for element in keyed if (key := key_of(element)) is not None}
    if isinstance(scene.view.pending[-1] if scene.view.pending else None, AdoptSpecies):
        # These keys belong to food and locations only while a population lives.
        numbers = {
            key: ("species", species)
            for key, species in enumerate(order(scene.view), 1)
            if ("species", species) in keyed
        }
    # The key that a location shows works even if something else is to be decided.
    locations = {
        key_of(element): element for element in drawing.places if element[0] in ("goal", "location")
    }
    keys = locations | numbers
    return {key: element for key, element in keys.items() if key is not None} or None
