"""The review of a match for one seat: its chance to win over the whole match, parted into luck and
decisions, and its decisions judged.

The chance is what the seat could reach with what a viewer knew then: that of its best action, as
the judge of the bots finds it. A decision changes it by what the action played lacks of the best
one, so never for the better. Everything else is luck: what was drawn, rolled and shown, and what
the others did. Start, luck and decisions add up to the result.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

import msgspec

from darwin_core.bots import levels
from darwin_core.bots.chances import win_chances
from darwin_core.bots.search import (
    Budget,
    Claim,
    Difference,
    Search,
    Searcher,
    chance_of,
    tuning_in,
)
from darwin_core.contract.game import OMNISCIENT, SPECTATOR, Action, AnyGame, State
from darwin_core.match.match import AnyMatch, begin
from darwin_core.text.language import tr

WORLDS: Final = 128
"""The most worlds in which each action is tried."""
CANDIDATES: Final = 3
"""The actions advised first that are compared with the one played."""
CHOICE_SECONDS: Final = 0.15
"""The time that a decision is judged for, by the pace of the game's tuning: a count of actions, so
the same on every machine."""
POSITION_SECONDS: Final = 0.05
"""The same of a position in which the seat decides nothing."""
SLIP: Final = 0.02
"""The chance to win that a slip costs at least; less is of no interest."""
MISTAKE: Final = 0.05
"""The chance to win that a mistake costs at least."""
BLUNDER: Final = 0.12
"""The chance to win that a blunder costs at least."""
STRONG: Final = 0.03
"""The chance to win that a strong action brings beyond the one that is advised."""
BELIEVED: Final = "hard"
"""The level of hints, whose budget is spent before a mistake is believed."""
SURE_ERRORS: Final = 2.5
"""The standard errors by which two actions must differ to count as different."""

DIGITS: Final = 4
"""The decimals of chances, so that they add up to the last one that is written; more would be
noise."""

Mark = Literal["", "!", "?!", "?", "??"]
Knowledge = Literal["players", "spectator", "all"]
"""The cards that are known when chances are found: those that each player knew, that a spectator
knew, or all. A spectator cannot judge decisions, so that all change is luck."""


def viewer_with(knowledge: Knowledge, seat: int) -> int:
    """Return the viewer with whose knowledge the chance of a seat is found."""
    if knowledge == "players":
        return seat
    return SPECTATOR if knowledge == "spectator" else OMNISCIENT


class Choice(msgspec.Struct, frozen=True):
    """A decision of the seat, beside the best one that was found."""

    position: int
    """The actions in force before it."""
    played: str
    best: str
    """In the game's notation; the action played if none was better beyond doubt."""
    cost: float
    """The chance to win that the action played lacks of the best one: the dip of the curve."""
    points: float
    """The points that it lacks."""
    mark: Mark
    error: float = 0.0
    """The standard error of the cost; of a cost of 0, of what was left in doubt."""
    why: tuple[Claim, ...] = ()
    """The differences in points that speak for the best action, if the decision costs something."""
    by_step: tuple[float, float] = (0.0, 0.0)
    """The two parts of the curve's change from this position to the next: by this decision, which
    is the cost below 0, and by luck, where the action has shown something new."""


class Review(msgspec.Struct, frozen=True):
    """A match as one seat went through it; chances from 0 to 1."""

    seat: int
    viewer: int
    chances: tuple[float, ...]
    """The chance at each position, from the start to the result."""
    luck: tuple[float, ...]
    """The change by luck of each step."""
    decisions: tuple[float, ...]
    """The change of each step by a decision of the seat, 0 or below."""
    choices: tuple[Choice, ...]
    errors: tuple[float, ...] = ()
    """The standard error of the chance at each position."""

    @property
    def start(self) -> float:
        """The chance before the first action."""
        return self.chances[0]

    @property
    def result(self) -> float:
        """The share of the win."""
        return self.chances[-1]


class Judgement(msgspec.Struct, frozen=True):
    """One position, judged by itself."""

    chance: float | None = None
    """The chance to win there; None if it was not judged, as nothing new is known or a decision of
    the seat comes before anything else is."""
    choice: Choice | None = None
    """The seat's decision there, if there was one to take; its cost is a part of ``chance``."""
    is_news: bool = False
    """Something new is known since the last position; always true of the first one."""
    error: float = 0.0
    """The standard error of the chance."""
    brings: float = 0.0
    """The chance that the action played brings beyond the one that is advised, if it is the best
    one."""


class Seen(NamedTuple):
    """A seat whose chance is followed, and the viewer with whose knowledge it is found."""

    seat: int
    viewer: int
    """A seat, SPECTATOR or OMNISCIENT. Others than the seat and the omniscient cannot judge its
    decisions."""


class Unwanted(Exception):
    """Raised where positions are not to be judged any more."""


def judge(
    match: AnyMatch, seat: int, position: int, viewer: int | None = None, worlds: int = WORLDS
) -> Judgement:
    """Judge a position of a match that is over for one seat, by default as it knew it; see
    ``judge_all``."""
    seen = Seen(seat, seat if viewer is None else viewer)
    return judge_all(match, position, [seen], worlds)[0]


def judge_all(
    match: AnyMatch,
    position: int,
    seen: Sequence[Seen],
    worlds: int = WORLDS,
    is_wanted: Callable[[], bool] = lambda: True,
) -> list[Judgement]:
    """Judge a position of a match, and the decision taken there, for some seats.

    Args:
        match: the match.
        position: the number of actions in force before; not the last one.
        seen: the seats.
        worlds: the most worlds in which each action is tried.
        is_wanted: asked after each rollout.

    Returns:
        a judgement for each seat; none at all where actions that the match has not got yet may
        change one of them.

    Raises:
        Unwanted: as soon as it is not wanted any more.
    """
    kinds = [kind for one in seen if (kind := _kind(match, position, one))]
    if len(kinds) < len(seen):
        return []
    judged: dict[int, Judgement] = {}
    judging = _Judging(match, position, worlds, is_wanted)
    # The seat that decides first: what its search finds holds for all who know the same.
    for at in sorted(range(len(seen)), key=lambda at: not kinds[at].decides):
        one, kind = seen[at], kinds[at]
        if kind.decides:
            judged[at] = judging.choice(one, is_news=kind.is_news)
        elif kind.is_judged:
            judged[at] = judging.chance(one)
        else:
            judged[at] = Judgement(is_news=kind.is_news)
    return [judged[at] for at in range(len(seen))]


class _Kind(NamedTuple):
    """The part of a position that is judged for a seat."""

    decides: bool
    """The seat takes a decision there."""
    is_news: bool
    is_judged: bool
    """Its chance is found there, though it decides nothing."""


def _kind(match: AnyMatch, position: int, seen: Seen) -> _Kind | None:
    """Return what is judged at a position for a seat; None if later actions will say."""
    is_news = _is_news(match, position, seen)
    if is_news is None:
        return None
    if _decides(match, position, seen):
        return _Kind(decides=True, is_news=is_news, is_judged=False)
    is_decided = is_news and _is_decided_next(match, position, seen)
    if is_decided is None:
        return None
    return _Kind(decides=False, is_news=is_news, is_judged=is_news and not is_decided)


def _is_over(match: AnyMatch) -> bool:
    return match.game.outcome(match.state) is not None


def _decides(match: AnyMatch, position: int, seen: Seen) -> bool:
    """Return whether a seat has a decision to take there that can be judged."""
    if match.history[position].seat != seen.seat or seen.viewer not in (seen.seat, OMNISCIENT):
        return False
    return len(match.game.legal(match.state_at(position), seen.seat)) > 1


def _brings_news(match: AnyMatch, step: int, seen: Seen) -> bool:
    """Return whether a viewer learns anything by the action after a position: of a seat's own
    actions and of forced ones only what they reveal is news."""
    state, mover = match.state_at(step), match.history[step].seat
    # Hidden choices of several seats count when all of them are known.
    if len(match.game.to_move(state)) > 1:
        return False
    is_chosen = mover != seen.seat and len(match.game.legal(state, mover)) > 1
    return is_chosen or any(event.reveals for event in match.events(seen.viewer, step + 1))


def _is_news(match: AnyMatch, position: int, seen: Seen) -> bool | None:
    """Return whether a position is the first at which the news of another's turn, or of an action
    of the seat, is known; None if later actions will say. The actions of one turn are judged
    together: where it ends, but for actions that bring no news."""
    if not position:
        return True
    if not _brings_news(match, position - 1, seen):
        return False
    mover, clock = match.history[position - 1].seat, match.game.clock(match.state_at(position - 1))
    for later in range(position, len(match.history)):
        is_same_turn = (
            match.history[later].seat == mover
            and mover != seen.seat
            and match.game.clock(match.state_at(later)) == clock
        )
        if not is_same_turn:
            return True
        if _brings_news(match, later, seen):
            return False
    return True if _is_over(match) else None


def _is_decided_next(match: AnyMatch, position: int, seen: Seen) -> bool | None:
    """Return whether a decision of the seat comes before anything else is known: then that is
    judged, and this position with it. None if later actions will say."""
    for later in range(position, len(match.history)):
        is_news = later > position and _is_news(match, later, seen)
        if is_news is None:
            return None
        if is_news:
            return False
        if _decides(match, later, seen):
            return True
    return False if _is_over(match) else None


def _budget(game: AnyGame, view: State, seconds: float, worlds: int) -> Budget:
    steps = max(round(seconds * tuning_in(game, view).pace), 1)
    return Budget(steps, worlds=worlds, candidates=CANDIDATES, errs=True, is_exact=True)


def hint_budget(game: AnyGame, view: State, worlds: int = WORLDS) -> Budget:
    """Return the bound of a hint by count; fewer worlds bound it, too."""
    level = levels.LEVELS[BELIEVED].policy
    assert isinstance(level, Searcher)
    hint = msgspec.structs.replace(level, is_timed=False, errs=True)
    budget = hint.budget(game, view)
    return msgspec.structs.replace(budget, worlds=worlds) if worlds < WORLDS else budget


def estimate(
    game: AnyGame,
    view: State,
    seen: Seen,
    worlds: int = WORLDS,
    is_wanted: Callable[[], bool] = lambda: True,
) -> Search:
    """Return the judge's estimate of a position in which a seat decides nothing."""
    budget = _budget(game, view, POSITION_SECONDS, worlds)
    chance = chance_of(view)
    search = Search(game, view, seen.seat, chance, budget, viewer=seen.viewer, decides=False)
    return _searched(search, is_wanted)


def _searched(search: Search, is_wanted: Callable[[], bool]) -> Search:
    while search.play_next():
        if not is_wanted():
            raise Unwanted
    return search


@dataclass
class _Judging:
    """The searches at one position of a match."""

    match: AnyMatch
    position: int
    worlds: int
    is_wanted: Callable[[], bool]
    searches: dict[bytes, Search] = field(init=False, default_factory=dict)
    """By the view that they look at: seats that know the same share them."""

    def chance(self, seen: Seen) -> Judgement:
        """Judge the position for a seat that decides nothing there."""
        view = self.match.view(seen.viewer, self.position)
        packed = msgspec.msgpack.encode(view)
        if packed not in self.searches:
            game = self.match.game
            self.searches[packed] = estimate(game, view, seen, self.worlds, self.is_wanted)
        # Of a search for another seat's decision, what follows from the action advised first.
        search = self.searches[packed]
        chance = search.advised_chances()[seen.seat]
        return Judgement(chance, is_news=True, error=search.chance_error)

    def choice(self, seen: Seen, *, is_news: bool) -> Judgement:
        """Judge the decision that a seat takes there."""
        game, view = self.match.game, self.match.view(seen.viewer, self.position)
        played = self.match.history[self.position].action
        budget = _budget(game, view, CHOICE_SECONDS, self.worlds)

        def searched(budget: Budget) -> Search:
            chance, viewer = chance_of(view), seen.viewer
            search = Search(game, view, seen.seat, chance, budget, viewer=viewer, also=[played])
            return _searched(search, self.is_wanted)

        search = searched(budget)
        if _cost(search, played):
            # Before a mistake is believed, it is asked for as a hint is: so neither denies the
            # other.
            search = searched(hint_budget(game, view, self.worlds))
        self.searches[msgspec.msgpack.encode(view)] = search
        chance, cost = search.chances()[seen.seat], _cost(search, played)
        lead = search.lead(played)
        best = search.judged()[0].action if cost else played
        notation = game.texts.notation
        choice = Choice(
            self.position,
            notation(played),
            notation(best),
            cost,
            lead.points if cost else 0.0,
            _mark(cost),
            lead.chance_error,
            search.claims(best, played, budget.steps) if cost else (),
        )
        brings = 0.0
        if search.judged()[0].action == played:
            gain = search.lead_over_advised()
            brings = gain.chance if gain.chance >= SURE_ERRORS * gain.chance_error else 0.0
        return Judgement(chance, choice, is_news, search.chance_error, brings)


def _cost(search: Search, played: Action) -> float:
    """Return the chance that an action costs beyond doubt."""
    lead: Difference = search.lead(played)
    cost = lead.share * search.chances()[search.seat]
    is_sure = lead.points > 0 and lead.chance >= max(SLIP, SURE_ERRORS * lead.chance_error)
    return cost if is_sure and cost >= SLIP else 0.0


def review(
    match: AnyMatch, seat: int, judgements: Sequence[Judgement], viewer: int | None = None
) -> Review:
    """Put the judgements of all positions but the last together.

    Raises:
        ValueError: if the match is not over.
    """
    if match.game.outcome(match.state) is None:
        raise ValueError(tr("Only a match that is over can be analysed."))
    result = win_chances(match.game, match.state)[seat]
    news = _news(judgements)
    before, error = news[0] or (0.0, 0.0)
    chances, luck, decisions, choices, errors = [before], [], [], [], [error]
    for position, judgement in enumerate(judgements):
        decision = -_part(judgement, before)
        seen = (result, 0.0) if position + 1 == len(judgements) else news.get(position + 1)
        after, error = seen or (round(before + decision, DIGITS), error)
        luck.append(round(after - before - decision, DIGITS))
        decisions.append(decision)
        if judgement.choice:
            by_step = decision, luck[-1]
            choices.append(_placed(judgement, before, -decision, by_step))
        chances.append(after)
        errors.append(error)
        before = after
    knower = seat if viewer is None else viewer
    return Review(
        seat, knower, tuple(chances), tuple(luck), tuple(decisions), tuple(choices), tuple(errors)
    )


def _part(judgement: Judgement, before: float) -> float:
    """Return what a decision costs of the chance before it."""
    choice, chance = judgement.choice, judgement.chance
    return round(before * min(choice.cost / chance, 1.0), DIGITS) if choice and chance else 0.0


def _placed(
    judgement: Judgement, before: float, cost: float, by_step: tuple[float, float]
) -> Choice:
    """Return a decision with its cost on the curve."""
    assert judgement.choice
    factor = before / judgement.chance if judgement.chance else 0.0
    mark = _mark(cost) or ("!" if judgement.brings * factor >= STRONG else "")
    return msgspec.structs.replace(
        judgement.choice,
        cost=cost,
        mark=mark,
        error=judgement.choice.error * factor,
        by_step=by_step,
    )


def _news(judgements: Sequence[Judgement | None]) -> dict[int, tuple[float, float] | None]:
    """Return the positions at which something new is known, each with the chance and its error:
    those of the first position from there that was judged; None if none was yet."""
    found = dict[int, tuple[float, float] | None]()
    at: int | None = None
    for position, judgement in enumerate(judgements):
        if judgement is None:
            at = None
        elif judgement.is_news or not position:
            at = position
            found[at] = None
        if judgement and judgement.chance is not None and at is not None and found[at] is None:
            found[at] = round(judgement.chance, DIGITS), judgement.error
    return found


def sketch(judgements: Sequence[Judgement | None], result: float) -> list[float | None]:
    """Return the chances of a review of which some positions are not judged yet: None there, and
    after them until something new is seen.

    Args:
        judgements: those of all positions but the last, in order.
        result: the share of the win.
    """
    news, found = _news(judgements), list[float | None]()
    chance: float | None = None
    for position, judgement in enumerate(judgements):
        if judgement is None:
            chance = None
        elif position in news:
            seen = news[position]
            chance = seen[0] if seen else None
        found.append(chance)
        if judgement and chance is not None:
            chance = round(chance - _part(judgement, chance), DIGITS)
    return [*found, result]


def _mark(cost: float) -> Mark:
    if cost >= BLUNDER:
        return "??"
    if cost >= MISTAKE:
        return "?"
    return "?!" if cost >= SLIP else ""


STEPS: Final = 5
"""The actions of a line: the best one, and what the policy of the game plays then."""


def better_line(match: AnyMatch, choice: Choice) -> AnyMatch:
    """Return a match that goes as another up to a decision and then takes the best action.

    It keeps the seed, so cards and dice come as they would have come, and the same choice gives the
    same line. Every seat plays on from its own view.
    """
    game = match.game
    line, _ = begin(game, match.header)
    for played in match.history[: choice.position]:
        line.accept(line.propose(played.seat, played.action))
    seat, action = match.history[choice.position].seat, game.texts.parse(choice.best)
    for _ in range(STEPS):
        line.accept(line.propose(seat, action))
        movers = game.to_move(line.state)
        if not movers:
            break
        seat = movers[0]
        action = game.bots.fast_policy(line.view(seat), seat)
    return line
