"""Hints: the value of each legal action and its reason in words; what another action lacks beside
the best one; and the manners of bots, which prefer some actions among actions of nearly the same
value."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from darwin_core.contract.game import NOTHING, Advice, Manner
from darwin_core.games.journey import acts, diaries, material, rules
from darwin_core.games.journey.acts import Achieve, AnyAction, Keep, Take
from darwin_core.games.journey.bots import (
    NO_HOPE,
    ONLY_COSTS,
    Change,
    Gain,
    Promise,
    Reason,
    judge,
)
from darwin_core.games.journey.material import (
    BOOK_POINTS,
    CREW,
    GOAL_TILES,
    GREEN,
    LENS_COST,
    LOCATIONS,
    SLOTS,
    SPACES,
    START_COLOURS,
    TRACK,
    AnyEffect,
    JourneyState,
    place_costs,
)
from darwin_core.games.journey.names import (
    coin_words,
    crew_gain_words,
    effect_words,
    is_ocean,
    knowledge_words,
    point_words,
    space_name,
    step_words,
)
from darwin_core.games.journey.objectives import lag, lag_at, own_objectives, requirements
from darwin_core.games.journey.pieces import lacking, means, seal_cost
from darwin_core.games.journey.prompts import space_contents, stamps_cost, start_of
from darwin_core.games.journey.refusals import missing
from darwin_core.games.journey.rounds import can_keep_stamps, ranking
from darwin_core.games.journey.voyage import delivery_gain, open_ribbons, reach, tent_cost
from darwin_core.games.journey.worth import SOURCES
from darwin_core.kit.judging import advised
from darwin_core.kit.states import plus
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import counted


class _ReasonTexts(NamedTuple):
    """The texts for a change that comes mainly from one source of value."""

    plain: str
    """The reason without a figure."""
    with_points: str
    """The points, and what they are for."""


_REASONS: Final = {
    "points": _ReasonTexts(mark("it scores points"), mark("{points} at once")),
    "coins": _ReasonTexts(mark("it brings coins"), mark("{points} in coins")),
    "knowledge": _ReasonTexts(mark("it brings knowledge"), mark("{points} in knowledge")),
    "evolution": _ReasonTexts(mark("your books are worth more"), mark("{points} by evolution")),
    "seals": _ReasonTexts(mark("your worker gets a seal"), mark("{points} by seals")),
    "objectives": _ReasonTexts(mark("it counts for an objective"), mark("{points} for objectives")),
    "crew": _ReasonTexts(mark("a crew card comes nearer"), mark("{points} for a crew card")),
    "the Beagle's goals": _ReasonTexts(
        mark("it counts for the Beagle's goals"), mark("{points} for the Beagle's goals")
    ),
    "the voyage": _ReasonTexts(
        mark("it brings a piece of yours farther on the board"), mark("{points} for the voyage")
    ),
    "research": _ReasonTexts(mark("you research a specimen"), mark("{points} by specimens")),
    "letters": _ReasonTexts(mark("it puts stamps on the envelopes"), mark("{points} by envelopes")),
    "the turn order": _ReasonTexts(
        mark("you play earlier in the next round"), mark("{points} by the turn order")
    ),
}
"""The texts of each source of ``worth``."""
NO_USE: Final = mark("it is of no use now")


def advise(view: JourneyState, seat: int, seat_names: SeatNames) -> list[Advice[AnyAction]]:
    """Return an advice for each legal action of a seat, with its worth in points and the reason,
    best first; equal ones in the order of ``legal``."""
    actions = rules.legal(view, seat)
    judgements = dict(zip(actions, judge(view, seat, actions), strict=True))
    values = [value for value, _ in judgements.values()]
    return advised(
        actions, values, lambda action, _: _why(view, seat, action, judgements[action][1])
    )


def _why(view: JourneyState, seat: int, action: AnyAction, reason: Reason) -> str:
    """Format the reason for an action. For a crew card, it is the use of its seal and its reward;
    for an objective taken, the needs still to be met; for one achieved without another gain, the
    achievement."""
    if isinstance(action, Keep):
        return _card_words(view, seat, action.card)
    if isinstance(action, Take):
        lack = missing(view, seat, action.tile)
        if lack and isinstance(view.pending[-1], material.Equip):
            # The list of objectives shows what each needs, and how much of it there is.
            has_some = any(demand.has for demand in requirements(view, seat, action.tile))
            return tr("you have some of it" if has_some else "all of it is still to do")
        return tr("it still needs {things}", things=lack) if lack else tr("you meet it already")
    if isinstance(action, Achieve):
        # The slot names its points. Most of them count before, so that the change is far less.
        reason = _without_objectives(reason)
        if not _is_gain(reason):
            return tr("it achieves the objective")
    return _reason_words(reason)


def _without_objectives(reason: Reason) -> Reason:
    """Return a reason without the points that objectives are worth more."""
    if not isinstance(reason, Change):
        return reason
    now, was = list(reason.after.parts), reason.before.parts
    source = SOURCES.index("objectives")
    now[source] = was[source]
    return replace(reason, after=replace(reason.after, parts=tuple(now)))


def _is_gain(reason: Reason) -> bool:
    """Return whether the reason for achieving an objective names something gained, now or by what
    follows."""
    if isinstance(reason, Change):
        highest = max(_changes(reason))
        return highest > 0 if highest >= reason.hope else _is_gain(reason.follows)
    # Achieving an objective has no other reasons without a gain.
    return reason not in (ONLY_COSTS, NO_HOPE[1])


def _changes(reason: Change) -> list[float]:
    """Return the changes of value in points, by source."""
    parts = zip(reason.after.parts, reason.before.parts, strict=True)
    return [now - was for now, was in parts]


def _reason_words(reason: Reason) -> str:
    """Format a reason; for a change, name its largest part, or what follows if that is worth
    more."""
    match reason:
        case str():
            return tr(reason)
        case Gain(effect):
            return tr("it gives {effect}", effect=effect_words(effect))
        case Promise(effect):
            return tr("it leads to {effect}", effect=effect_words(effect))
        case Change(hope=hope, follows=follows):
            changes = _changes(reason)
            return _change_words(changes) if max(changes) >= hope else _reason_words(follows)


def _change_words(changes: Sequence[float]) -> str:
    """Name the source that changes most, in whole points; without a figure if the change rounds to
    none."""
    if max(changes) <= 0:
        return tr(ONLY_COSTS if min(changes) < 0 else NO_USE)
    largest = max(range(len(changes)), key=changes.__getitem__)
    points, texts = round(changes[largest]), _REASONS[SOURCES[largest]]
    if points < 1:
        return tr(texts.plain)
    # Several figures would look like a sum, and leave out what the action costs.
    return tr("about {gain}", gain=tr(texts.with_points, points=counted(points, "point")))


# --- crew cards

_FIRST_USES: Final = (
    mark("green lets worker {worker} explore"),
    mark("blue lets worker {worker} sail"),
    mark("yellow lets worker {worker} send stamps"),
    mark("red lets worker {worker} buy a seal"),
)
"""By colour, the use of a worker's first seal in the first round."""
_FIRST_USES_WITH_GOAL: Final = (
    mark("green lets worker {worker} explore and scores {points} in round {round}"),
    mark("blue lets worker {worker} sail and scores {points} in round {round}"),
    mark("yellow lets worker {worker} send stamps and scores {points} in round {round}"),
    mark("red lets worker {worker} buy a seal and scores {points} in round {round}"),
)
"""By colour, the same for a seal for which a goal of the Beagle gives points."""


def _card_words(view: JourneyState, seat: int, card: int) -> str:
    """Say what the first seal of a crew card is good for, and what the card gives later."""
    colour, worker = START_COLOURS[card], len(view.crew[seat]) + 1
    goal = _goal_of_seal(view, colour)
    if goal is None:
        use = tr(_FIRST_USES[colour], worker=worker)
    else:
        use = tr(
            _FIRST_USES_WITH_GOAL[colour],
            worker=worker,
            points=GOAL_TILES[view.goals[goal]].points,
            round=goal + 1,
        )
    later = _later_words(card)
    return tr("{use}; later {gain}", use=use, gain=later) if later else use


def _goal_of_seal(view: JourneyState, colour: int) -> int | None:
    """Return the goal, by its round counted from 0, that counts seals of a colour."""
    letter = material.LETTERS[colour]
    for number, goal in enumerate(view.goals):
        if GOAL_TILES[goal].counts == "seals" and GOAL_TILES[goal].of == letter:
            return number
    return None


def _later_words(card: int) -> str:
    """Return the use of a crew card's reward; empty if the words on the card say it."""
    match CREW[card].reward:
        case (material.Coins() | material.Points(),):
            return crew_gain_words(card)
        case (material.Evolve(steps),):
            return tr(
                "{steps} towards books of {points}",
                steps=step_words(steps),
                points=point_words(BOOK_POINTS),
            )
        case (material.Explore(moves), material.Explore()):
            return tr("two walks of an explorer, {spaces} each", spaces=counted(moves, "space"))
        case (material.Lens(),):
            return tr("a lens saves {coins}", coins=coin_words(LENS_COST))
        case (material.TakeObjective(), material.AchieveUnmet()):
            return tr("an objective achieved, met or not")
        case (material.Purple(),):
            return tr("a purple seal, which is of any colour")
        case _:
            return ""


# --- what another action lacks


def contrast(
    view: JourneyState, seat: int, best: AnyAction, other: AnyAction, seat_names: SeatNames
) -> str:
    """Return a clause about what another action lacks beside the best one; empty if no comparison
    of the rules finds anything."""
    return next(filter(None, _lacks(view, seat, best, other)), "")


def _lacks(view: JourneyState, seat: int, best: AnyAction, other: AnyAction) -> Iterator[str]:
    """Yield clauses, the weightiest first; some are empty."""
    if not view.pending:
        return
    if isinstance(other, acts.Skip):
        yield _skip_lack(view)
        return
    if isinstance(other, acts.End):
        yield tr("it ends your turn before that")
        return
    if isinstance(best, Keep) and isinstance(other, Keep):
        yield from _card_lacks(view, seat, best.card, other.card)
        return
    if isinstance(best, acts.Skip):
        cost = stamps_cost(view)
        yield tr("it costs {cost}", cost=cost) if cost else ""
    yield _price_lack(view, seat, best, other)
    match best, other:
        case acts.Place(), acts.Place():
            yield from _placing_lacks(view, seat, best, other)
        case acts.Move(), acts.Move():
            yield from _move_lacks(view, seat, best.space, other.space)
        case acts.Stamp(), acts.Stamp():
            yield from _stamp_lacks(view, seat, best, other)
        case acts.Buy() | acts.Add(), acts.Buy() | acts.Add():
            yield from _seal_lacks(view, seat, _seal_of(view, best), _seal_of(view, other))
        case acts.Unlock(), acts.Unlock():
            if _can_enter(view, seat, best.location) and not _can_enter(view, seat, other.location):
                yield tr("none of your workers has its seals yet")
        case acts.Deliver(), acts.Deliver():
            yield _delivery_lack(view, best.specimen, other.specimen)
        case acts.Research(), acts.Research():
            if _is_asked(view, seat, best.specimen) and not _is_asked(view, seat, other.specimen):
                yield tr("no objective of yours asks for it")
        case Take(), Take():
            yield _objective_lack(view, seat, best.tile, other.tile)
        case Achieve(), Achieve():
            fewer = SLOTS[best.slot].points - SLOTS[other.slot].points
            yield tr("its slot scores {points} less", points=point_words(fewer)) * (fewer > 0)


_SKIP_LACKS: Final[dict[type, str]] = {
    material.Explore: mark("no explorer moves"),
    material.Navigate: mark("your ship stays where it is"),
    material.Overtake: mark("your ship stays where it is"),
    material.Correspond: mark("no more stamps are sent"),
    material.PitchTent: mark("no tent is pitched"),
    material.Academy: mark("no seal is bought"),
    material.Window: mark("no card is completed"),
}
"""Clauses about skipping an effect."""


def _skip_lack(view: JourneyState) -> str:
    """Say what is not done if the pending effect is skipped."""
    if can_keep_stamps(view):
        return tr("it gives up the reward")
    words = _SKIP_LACKS.get(type(view.pending[-1]))
    return tr(words) if words else tr("nothing of it is done")


def _card_lacks(view: JourneyState, seat: int, best: int, other: int) -> Iterator[str]:
    """Yield what a crew card lacks beside another."""
    kept = {START_COLOURS[card] for card in view.crew[seat]}
    colours = START_COLOURS[best], START_COLOURS[other]
    if colours[1] in kept and colours[0] not in kept:
        yield tr(_SECOND_SEALS[colours[1]])
    rewards = [CREW[card].reward for card in (best, other)]
    yield _reward_lack(view, rewards[0], rewards[1])
    goals = [_goal_of_seal(view, colour) for colour in colours]
    if goals[0] is not None and goals[1] is None:
        yield tr("no goal of the Beagle counts its first seal")
    points = [
        sum(part.number for part in reward if isinstance(part, material.Points))
        for reward in rewards
    ]
    if points[0] > points[1]:
        yield (
            tr("it gives {points} less", points=point_words(points[0] - points[1]))
            if points[1]
            else tr("it gives no points itself")
        )
    kinds = [len({*CREW[card].seals}) for card in (best, other)]
    if kinds[1] > kinds[0]:
        yield tr("it asks for {number} colours, not {fewer}", number=kinds[1], fewer=kinds[0])
    likes = [CREW[card].seals.count(CREW[card].start) for card in (best, other)]
    if likes[1] < likes[0]:
        yield tr(
            "{number} of its five seals are of its first colour, not {more}",
            number=likes[1],
            more=likes[0],
        )


_SECOND_SEALS: Final = (
    mark("one of your workers has a green seal already"),
    mark("one of your workers has a blue seal already"),
    mark("one of your workers has a yellow seal already"),
    mark("one of your workers has a red seal already"),
)
"""By colour, clauses about a first seal of which there is one already."""


def _reward_lack(view: JourneyState, best: Sequence[AnyEffect], other: Sequence[AnyEffect]) -> str:
    """Return a condition or limit of the reward of a crew card; empty if it has none."""
    match other[0]:
        case material.CopyCrew():
            return tr("it gives nothing unless another crew card is still open")
        case material.PerformLocked():
            if isinstance(best[0], material.Lens):
                return tr("it uses a locked location once; a lens opens it for good")
            return tr("it uses a locked location once, without opening it")
        case material.PitchTent():
            costs = [place_costs(site, len(view.coins))[0] for site in range(len(view.camps))]
            return tr(
                "its tent still costs {least} to {coins}",
                least=min(costs),
                coins=coin_words(max(costs)),
            )
        case material.Overtake():
            return tr("it gives nothing while your ship is at the Beagle")
        case _:
            return ""


def _price_lack(view: JourneyState, seat: int, best: AnyAction, other: AnyAction) -> str:
    """Say that an action costs more coins or knowledge."""
    (coins, known), (more, more_known) = (_cost(view, seat, action) for action in (best, other))
    if more > coins:
        if isinstance(other, acts.Place):
            area = diaries.entry_cost(view, seat, other.location)
            if area == more and not coins:
                return tr("its area is occupied: {coins}", coins=coin_words(area))
            if area < more and not coins:
                return tr("with its lens it costs {coins}", coins=coin_words(more))
        price = coin_words(more - coins)
        return (
            tr("it costs {coins} more", coins=price) if coins else tr("it costs {cost}", cost=price)
        )
    if more_known > known:
        return tr(
            "it takes {knowledge} more for missing seals"
            if known
            else "it takes {knowledge} for missing seals",
            knowledge=knowledge_words(more_known - known),
        )
    return ""


def _cost(view: JourneyState, seat: int, action: AnyAction) -> tuple[int, int]:
    """Return the coins and the knowledge that an action costs, with the lens of a small diary."""
    effect = view.pending[-1]
    match action:
        case acts.Place(worker, location):
            lens = diaries.lens_cost(is_free=False) * (LOCATIONS[location].page == "small")
            known = diaries.knowledge_needed(view, seat, worker, location)
            return diaries.entry_cost(view, seat, location) + lens, known
        case acts.Buy(spot, row) if isinstance(effect, material.Academy):
            return seal_cost(view, spot, row, means(view).discount + effect.discount), 0
        case acts.Pitch(site):
            return tent_cost(view, seat, site) or 0, 0
        case Take(_, slot) if slot != NOTHING:
            return SLOTS[slot].cost, 0
        case Achieve(tile, slot):
            return 0 if view.slots[seat][slot] == tile else SLOTS[slot].cost, 0
        case _:
            return 0, 0


def _placing_lacks(
    view: JourneyState, seat: int, best: acts.Place, other: acts.Place
) -> Iterator[str]:
    """Yield what the placing of a worker lacks beside another one of the same price."""
    rows = [diaries.row_of(view, seat, action.worker) for action in (best, other)]
    if best.location == other.location:
        seals = diaries.seals_of(view, other.location)
        unused = [len(row) - len(seals) + lacking(row, seals) for row in rows]
        if unused[1] > unused[0]:
            yield tr(
                "{seals} of worker {worker} would not be used",
                seals=counted(unused[1], "seal"),
                worker=other.worker + 1,
            )
        return
    parts = [
        diaries.stay(view, action.location, diaries.distinction(row)).parts
        for action, row in zip((best, other), rows, strict=True)
    ]
    firsts = [next(iter(part), None) for part in parts]
    match firsts:
        case material.Explore(far), material.Explore(less) if less < far:
            yield tr("it explores {spaces} less", spaces=counted(far - less, "space"))
        case material.Navigate(far), material.Navigate(less) if less < far:
            yield tr("it sails {spaces} less", spaces=counted(far - less, "space"))
        case material.Correspond(many), material.Correspond(few) if few < many:
            yield tr("it sends {stamps} less", stamps=counted(many - few, "stamp"))
        case material.Lens(), first if not isinstance(first, material.Lens):
            goal = GOAL_TILES[view.goals[view.round - 1]]
            if goal.counts == "lenses":
                points = point_words(goal.points)
                yield tr("a lens counts {points} after this round", points=points)
    for kind, words in _MISSING_EFFECTS.items():
        if isinstance(firsts[0], kind) and not any(isinstance(part, kind) for part in parts[1]):
            yield tr(words)


_MISSING_EFFECTS: Final[dict[type, str]] = {
    material.Explore: mark("its location moves no explorer"),
    material.Navigate: mark("its location moves no ship"),
    material.Correspond: mark("its location sends no stamps"),
    material.Academy: mark("its location sells no seal"),
    material.Lens: mark("its location places no lens"),
    material.Museum: mark("its location is not for the museum"),
    material.TakeObjective: mark("its location gives no objective"),
}
"""Clauses about the first effect of the best location that another location does not have."""


def _move_lacks(view: JourneyState, seat: int, best: int, other: int) -> Iterator[str]:
    """Yield what a move to a space lacks beside a move to another space."""
    penalties = [_lag_at(view, seat, space) for space in (best, other)]
    if penalties[1] > penalties[0]:
        points = point_words(penalties[1] - penalties[0])
        yield tr("your penalty for lagging stays {points} higher", points=points)
    firsts = [_first_points(view, seat, space) for space in (best, other)]
    if firsts[1] < firsts[0]:
        yield (
            tr("it gets {points} less as the first", points=point_words(firsts[0] - firsts[1]))
            if firsts[1]
            else tr("it gets no points as the first")
        )
    contents = [space_contents(view, seat, space) for space in (best, other)]
    if contents[0] and not contents[1]:
        yield tr("nothing lies on {space}", space=space_name(other))
    if is_ocean(best) and is_ocean(other):
        # Ships can pass by some spaces, so the numbers of spaces do not count moves.
        moves = dict(reach(view.ships[seat], len(SPACES)))
        fewer = moves[best] - moves[other]
        if fewer > 0:
            yield tr("it sails {spaces} less", spaces=counted(fewer, "space"))


def _lag_at(view: JourneyState, seat: int, space: int) -> int:
    """Return the penalty for lagging after a move to a space."""
    return lag_at(view, seat, space) if is_ocean(space) else lag(view, seat)


def _first_points(view: JourneyState, seat: int, space: int) -> int:
    """Return the points that a seat gets for being the first on the way to a space."""
    ribbons = open_ribbons(view, start_of(view, seat, space), space)
    return sum(points for _, points in ribbons)


def _stamp_lacks(
    view: JourneyState, seat: int, best: acts.Stamp, other: acts.Stamp
) -> Iterator[str]:
    """Yield what a stamp lacks beside another."""
    if best.envelope == other.envelope:
        left = [view.stacks[seat][action.stack] - 1 for action in (best, other)]
        if left[1] > left[0] and material.DISCARD not in (best.stack, other.stack):
            yield tr(
                "stack {stack} has more stamps to go: {left}",
                stack=other.stack + 1,
                left=left[1],
            )
        return
    ranks = []
    for envelope in (best.envelope, other.envelope):
        winners = ranking(plus(view.envelopes[envelope], seat, 1))
        ranks.append(next((rank for rank, seats in enumerate(winners) if seat in seats), 2))
    if ranks[1] > ranks[0]:
        yield tr(
            "you are only second on envelope {envelope} then"
            if ranks[1] == 1
            else "you are not even second on envelope {envelope} then",
            envelope=other.envelope + 1,
        )


class _NewSeal(NamedTuple):
    """A seal that is put into a worker row."""

    colour: int
    row: int


def _seal_of(view: JourneyState, action: acts.Buy | acts.Add) -> _NewSeal:
    """Return the seal that an action puts into a row."""
    colour = view.scrolls[action.spot] if isinstance(action, acts.Buy) else action.colour
    return _NewSeal(colour, action.row)


def _seal_lacks(view: JourneyState, seat: int, best: _NewSeal, other: _NewSeal) -> Iterator[str]:
    """Yield what a seal for a row lacks beside another."""
    opened = [_opened(view, seat, seal) for seal in (best, other)]
    if opened[1] < opened[0]:
        yield (
            tr("it opens fewer locations to its worker: {number}", number=opened[1])
            if opened[1]
            else tr("it lets its worker into no other location")
        )
    if _is_nearer(view, seat, best) and not _is_nearer(view, seat, other):
        yield tr("it brings no crew card nearer")


def _opened(view: JourneyState, seat: int, seal: _NewSeal) -> int:
    """Count the unlocked locations for which a worker has the seals only with a new one."""
    row = view.rows[seat][seal.row]
    was, now = (
        diaries.in_reach(seals, view.specials, 0) for seals in (row, row + bytes((seal.colour,)))
    )
    return (now & ~was & diaries.unlocked_locations(view.lenses)).bit_count()


def _is_nearer(view: JourneyState, seat: int, seal: _NewSeal) -> bool:
    """Return whether the row of a new seal then lacks less for a crew card still open."""
    if seal.row in view.assigned[seat]:
        return False
    row = view.rows[seat][seal.row]
    more = row + bytes((seal.colour,))
    return any(
        lacking(more, CREW[card].seals) < lacking(row, CREW[card].seals)
        for card, used in zip(view.crew[seat], view.assigned[seat], strict=True)
        if used == NOTHING
    )


def _can_enter(view: JourneyState, seat: int, location: int) -> bool:
    """Return whether a worker of a seat has all seals that a location asks for."""
    return any(
        diaries.in_reach(row, view.specials, 0) >> location & 1
        for row in diaries.rows_of(view, seat)
    )


def _delivery_lack(view: JourneyState, best: int, other: int) -> str:
    """Compare the coins and steps of two deliveries."""
    is_again = isinstance(view.pending[-1], material.Redeliver)
    gains = [delivery_gain(view, specimen, is_again) for specimen in (best, other)]
    coins, steps = (was - now for was, now in zip(*gains, strict=True))
    if coins > 0 and steps < 0:
        return tr(
            "it gives {coins} less, though {steps} more",
            coins=coin_words(coins),
            steps=step_words(-steps),
        )
    if coins < 0 and steps > 0:
        return tr(
            "it gives {steps} less, though {coins} more",
            steps=step_words(steps),
            coins=coin_words(-coins),
        )
    if coins > 0 or steps > 0:
        less = coin_words(coins) if coins > 0 else step_words(steps)
        return tr("it gives {things} less", things=less)
    return ""


def _is_asked(view: JourneyState, seat: int, specimen: int) -> bool:
    """Return whether an objective of a seat still asks for a specimen of this colour or kind."""
    colour, kind = divmod(specimen, len(material.KINDS))
    names = material.COLOURS[colour], material.KINDS[kind]
    return any(
        requirement.what in names and requirement.has < requirement.needs
        for tile in own_objectives(view, seat)
        for requirement in requirements(view, seat, tile)
    )


def _objective_lack(view: JourneyState, seat: int, best: int, other: int) -> str:
    """Say that a seat meets less of an objective than of another."""
    met = []
    for tile in (best, other):
        asked = [*requirements(view, seat, tile)]
        met.append(sum(requirement.has >= requirement.needs for requirement in asked))
    if met[1] < met[0]:
        return (
            tr("you have met none of its demands in full")
            if not met[1]
            else tr("you have met fewer of its demands: {number}", number=met[1])
        )
    begun = [
        any(requirement.has for requirement in requirements(view, seat, tile))
        for tile in (best, other)
    ]
    return tr("all of it is still to do") * (begun[0] and not begun[1])


# --- manners: where bots send their workers


def _lean_of_careful(view: JourneyState, seat: int, action: AnyAction) -> float:
    """Return 1 for a place in an area without workers, which costs nothing; 0 for other actions."""
    if isinstance(action, acts.Place):
        return float(not diaries.is_busy(view, action.location))
    return 0.0


def _lean_of_robber(view: JourneyState, seat: int, action: AnyAction) -> float:
    """Return the share of the rivals that a placing hinders, or 1 for a stamp on an envelope where
    the seat is not ahead of all rivals; 0 for other actions."""
    others = [other for other in view.order if other != seat]
    match action:
        case acts.Place(location=location):
            if diaries.is_busy(view, location) and LOCATIONS[location].is_open:
                # Rivals pay already, and the location has room for them.
                return 0.0
            return sum(_can_go(view, other, location) for other in others) / len(others)
        case acts.Stamp(envelope=envelope):
            stamps = view.envelopes[envelope]
            most_of_rivals = max(stamps[other] for other in others)
            return float(most_of_rivals > 0 and stamps[seat] <= most_of_rivals)
        case _:
            return 0.0


def _can_go(view: JourneyState, seat: int, location: int) -> bool:
    """Return whether a seat has an unplaced worker with the seals for a location, or with knowledge
    to replace them."""
    rows = diaries.rows_of(view, seat)
    known = view.knowledge[seat]
    return any(
        diaries.in_reach(rows[worker], view.specials, known) >> location & 1
        for worker in diaries.at_home(view, seat)
    )


def _lean_of_explorer(view: JourneyState, seat: int, action: AnyAction) -> float:
    """Return 1 for an action of explorers and tents, and for green seals, which Exploration asks
    for; 0 for other actions."""
    match action:
        case acts.Place(location=location):
            return float(LOCATIONS[location].page == "exploration")
        case acts.Move(space):
            return float(TRACK[space] > 0)
        case acts.Land() | acts.Pitch() | acts.Reuse():
            return 1.0
        case acts.Buy(spot=spot):
            return float(view.scrolls[spot] == GREEN)
        case acts.Add(colour=colour):
            return float(colour == GREEN)
        case _:
            return 0.0


_MARGIN: Final = 2.0
"""Points by which an action in a manner may be worse. With it, a bot with the manner is as strong
as one without (``tests/core/test_manners.py``)."""

# The game has no trades, so its trader explores.
MANNERS: Final[dict[str, Manner[JourneyState, AnyAction]]] = {
    "careful": Manner(
        title="careful",
        line="goes where nobody stands and saves its coins",
        lean=_lean_of_careful,
        margin=_MARGIN,
    ),
    "robber": Manner(
        title="a robber",
        line="goes where you could go, and you pay or stay away",
        lean=_lean_of_robber,
        margin=_MARGIN,
    ),
    "trader": Manner(
        title="an explorer",
        line="lets explorers walk and camp",
        lean=_lean_of_explorer,
        margin=_MARGIN,
    ),
}
