"""Hints: the value of each legal action and its reason in words, best first; and the manners of
bots, which prefer some actions among actions of nearly the same value.

A reason states facts about its action alone, as figures that follow from the rules. It does not
compare the action with others, so it is true at any rank. A contrast names what an action lacks
beside another one, also by the rules: food that is out of reach after it, or bounds that no line
of play exceeds.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from darwin_core.contract.cards import Cards, Counts, without
from darwin_core.contract.game import Advice, Manner
from darwin_core.games.evo import acts, material
from darwin_core.games.evo.acts import AnyAction
from darwin_core.games.evo.bots import judge
from darwin_core.games.evo.catches import Catch, Line, Lines, lines_of
from darwin_core.games.evo.generation import counts_of, has_future, less, spread
from darwin_core.games.evo.material import (
    CATCH,
    FORESIGHT,
    HIBERNATION,
    SLOTS,
    EvoState,
    primary,
    tokens_max,
)
from darwin_core.games.evo.rules import legal
from darwin_core.games.evo.texts import food_name, genes_words, trait_name
from darwin_core.kit.judging import advised
from darwin_core.text.language import mark, tr, tr_n
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import counted, listed

Reason = Callable[[AnyAction, float], str]
"""A function that returns the reason for an action, given its value in points."""


def advise(view: EvoState, seat: int, seat_names: SeatNames) -> list[Advice[AnyAction]]:
    """Return an advice for each legal action of a seat, with its worth in points and the reason,
    best first; equal ones in the order of ``legal``."""
    choices = legal(view, seat)
    if not choices:
        return []
    reason = _REASONS[type(view.pending[-1])](view, seat)
    return advised(choices, judge(view, seat, choices), reason)


# --- a generation. Each function returns the reasons for the actions of one decision.


def _awake_reason(view: EvoState, seat: int) -> Reason:
    def reason(action: AnyAction, value: float) -> str:
        assert isinstance(action, acts.Awake)
        species = view.species[seat]
        line = lines_of(view, species).best(action.location, view.hands[species])
        if line:
            return _line_words(view, line)
        if lines_of(view, species).payable(action.location, view.hands[species]):
            return tr("the food that your hand can pay for there would die out")
        return tr("your hand pays for no food there without migrating")

    return reason


def _generation_reason(view: EvoState, seat: int) -> Reason:
    species = view.species[seat]
    hand = view.hands[species]
    lines = lines_of(view, species)

    def reason(action: AnyAction, value: float) -> str:
        match action:
            case acts.Migrate(spent, location):
                if line := lines.best(location, without(hand, spent)):
                    return _line_words(view, line)
                return tr(
                    "the card goes back on your deck"
                    if action.is_wandering
                    else "one of the two cards goes back on your deck, the other is lost"
                )
            case acts.Hunt() | acts.Forage():
                return _catch_words(view, species, lines.catch_of(view.active, action))
            case acts.Predate():
                return tr("it takes tokens from another species")
            case acts.Foresee():
                if offspring := view.offspring[species]:
                    return tr("free, and it draws your new {trait}", trait=trait_name(offspring[0]))
                return tr("free, the top card of your deck, new ones first")
            case _:
                # ``Done``, which ends the generation.
                saved = min(view.adaptations[species].count(HIBERNATION), len(hand) - 1)
                if not hand:
                    return tr("you have no cards left")
                if saved:
                    return tr(
                        "{number} cards of your hand are left; hibernation can save {saved}",
                        number=len(hand),
                        saved=saved,
                    )
                return _loss_words(len(hand))

    return reason


def _catch_words(view: EvoState, species: int, catch: Catch) -> str:
    """Return the cards, the new cards and the tokens of a catch; or the tokens that are lost if the
    food dies out by it."""
    gained: list[str] = []
    if catch.births:
        born = primary(catch.card) if catch.is_hunt else view.locations[view.active]
        gained.append(tr("{number} new {trait}", number=catch.births, trait=trait_name(born)))
    elif has_future(view, species):
        gained.append(tr("no new card"))
    if not catch.is_fatal:
        gained.append(_tokens_words(view, catch))
    brought = tr(
        "{cards} passed on, {gained}" if gained else "{cards} passed on",
        cards=counted(len(catch.cards), "card"),
        gained=listed(gained),
    )
    return f"{brought}; {_dying_words(view, species, catch)}" if catch.is_fatal else brought


def _dying_words(view: EvoState, species: int, catch: Catch) -> str:
    """Return the tokens that are lost with food that dies out by a catch."""
    held = view.tokens[catch.place]
    return tr(
        "the food dies out with all {number} tokens on it, {mine} of them yours",
        number=sum(held) + catch.tokens,
        mine=held[species] + catch.tokens,
    )


_LINES: Final = {
    (True,): mark("there {cards} can hunt the {food}"),
    (False,): mark("there {cards} can forage the {food}"),
    (True, True): mark("there {cards} can hunt the {food} and {others} the {more}"),
    (True, False): mark("there {cards} can hunt the {food} and {others} forage the {more}"),
    (False, True): mark("there {cards} can forage the {food} and {others} hunt the {more}"),
    (False, False): mark("there {cards} can forage the {food} and {others} the {more}"),
}
"""Words for a line of one or two catches, by which of them are hunts."""


def _line_words(view: EvoState, line: Line) -> str:
    """Return what cards can hunt and forage elsewhere, and the tokens that this brings; of many
    catches, only the number of cards."""
    tokens = counted(sum(catch.tokens for catch in line), "token")
    words = _LINES.get(tuple(catch.is_hunt for catch in line))
    if words is None:
        return tr(
            "there {number} cards can pay for {foods}: {tokens}",
            number=sum(len(catch.cards) for catch in line),
            foods=listed([food_name(view, catch.place) for catch in line]),
            tokens=tokens,
        )
    first, last = line[0], line[-1]
    done = tr(
        words,
        cards=genes_words(first.cards),
        food=food_name(view, first.place),
        others=genes_words(last.cards),
        more=food_name(view, last.place),
    )
    return tr("{done} for {tokens}", done=done, tokens=tokens)


def _tokens_words(view: EvoState, catch: Catch) -> str:
    """Return the tokens that a catch places; once another catch could let the food die out, also
    how many it would bear and hold then."""
    limit = tokens_max(view)
    held = sum(view.tokens[catch.place]) + catch.tokens
    placed = counted(catch.tokens, "token")
    if limit - held >= CATCH:
        return placed
    return tr("{tokens} ({held} of at most {limit} on it)", tokens=placed, held=held, limit=limit)


def _loss_words(number: int) -> str:
    return tr_n(
        "{number} card of your hand is lost", "{number} cards of your hand are lost", number
    )


def _save_reason(view: EvoState, seat: int) -> Reason:
    def reason(action: AnyAction, value: float) -> str:
        if isinstance(action, acts.Save):
            return tr("it is passed on")
        return _loss_words(len(view.hands[view.species[seat]]))

    return reason


def _displace_reason(view: EvoState, seat: int) -> Reason:
    """Return the reasons for the slots of a predator's tokens: the room left on each slot."""
    # A replacement leaves the number of tokens on a card unchanged; ``Gorge`` adds one.
    added = int(isinstance(view.pending[-1], material.Gorge))

    def reason(action: AnyAction, value: float) -> str:
        if not isinstance(action, acts.Displace):
            return tr("your prey keeps its other tokens")
        place = SLOTS * view.active + action.slot
        room = tokens_max(view) - sum(view.tokens[place]) - added
        if room < 0:
            return tr("with so many tokens it dies out")
        return tr("there is room for {number} more", number=room)

    return reason


# --- between millennia


def _adopt_reason(view: EvoState, seat: int) -> Reason:
    def reason(action: AnyAction, value: float) -> str:
        assert isinstance(action, acts.Adopt)
        return tr(
            "its genome has {cards}, and it has {populations}",
            cards=counted(sum(view.genomes[action.species]), "card"),
            populations=counted(sum(view.available[action.species]), "population"),
        )

    return reason


def _settle_reason(view: EvoState, seat: int) -> Reason:
    """Return the reasons for the locations of a new population: how many populations of its species
    would live there."""
    populations = view.available[view.species[seat]]

    def reason(action: AnyAction, value: float) -> str:
        if not isinstance(action, acts.Settle | acts.Move):
            return tr("your populations stay where they are")
        return tr_n(
            "{number} population of yours lives there then",
            "{number} populations of yours live there then",
            populations[action.location] + 1,
        )

    return reason


_REASONS: Final[dict[type, Callable[[EvoState, int], Reason]]] = {
    material.AwakePopulation: _awake_reason,
    material.Live: _generation_reason,
    material.DisplaceTokens: _displace_reason,
    material.Gorge: _displace_reason,
    material.SaveCard: _save_reason,
    material.AdoptSpecies: _adopt_reason,
    material.SettlePopulation: _settle_reason,
    material.MovePopulation: _settle_reason,
}
"""By class of pending effect, the reasons for the actions that answer it."""


# --- why not another action

CONTRAST_COLUMNS_MAX: Final = 72
"""Maximum columns of a contrast."""


def contrast(
    view: EvoState, seat: int, best: AnyAction, other: AnyAction, seat_names: SeatNames
) -> str:
    """Return what another action lacks beside the advised one; empty if nothing is known."""
    clauses = _CONTRASTS[type(view.pending[-1])](view, seat, best, other)
    return next((words for words in clauses if len(words) <= CONTRAST_COLUMNS_MAX), "")


def _generation_contrasts(
    view: EvoState, seat: int, best: AnyAction, other: AnyAction
) -> Iterator[str]:
    """Yield clauses about another action of a generation, the most telling first."""
    species = view.species[seat]
    hand = view.hands[species]
    lines = lines_of(view, species)
    # A drawn card may pay for what the hand cannot.
    may_draw = any(isinstance(action, acts.Foresee) for action in legal(view, seat))
    if isinstance(other, acts.Done):
        if hand and not view.adaptations[species].count(HIBERNATION):
            yield tr_n("{number} card is lost unused", "{number} cards are lost unused", len(hand))
        return
    if not isinstance(other, acts.Hunt | acts.Forage | acts.Migrate):
        return
    if isinstance(other, acts.Hunt | acts.Forage):
        catch = lines.catch_of(view.active, other)
        if catch.is_fatal:
            yield _dying_words(view, species, catch)
    if isinstance(best, acts.Foresee) and not view.offspring[species]:
        yield tr("it spends cards before you know the free one")
    before, after = _course(view, lines, hand, best), _course(view, lines, hand, other)
    if before is None or after is None:
        return
    yield from _fewer_cards_paid(best, other)
    if not may_draw:
        if (
            before.line
            and not after.catch
            and not lines.most(after.location, after.hand, after.wandered)[0]
        ):
            yield tr("no card that you keep finds food then")
        yield from _out_of_reach(view, lines, before, after)
        yield from _bounds(lines, before, after)
    if after.catch and before.catch:
        yield from _smaller_catch(before.catch, after.catch)
    if isinstance(best, acts.Hunt | acts.Forage) and isinstance(other, acts.Migrate):
        yield tr(
            "it costs a card first"
            if other.is_wandering
            else "it costs two cards first, one of them for good"
        )


class _Course(NamedTuple):
    """The hand after an action, and the line that follows from it."""

    location: int
    hand: Cards
    wandered: int
    catch: Catch | None
    """The catch that is the action itself."""
    line: Line
    """The action itself, if it is a catch, and what the rest of the hand can pay for after it."""


def _course(view: EvoState, lines: Lines, hand: Cards, action: AnyAction) -> _Course | None:
    """Return the course of a generation after an action; None for actions that are no catch and no
    migration."""
    match action:
        case acts.Hunt() | acts.Forage():
            catch = lines.catch_of(view.active, action)
            rest = without(hand, catch.cards)
            line = catch, *lines.best(view.active, rest)
            return _Course(view.active, rest, 0, catch, line)
        case acts.Migrate(cards, location):
            rest = without(hand, cards)
            line = lines.best(location, rest)
            return _Course(location, rest, int(action.is_wandering), None, line)
        case _:
            return None


def _fewer_cards_paid(best: AnyAction, other: AnyAction) -> Iterator[str]:
    """Yield that a migration costs one card more than a wandering to the same location."""
    if isinstance(best, acts.Migrate) and isinstance(other, acts.Migrate):
        is_same = best.location == other.location
        if is_same and best.is_wandering and not other.is_wandering:
            yield tr("it costs one card more, and one of the two is lost")


def _out_of_reach(view: EvoState, lines: Lines, before: _Course, after: _Course) -> Iterator[str]:
    """Yield which food of the advised line is out of reach after another action."""
    for catch in before.line:
        if lines.is_in_reach(catch.place, after.location, after.hand, after.wandered):
            continue
        if after.catch and after.catch.is_like(catch):
            # It is the same food, hunted or foraged otherwise.
            continue
        food = food_name(view, catch.place)
        lacking = less(counts_of(catch.cards), counts_of(after.hand))
        if not after.catch:
            is_there = catch.place // SLOTS == after.location
            yield (
                tr("then you lack {cards} for the {food}", food=food, cards=_words(lacking))
                if is_there
                else tr("the {food} is out of reach then", food=food)
            )
            continue
        used = _used_words(after.catch)
        if catch.place // SLOTS == after.location:
            yield tr(
                "{used}; you then lack {cards} for the {food}",
                used=used,
                food=food,
                cards=_words(lacking),
            )
        yield tr("{used}; too few are left for the {food}", used=used, food=food)
        yield tr("too few cards are left for the {food}", food=food)


def _words(cards: Counts) -> str:
    return genes_words(spread(cards))


def _used_words(catch: Catch) -> str:
    """Return the cards and tokens of a catch."""
    return tr(
        "it uses {cards} for {tokens}",
        cards=counted(len(catch.cards), "card"),
        tokens=counted(catch.tokens, "token"),
    )


def _bounds(lines: Lines, before: _Course, after: _Course) -> Iterator[str]:
    """Yield bounds for what an action can lead to, below what the advised line brings."""
    cards, tokens = lines.most(after.location, after.hand, after.wandered)
    if after.catch:
        cards, tokens = cards + len(after.catch.cards), tokens + after.catch.tokens
    cards_of_best = sum(len(catch.cards) for catch in before.line)
    tokens_of_best = sum(catch.tokens for catch in before.line if not catch.is_fatal)
    if cards < cards_of_best:
        yield tr_n(
            "at most {number} of your cards finds food then, not {more}",
            "at most {number} of your cards find food then, not {more}",
            cards,
            more=cards_of_best,
        )
    if tokens < tokens_of_best:
        yield tr(
            "it leads to at most {tokens}, not {more}",
            tokens=counted(tokens, "token"),
            more=tokens_of_best,
        )


def _smaller_catch(best: Catch, other: Catch) -> Iterator[str]:
    """Yield the cards, tokens and new cards of a catch, if one of them is less than the advised
    catch's, and none is more."""
    figures = [(len(catch.cards), catch.tokens, catch.births) for catch in (best, other)]
    if figures[0] == figures[1] or any(more > mine for mine, more in zip(*figures, strict=True)):
        return
    if figures[0][:2] == figures[1][:2]:
        yield tr("it brings {number} new, not {more}", number=other.births, more=best.births)
        return
    yield tr(
        "{used}, not {more} for {number}",
        used=_used_words(other),
        more=len(best.cards),
        number=best.tokens,
    )


def _awake_contrasts(view: EvoState, seat: int, best: AnyAction, other: AnyAction) -> Iterator[str]:
    assert isinstance(best, acts.Awake)
    assert isinstance(other, acts.Awake)
    species = view.species[seat]
    if FORESIGHT in view.adaptations[species]:
        return
    hand = view.hands[species]
    lines = lines_of(view, species)
    line = lines.best(best.location, hand)
    if line and not lines.payable(other.location, hand):
        yield tr("your hand pays for no food there without migrating")
    cards, _ = lines.most(other.location, hand, stays=True)
    cards_of_best = sum(len(catch.cards) for catch in line)
    if cards < cards_of_best:
        yield tr(
            "without migrating, at most {number} of your cards find food there, not {more}",
            number=cards,
            more=cards_of_best,
        )
    before = _Course(best.location, hand, 0, None, line)
    yield from _bounds(lines, before, _Course(other.location, hand, 0, None, ()))


def _no_contrasts(view: EvoState, seat: int, best: AnyAction, other: AnyAction) -> Iterator[str]:
    yield from ()


def _save_contrasts(view: EvoState, seat: int, best: AnyAction, other: AnyAction) -> Iterator[str]:
    if isinstance(other, acts.Done):
        yield _loss_words(len(view.hands[view.species[seat]]))


def _displace_contrasts(
    view: EvoState, seat: int, best: AnyAction, other: AnyAction
) -> Iterator[str]:
    """Yield that there is less room for tokens on another slot."""
    if not (isinstance(best, acts.Displace) and isinstance(other, acts.Displace)):
        return
    added = int(isinstance(view.pending[-1], material.Gorge))
    limit = tokens_max(view) - added
    rooms = [limit - sum(view.tokens[SLOTS * view.active + at.slot]) for at in (best, other)]
    if rooms[1] < 0 <= rooms[0]:
        yield tr("with so many tokens it dies out")
    elif 0 <= rooms[1] < rooms[0]:
        yield tr("there is room for {number} more, not {more}", number=rooms[1], more=rooms[0])


def _adopt_contrasts(view: EvoState, seat: int, best: AnyAction, other: AnyAction) -> Iterator[str]:
    """Yield that a species has fewer populations, or a smaller genome."""
    assert isinstance(best, acts.Adopt)
    assert isinstance(other, acts.Adopt)
    numbers = [sum(view.available[action.species]) for action in (best, other)]
    if numbers[1] < numbers[0]:
        yield tr(
            "it has {populations}, not {more}",
            populations=counted(numbers[1], "population"),
            more=numbers[0],
        )
    sizes = [sum(view.genomes[action.species]) for action in (best, other)]
    if sizes[1] < sizes[0]:
        yield tr(
            "its genome has {cards}, not {more}", cards=counted(sizes[1], "card"), more=sizes[0]
        )


_CONTRASTS: Final[dict[type, Callable[[EvoState, int, AnyAction, AnyAction], Iterator[str]]]] = {
    material.AwakePopulation: _awake_contrasts,
    material.Live: _generation_contrasts,
    material.DisplaceTokens: _displace_contrasts,
    material.Gorge: _displace_contrasts,
    material.SaveCard: _save_contrasts,
    material.AdoptSpecies: _adopt_contrasts,
    material.SettlePopulation: _no_contrasts,
    material.MovePopulation: _no_contrasts,
}
"""By class of pending effect, the clauses about another action that answers it."""


# --- manners: where populations live, and what they eat


_CROWDED: Final = 4
"""Number of rivals' tokens at which a robber's lean is greatest, and a careful bot's smallest."""
_LEAST_FORAGE_LEAN: Final = 0.5
"""A careful bot leans to any forage this much. It was adjusted, like the margins below, until a bot
with the manner was as strong as one without (``tests/core/test_manners.py``)."""


def _rival_tokens(view: EvoState, seat: int, places: range) -> int:
    """Return the tokens of other species on some places."""
    own_species = view.species[seat]
    return sum(sum(view.tokens[place]) - view.tokens[place][own_species] for place in places)


def _places(location: int) -> range:
    return range(SLOTS * location, SLOTS * (location + 1))


def _lean_of_careful(view: EvoState, seat: int, action: AnyAction) -> float:
    """Return how strongly a careful bot prefers an action, from 0 to 1: the fewer tokens of other
    species are at its target, the more. Hunts and migrations are not preferred."""
    match action:
        case acts.Forage(slot):
            place = SLOTS * view.active + slot
            lean = 1 - _rival_tokens(view, seat, range(place, place + 1)) / _CROWDED
            return max(lean, _LEAST_FORAGE_LEAN)
        case acts.Awake(location) | acts.Settle(location) | acts.Move(location=location):
            return max(1 - _rival_tokens(view, seat, _places(location)) / _CROWDED, 0.0)
        case _:
            return 0.0


def _lean_of_robber(view: EvoState, seat: int, action: AnyAction) -> float:
    """Return how strongly a robber prefers an action, from 0 to 1: the more tokens of other species
    are at its target, the more."""
    match action:
        case acts.Hunt(slot) | acts.Forage(slot):
            place = SLOTS * view.active + slot
            return min(_rival_tokens(view, seat, range(place, place + 1)) / _CROWDED, 1.0)
        case acts.Awake(location) | acts.Settle(location) | acts.Move(location=location):
            return min(_rival_tokens(view, seat, _places(location)) / _CROWDED, 1.0)
        case acts.Predate() | acts.Displace():
            return 1.0
        case _:
            return 0.0


def _lean_of_wanderer(view: EvoState, seat: int, action: AnyAction) -> float:
    """Return 1 for the movement of a population, 0 for other actions."""
    return float(isinstance(action, acts.Migrate | acts.Move))


# Evo has no trades, so its trader wanders. Margins are in points.
MANNERS: Final[dict[str, Manner[EvoState, AnyAction]]] = {
    "careful": Manner(
        title="careful", line="forages where nobody else does", lean=_lean_of_careful, margin=0.3
    ),
    "robber": Manner(
        title="a robber",
        line="eats where you do, to crowd you out",
        lean=_lean_of_robber,
        margin=1.0,
    ),
    "trader": Manner(
        title="a wanderer", line="migrates more than others", lean=_lean_of_wanderer, margin=0.4
    ),
}
