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
    ISLANDS,
    LENS_COST,
    LETTER_TILES,
    LOCATIONS,
    SLOTS,
    SPACES,
    STACKS,
    START_COLOURS,
    TRACK,
    AnyEffect,
    JourneyState,
    place_costs,
)
from darwin_core.games.journey.names import (
    coin_words,
    crew_gain_words,
    delivery_words,
    effect_words,
    effects_words,
    is_ocean,
    knowledge_words,
    objective_words,
    point_words,
    seal_name,
    slot_words,
    space_name,
    specimen_name,
    step_words,
)
from darwin_core.games.journey.objectives import lag, lag_at, own_objectives, requirements
from darwin_core.games.journey.pieces import lacking, means, seal_cost
from darwin_core.games.journey.prompts import (
    arrival_gains,
    offered_effects,
    space_contents,
    stamps_cost,
    start_of,
    tent_words,
)
from darwin_core.games.journey.refusals import missing
from darwin_core.games.journey.rounds import ranking
from darwin_core.games.journey.voyage import (
    delivery_gain,
    open_ribbons,
    others_on,
    reach,
    tent_cost,
)
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
            return tr("a free lens, worth {coins}", coins=coin_words(LENS_COST))
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
    """Return a clause about what another action lacks beside the best one, the weightiest that is
    short enough; empty if no comparison of the rules finds anything."""
    return next((lack for lack in _lacks(view, seat, best, other) if _fits(lack)), "")


_CONTRAST_COLUMNS: Final = 72
"""Maximum columns of an answer to "Why not …?"."""


def _fits(lack: str) -> bool:
    return 0 < len(lack) <= _CONTRAST_COLUMNS


def _lacks(view: JourneyState, seat: int, best: AnyAction, other: AnyAction) -> Iterator[str]:
    """Yield clauses, the weightiest first; some are empty."""
    if not view.pending:
        return
    if isinstance(other, acts.Skip):
        yield from _skip_lacks(view, seat, best)
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


# --- skipping


def _skip_lacks(view: JourneyState, seat: int, best: AnyAction) -> Iterator[str]:
    """Yield what the seat does not get if it skips the pending effect, beside the best action."""
    if isinstance(best, acts.Stamp):
        yield _stamp_gain(view, seat, best)
    elif isinstance(best, acts.Move):
        if saved := lag(view, seat) - _lag_at(view, seat, best.space):
            points = point_words(saved)
            yield tr("your penalty for lagging stays {points} higher", points=points)
        # A campsite named alone has no place for a tent of the seat.
        gains = [gain for gain in arrival_gains(view, seat, best.space) if gain != tr("a campsite")]
        for gain in gains:
            yield tr("it leaves out: {gain}", gain=gain)
        yield _distance_lack(view, seat, best.space)
    elif isinstance(best, Take):
        yield tr("it leaves out an objective: {what}", what=objective_words(best.tile))
    elif gain := _gain_words(view, seat, best):
        yield tr("it leaves out: {gain}", gain=gain)


def _distance_lack(view: JourneyState, seat: int, space: int) -> str:
    """Say how far a piece stays behind a space that it can move to."""
    start = start_of(view, seat, space)
    jumped = b"" if is_ocean(space) else others_on(view, TRACK[space] - 1)
    spaces = counted(dict(reach(start, len(SPACES), jumped))[space], "space")
    if is_ocean(space):
        return tr("your ship stays {spaces} farther back", spaces=spaces)
    return tr("your explorer stays {spaces} farther back", spaces=spaces)


def _gain_words(view: JourneyState, seat: int, action: AnyAction) -> str:
    """Return the gain of an action that answers an effect; empty for all other actions, and for
    moves, stamps and objectives taken, which have sentences of their own."""
    match action:
        case acts.Do(part):
            return effect_words(offered_effects(view)[part])
        case acts.Complete(card) | acts.Copy(card):
            return effects_words(CREW[card].reward)
        case Achieve(_, slot):
            return slot_words(slot)
        case acts.Buy() | acts.Add():
            seal = _seal_of(view, action)
            return tr("a {seal} for row {row}", seal=seal_name(seal.colour), row=seal.row + 1)
        case acts.Unlock(location) | acts.Perform(location):
            return effects_words(diaries.effects_of(view, location))
        case acts.Deliver(specimen):
            is_again = isinstance(view.pending[-1], material.Redeliver)
            return delivery_words(*delivery_gain(view, specimen, is_again))
        case acts.Research(specimen):
            return tr("the {specimen}", specimen=specimen_name(specimen))
        case acts.Pitch(site) | acts.Reuse(site):
            return tent_words(view, seat, site)
        case acts.Land(island):
            return tr("an explorer on island {island}", island=ISLANDS[island])
        case _:
            return ""


# --- crew cards


def _card_lacks(view: JourneyState, seat: int, best: int, other: int) -> Iterator[str]:
    """Yield what a crew card lacks beside another."""
    kept = view.crew[seat]
    kept_colours = {START_COLOURS[card] for card in kept}
    colours = START_COLOURS[best], START_COLOURS[other]
    seals = [seal_name(colour) for colour in colours]
    uses = [tr(_USES[colour]) for colour in colours]
    if colours[1] in kept_colours and colours[0] not in kept_colours:
        yield tr(
            "another {seal}; only your purple one would let you {use}", seal=seals[1], use=uses[0]
        )
    rewards = [CREW[card].reward for card in (best, other)]
    yield _reward_lack(view, rewards[0], rewards[1])
    goals = [_goal_of_seal(view, colour) for colour in colours]
    if goals[0] is not None and goals[1] is None:
        points = point_words(GOAL_TILES[view.goals[goals[0]]].points)
        yield tr(
            "its {seal} counts for no goal; the {other} scores {points}",
            seal=seals[1],
            other=seals[0],
            points=points,
        )
    scores = [
        sum(part.number for part in reward if isinstance(part, material.Points))
        for reward in rewards
    ]
    if scores[0] > scores[1]:
        yield (
            tr("it gives {points} less", points=point_words(scores[0] - scores[1]))
            if scores[1]
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
    wanted = {letter for card in kept for letter in CREW[card].seals}
    shared = [len(wanted & {*CREW[card].seals}) for card in (best, other)]
    if shared[1] < shared[0]:
        yield (
            tr(
                "your other cards ask for {number} of its colours, not {more}",
                number=shared[1],
                more=shared[0],
            )
            if shared[1]
            else tr("your other cards ask for none of its colours")
        )
    if colours[0] != colours[1]:
        yield tr(
            "its {seal} lets worker {worker} {use}, not {other}",
            seal=seals[1],
            worker=len(kept) + 1,
            use=uses[1],
            other=uses[0],
        )
    yield tr("its five seals bring this: {gain}", gain=effects_words(rewards[1]))


_USES: Final = (mark("explore"), mark("sail"), mark("send stamps"), mark("buy a seal"))
"""By colour, what a seal lets its worker do."""


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


# --- stamps and envelopes


def _stamp_lacks(
    view: JourneyState, seat: int, best: acts.Stamp, other: acts.Stamp
) -> Iterator[str]:
    """Yield what a stamp lacks beside another: the reward of its stack, or of its envelope."""
    left = [view.stacks[seat][action.stack] - 1 for action in (best, other)]
    if best.stack != material.DISCARD and left[1] > left[0] == 0:
        gain = effects_words(STACKS[best.stack].reward)
        yield tr("it empties no stack, which would give {gain}", gain=gain)
    if other.envelope != best.envelope:
        yield from _envelope_lacks(view, seat, best.envelope, other.envelope)
    if other.stack != best.stack:
        yield from _stack_lacks(view, seat, best.stack, other.stack)


def _stack_lacks(view: JourneyState, seat: int, best: int, other: int) -> Iterator[str]:
    """Yield what a stamp of a stack lacks beside a stamp of another stack."""
    left = [view.stacks[seat][stack] - 1 for stack in (best, other)]
    gains = [effects_words(STACKS[stack].reward) for stack in (best, other)]
    if left[1] > left[0]:
        yield tr(
            "its stack has {stamps} more to go for {gain}; {nearer} is nearer",
            stamps=counted(left[1] - left[0], "stamp"),
            gain=gains[1],
            nearer=gains[0],
        )
    yield tr("its stack gives {gain}, not {other}", gain=gains[1], other=gains[0])


def _envelope_lacks(view: JourneyState, seat: int, best: int, other: int) -> Iterator[str]:
    """Yield what a stamp on an envelope lacks beside a stamp on another envelope."""
    (best_now, best_then), (now, then) = (_ranks(view, seat, place) for place in (best, other))
    is_best_more, is_more = best_then < best_now, then < now
    if is_best_more and not is_more:
        yield tr(
            "it wins nothing more, where envelope {envelope} gives {gain}",
            envelope=best + 1,
            gain=_reward_words(view, best, best_then),
        )
        return
    if not is_best_more and then:
        lacks = [_missing_stamps(view, seat, place) for place in (best, other)]
        if not best_then or lacks[1] > lacks[0]:
            yield tr(
                "you still lack {stamps} for its first reward"
                if then == 1
                else "you still lack {stamps} for its second reward",
                stamps=counted(lacks[1], "stamp"),
            )
    elif (
        not is_best_more
        and not best_then
        and (lead := _lead(view, seat, other)) > _lead(view, seat, best)
    ):
        yield tr("it only adds to a lead of {stamps}", stamps=counted(lead, "stamp"))
    if is_best_more == is_more and then < _NO_RANK and best_then < _NO_RANK:
        gain, other_gain = _reward_words(view, best, best_then), _reward_words(view, other, then)
        if gain != other_gain:
            yield tr(
                "it wins {gain}, not {other}" if is_more else "its reward is {gain}, not {other}",
                gain=other_gain,
                other=gain,
            )


def _stamp_gain(view: JourneyState, seat: int, action: acts.Stamp) -> str:
    """Say what a seat does not get if it places no stamp: the reward of the stack that the stamp
    would empty, or its better position on an envelope."""
    stack, envelope = action.stack, action.envelope
    if stack != material.DISCARD and view.stacks[seat][stack] == 1:
        return tr("it leaves out: {gain}", gain=effects_words(STACKS[stack].reward))
    now, then = _ranks(view, seat, envelope)
    if then < now:
        return tr(
            "envelope {envelope} gives {gain} only with one stamp more",
            envelope=envelope + 1,
            gain=_reward_words(view, envelope, then),
        )
    if then:
        return tr(
            "you lack {stamps} for the first reward of envelope {envelope}"
            if then == 1
            else "you lack {stamps} for the second reward of envelope {envelope}",
            stamps=counted(_missing_stamps(view, seat, envelope) + 1, "stamp"),
            envelope=envelope + 1,
        )
    return tr(
        "your lead on envelope {envelope} stays at {stamps}",
        envelope=envelope + 1,
        stamps=counted(_lead(view, seat, envelope), "stamp"),
    )


_NO_RANK: Final = 2
"""The rank of a seat that wins no reward of an envelope; 0 is the first, 1 the second."""


def _ranks(view: JourneyState, seat: int, envelope: int) -> tuple[int, int]:
    """Return a seat's rank on an envelope, now and with one stamp more."""
    stamps = view.envelopes[envelope]
    now, then = (
        next((rank for rank, seats in enumerate(ranking(row)) if seat in seats), _NO_RANK)
        for row in (stamps, plus(stamps, seat, 1))
    )
    return now, then


def _reward_words(view: JourneyState, envelope: int, rank: int) -> str:
    """Return the reward of an envelope for a rank that wins one."""
    tile = LETTER_TILES[view.letters[envelope]]
    return effects_words(tile.second if rank else tile.first)


def _missing_stamps(view: JourneyState, seat: int, envelope: int) -> int:
    """Return the stamps that a seat lacks for the next better reward of an envelope after one stamp
    more; 0 if it is the first then."""
    _, then = _ranks(view, seat, envelope)
    stamps = view.envelopes[envelope]
    numbers = sorted({*stamps}, reverse=True)
    return numbers[then - 1] - stamps[seat] - 1 if then else 0


def _lead(view: JourneyState, seat: int, envelope: int) -> int:
    """Return the stamps by which the first seat on an envelope is ahead of the others."""
    stamps = view.envelopes[envelope]
    return stamps[seat] - max(number for other, number in enumerate(stamps) if other != seat)


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
