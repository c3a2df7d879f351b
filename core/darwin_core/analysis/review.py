"""The review of a match for one seat: the curve of its winning chance, split into luck and
decisions, and a judgement of each decision; and the better line after a decision.

The chance at a position is the chance after the seat's best action, as the bots' search finds it
with a viewer's knowledge. A decision lowers the chance by the difference between the best action
and the one played; it never raises it. All other changes are luck: draws, rolls, revealed cards,
and the actions of others. Start, luck and decisions add up to the result.

A seat that has resigned has no chance from that position on. A bot plays for it, so none of its
later decisions is judged.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

import msgspec

from darwin_core.bots import levels
from darwin_core.bots.chances import win_chances
from darwin_core.bots.search import Budget, Claim, Difference, Search, chance_of, tuning_in
from darwin_core.contract.game import OMNISCIENT, SPECTATOR, Action, AnyGame, State
from darwin_core.match.match import AnyMatch, begin
from darwin_core.text.language import tr

# Chosen figures: no command derives them.
WORLDS: Final = 128
"""Maximum number of worlds in which an action is tried."""
CONFIRMED_WORLDS: Final = 32
"""Minimum number of further worlds in which a mistake or a strong action must show again."""
CANDIDATES: Final = 3
"""Number of advised actions compared with the action played."""
CHOICE_SECONDS: Final = 0.15
"""Time to judge a decision. The pace of the game's tuning converts it into a number of actions, so
that every machine finds the same."""
POSITION_SECONDS: Final = 0.05
"""Time to judge a position in which the seat decides nothing."""
SLIP: Final = 0.02
"""Minimum winning chance that a slip costs, from 0 to 1, like the three figures below; smaller
costs are ignored."""
MISTAKE: Final = 0.05
"""Minimum winning chance that a mistake costs."""
BLUNDER: Final = 0.12
"""Minimum winning chance that a blunder costs."""
STRONG: Final = 0.03
"""Minimum gain in winning chance, over the advised action, of a strong action."""
SURE_ERRORS: Final = 2.5
"""Standard errors by which two actions must differ to count as different."""

DIGITS: Final = 4
"""Decimals of chances. Rounded chances add up exactly; further decimals would be noise."""

Mark = Literal["", "!", "?!", "?", "??"]
"""Marks as in chess: a strong action, a slip, a mistake and a blunder; empty for any other."""
Knowledge = Literal["players", "spectator", "all"]
"""The cards known when chances are estimated: those each player knew, those a spectator knew, or
all. A spectator judges no decisions, so all changes are then luck."""


def viewer_with(knowledge: Knowledge, seat: int) -> int:
    """Return the viewer with whose knowledge a seat's chance is estimated."""
    if knowledge == "players":
        return seat
    return SPECTATOR if knowledge == "spectator" else OMNISCIENT


class Choice(msgspec.Struct, frozen=True):
    """A decision of the seat, and the best alternative."""

    position: int
    """Number of actions in force before it."""
    played: str
    """The action played, in the game's notation."""
    best: str
    """The best action in the game's notation; the action played if no other is surely better."""
    cost: float
    """Loss of winning chance compared with the best action: the dip of the curve. Below SLIP, or if
    it is not sure, it is 0."""
    points: float
    """Loss of points compared with the best action; 0 for a cost of 0."""
    mark: Mark
    error: float = 0.0
    """Standard error of the cost; for a cost of 0, of the difference that was not sure."""
    why: tuple[Claim, ...] = ()
    """Differences in points that speak for the best action; empty for a cost of 0."""
    by_step: tuple[float, float] = (0.0, 0.0)
    """The change of the curve from this position to the next, in two parts: the decision (the
    negative cost), and luck, if the action reveals something."""


class Review(msgspec.Struct, frozen=True):
    """The review of a match for one seat; chances are from 0 to 1."""

    seat: int
    viewer: int
    chances: tuple[float, ...]
    """Chance at each position, from the start to the result."""
    luck: tuple[float, ...]
    """Change of the chance by luck at each step."""
    decisions: tuple[float, ...]
    """Change of the chance by the seat's decision at each step, 0 or below."""
    choices: tuple[Choice, ...]
    errors: tuple[float, ...] = ()
    """Standard error of the chance at each position."""

    @property
    def start(self) -> float:
        """The chance before the first action."""
        return self.chances[0]

    @property
    def result(self) -> float:
        """The share of the win."""
        return self.chances[-1]


class Judgement(msgspec.Struct, frozen=True):
    """The judgement of one position by itself."""

    chance: float | None = None
    """Winning chance at the position. None if it was not judged: nothing new is known there, or the
    seat decides before anything new is known."""
    choice: Choice | None = None
    """The seat's decision at the position, if it decides. Its cost is measured from ``chance``."""
    is_news: bool = False
    """True if something new is known since the last position; always true for the first."""
    error: float = 0.0
    """Standard error of the chance."""
    brings: float = 0.0
    """Gain in winning chance over the advised action; 0 unless the action played is the best."""


class Seen(NamedTuple):
    """A seat whose chance is followed, and the viewer with whose knowledge it is estimated."""

    seat: int
    viewer: int
    """A seat, SPECTATOR or OMNISCIENT. Only the seat and OMNISCIENT judge its decisions."""


class Unwanted(Exception):
    """Raised when the judgement of a position is no longer wanted."""


def judge(
    match: AnyMatch, seat: int, position: int, viewer: int | None = None, worlds: int = WORLDS
) -> Judgement:
    """Judge a position for one seat, by default with the seat's knowledge; see ``judge_all``. Later
    actions of the match must not be able to change the judgement, as in a finished match."""
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
        match: the match, finished or not.
        position: number of actions in force before it; not the last one.
        seen: the seats, each with the viewer whose knowledge counts.
        worlds: maximum number of worlds in which an action is tried.
        is_wanted: asked after each rollout.

    Returns:
        A judgement for each seat; an empty list if later actions of an unfinished match may change
        a judgement.

    Raises:
        Unwanted: once ``is_wanted`` returns False.
    """
    kinds = [kind for entry in seen if (kind := _kind(match, position, entry))]
    if len(kinds) < len(seen):
        # At least one judgement depends on later actions.
        return []
    judged: dict[int, Judgement] = {}
    judging = _Judging(match, position, worlds, is_wanted)
    # The seat that decides comes first: its search serves everybody with the same knowledge.
    for index in sorted(range(len(seen)), key=lambda index: not kinds[index].decides):
        entry, kind = seen[index], kinds[index]
        if entry.seat in judging.resigned:
            judged[index] = Judgement(0.0, is_news=kind.is_news)
        elif kind.decides:
            judged[index] = judging.choice(entry, is_news=kind.is_news)
        elif kind.is_judged:
            judged[index] = judging.chance(entry)
        else:
            judged[index] = Judgement(is_news=kind.is_news)
    return [judged[index] for index in range(len(seen))]


def _resigned(match: AnyMatch, position: int) -> tuple[int, ...]:
    """Return the seats, in order, that have resigned at a position or before."""
    return tuple(seat for seat, at in match.resigned.items() if at <= position)


class _Kind(NamedTuple):
    """The kind of judgement that a position needs for a seat."""

    decides: bool
    """The seat decides at the position."""
    is_news: bool
    """Something new is known at the position."""
    is_judged: bool
    """The seat does not decide, but its chance is estimated."""


def _kind(match: AnyMatch, position: int, seen: Seen) -> _Kind | None:
    """Return the kind of judgement at a position for a seat; None if it depends on later
    actions."""
    if seen.seat in _resigned(match, position):
        is_first = position in (0, match.resigned[seen.seat])
        return _Kind(decides=False, is_news=is_first, is_judged=False)
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
    """Return whether the seat takes a decision at a position that the viewer can judge."""
    if match.history[position].seat != seen.seat or seen.viewer not in (seen.seat, OMNISCIENT):
        return False
    if seen.seat in _resigned(match, position):
        return False
    return len(match.game.legal(match.state_at(position), seen.seat)) > 1


def _brings_news(match: AnyMatch, step: int, seen: Seen) -> bool:
    """Return whether the action after a position shows the viewer something new. Actions of the
    seat and forced actions do so only by what they reveal."""
    state = match.state_at(step)
    mover = match.history[step].seat
    # Simultaneous hidden choices are news only once all of them are known.
    if len(match.game.to_move(state)) > 1:
        return False
    is_chosen = mover != seen.seat and len(match.game.legal(state, mover)) > 1
    return is_chosen or any(event.reveals for event in match.events(seen.viewer, step + 1))


def _is_news(match: AnyMatch, position: int, seen: Seen) -> bool | None:
    """Return whether something new is known at a position; None if it depends on later actions.
    Another seat's actions in one turn count as one piece of news, at the end of the turn."""
    if not position or position in match.resigned.values():
        return True
    if not _brings_news(match, position - 1, seen):
        return False
    mover = match.history[position - 1].seat
    clock = match.game.clock(match.state_at(position - 1))
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
    """Return whether the seat decides before anything new is known; None if it depends on later
    actions. If so, the judgement of that decision serves for this position, too."""
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
    """Return the budget of a search that makes the chance at a position exact."""
    steps = max(round(seconds * tuning_in(game, view).pace), 1)
    return Budget(
        steps, worlds=worlds, candidates=CANDIDATES, errs=True, is_trained=True, is_exact=True
    )


def hint_budget(game: AnyGame, view: State, worlds: int = WORLDS) -> Budget:
    """Return the budget of a hint, with which a mistake is confirmed; ``worlds`` may reduce it."""
    budget = levels.HINTS.budget(game, view)
    return msgspec.structs.replace(budget, worlds=worlds) if worlds < WORLDS else budget


def estimate(
    game: AnyGame,
    view: State,
    seen: Seen,
    worlds: int = WORLDS,
    is_wanted: Callable[[], bool] = lambda: True,
    resigned: Sequence[int] = (),
) -> Search:
    """Return a finished search of a position in which the seat decides nothing; see ``Trials`` for
    the resigned seats."""
    budget = _budget(game, view, POSITION_SECONDS, worlds)
    chance = chance_of(view)
    search = Search(
        game,
        view,
        seen.seat,
        chance,
        budget,
        viewer=seen.viewer,
        decides=False,
        resigned=resigned,
    )
    return _searched(search, is_wanted)


def _searched(search: Search, is_wanted: Callable[[], bool]) -> Search:
    """Finish a search and return it.

    Raises:
        Unwanted: once ``is_wanted`` returns False.
    """
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
    """Finished searches by view: seats with the same knowledge share a search."""

    def __post_init__(self) -> None:
        self.resigned = _resigned(self.match, self.position)

    def chance(self, seen: Seen) -> Judgement:
        """Judge the position for a seat that decides nothing there."""
        view = self.match.view(seen.viewer, self.position)
        packed = msgspec.msgpack.encode(view)
        if packed not in self.searches:
            game = self.match.game
            self.searches[packed] = estimate(
                game, view, seen, self.worlds, self.is_wanted, self.resigned
            )
        # If the search is for another seat's decision, take the chances after its default action.
        search = self.searches[packed]
        chance = search.advised_chances()[seen.seat]
        return Judgement(chance, is_news=True, error=search.chance_error)

    def choice(self, seen: Seen, *, is_news: bool) -> Judgement:
        """Judge the decision of a seat at the position."""
        game = self.match.game
        view = self.match.view(seen.viewer, self.position)
        played = self.match.history[self.position].action
        budget = _budget(game, view, CHOICE_SECONDS, self.worlds)

        def searched(
            budget: Budget, also: Sequence[Action] = (), afterwards: Sequence[Action] = ()
        ) -> Search:
            search = Search(
                game,
                view,
                seen.seat,
                chance_of(view),
                budget,
                viewer=seen.viewer,
                also=also,
                afterwards=afterwards,
                resigned=self.resigned,
            )
            return _searched(search, self.is_wanted)

        search = searched(budget, also=[played])
        hinted = search.judged()[0].action
        if _is_suspect(search, played) or _gain_over_default(search, played):
            # Search a suspected mistake again with a hint's budget, so that hints and analyses
            # agree: the action played changes no judgement of the hint's candidates. Only this
            # search also tries the better action right after the other.
            search = searched(hint_budget(game, view, self.worlds), afterwards=[played])
            hinted = search.judged()[0].action
            if _cost(search, played) or _gain_over_default(search, played):
                self._confirm(search, played)
        self.searches[msgspec.msgpack.encode(view)] = search
        chance = search.chances()[seen.seat]
        cost = _cost(search, played) if hinted != played else 0.0
        lead = search.lead(played)
        # The further worlds judge what a hint names, and name another action only if it is better.
        is_hinted = not _is_worse(search, hinted)
        best = (hinted if is_hinted else search.judged()[0].action) if cost else played
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
        brings = _gain_over_default(search, played)
        return Judgement(chance, choice, is_news, search.chance_error, brings)

    def _confirm(self, search: Search, played: Action) -> None:
        """Test an action to be marked again, in as many worlds that the search has not used."""
        worlds = max(CONFIRMED_WORLDS, min(self.worlds, search.worlds))
        for _ in search.confirm(played, worlds):
            if not self.is_wanted():
                raise Unwanted


def _cost(search: Search, played: Action) -> float:
    """Return the loss of winning chance by an action; 0 if the loss is not sure or too small."""
    lead: Difference = search.lead(played)
    cost = lead.share * search.chances()[search.seat]
    is_sure = lead.points > 0 and lead.chance >= max(SLIP, SURE_ERRORS * lead.chance_error)
    return cost if is_sure and cost >= SLIP else 0.0


def _is_worse(search: Search, action: Action) -> bool:
    """Return whether an action is surely worth fewer points than the best."""
    lead: Difference = search.lead(action)
    return lead.points > SURE_ERRORS * lead.points_error


def _is_suspect(search: Search, played: Action) -> bool:
    """Return whether an action seems to cost winning chance, though the loss is not sure yet."""
    lead: Difference = search.lead(played)
    return lead.points > 0 and lead.chance >= max(SLIP, lead.chance_error)


def _gain_over_default(search: Search, played: Action) -> float:
    """Return the gain in the chance to win of the best action over the default action, which the
    game's advice ranks first; 0 if another action than the best was played, or the gain is not
    sure."""
    if search.judged()[0].action != played:
        return 0.0
    gain = search.lead_over_advised()
    return gain.chance if gain.chance >= SURE_ERRORS * gain.chance_error else 0.0


def review(
    match: AnyMatch, seat: int, judgements: Sequence[Judgement], viewer: int | None = None
) -> Review:
    """Make a review from the judgements of all positions but the last.

    Raises:
        ValueError: if the match is not over.
    """
    if match.game.outcome(match.state) is None:
        raise ValueError(tr("Only a match that was played to its end can be analysed."))
    result = win_chances(match.game, match.state, resigned=tuple(match.resigned))[seat]
    news = _news(judgements)
    # The start counts as news. It has no chance only if nothing was judged before the next news.
    before, error = news[0] or (0.0, 0.0)
    chances = [before]
    luck = []
    decisions = []
    choices = []
    errors = [error]
    for position, judgement in enumerate(judgements):
        cost = _cost_on_curve(judgement, before)
        # Who resigns gives the whole chance away.
        decision = -before if match.resigned.get(seat) == position + 1 else -cost
        known = (result, 0.0) if position + 1 == len(judgements) else news.get(position + 1)
        # Until something new is known, the chance changes by decisions alone.
        after, error = known or (round(before + decision, DIGITS), error)
        luck.append(round(after - before - decision, DIGITS))
        decisions.append(decision)
        if judgement.choice:
            by_step = -cost, round(after - before + cost, DIGITS)
            choices.append(_choice_on_curve(judgement, before, cost, by_step))
        chances.append(after)
        errors.append(error)
        before = after
    knower = seat if viewer is None else viewer
    return Review(
        seat, knower, tuple(chances), tuple(luck), tuple(decisions), tuple(choices), tuple(errors)
    )


def _cost_on_curve(judgement: Judgement, before: float) -> float:
    """Return the cost of a decision on the curve, given the chance before it. The curve may differ
    from the chance of this judgement, so the cost is the same share of the curve's chance."""
    choice, chance = judgement.choice, judgement.chance
    return round(before * min(choice.cost / chance, 1.0), DIGITS) if choice and chance else 0.0


def _choice_on_curve(
    judgement: Judgement, before: float, cost: float, by_step: tuple[float, float]
) -> Choice:
    """Return a decision with its cost on the curve instead of its judged cost."""
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
    """Return the positions at which something new is known. Each has the chance and error of the
    first judged position from there on; None if not judged yet."""
    news = dict[int, tuple[float, float] | None]()
    position_before: int | None = None
    for position, judgement in enumerate(judgements):
        if judgement is None:
            position_before = None
        elif judgement.is_news or not position:
            position_before = position
            news[position_before] = None
        if (
            judgement
            and judgement.chance is not None
            and position_before is not None
            and news[position_before] is None
        ):
            news[position_before] = round(judgement.chance, DIGITS), judgement.error
    return news


def sketch(judgements: Sequence[Judgement | None], result: float) -> list[float | None]:
    """Return the curve of an unfinished review.

    It is None at positions not judged yet, and from there until something new is known.

    Args:
        judgements: judgements of all positions but the last, in order.
        result: the share of the win.
    """
    news = _news(judgements)
    curve = list[float | None]()
    chance: float | None = None
    for position, judgement in enumerate(judgements):
        if judgement is None:
            chance = None
        elif position in news:
            known = news[position]
            chance = known[0] if known else None
        curve.append(chance)
        if judgement and chance is not None:
            chance = round(chance - _cost_on_curve(judgement, chance), DIGITS)
    return [*curve, result]


def _mark(cost: float) -> Mark:
    """Return the mark of a decision by its cost in winning chance."""
    if cost >= BLUNDER:
        return "??"
    if cost >= MISTAKE:
        return "?"
    return "?!" if cost >= SLIP else ""


STEPS: Final = 5
"""Number of actions of a better line: the best action, then actions of the game's policy. Chosen; a
longer line would show more of the policy's play than of the better action."""


def better_line(match: AnyMatch, choice: Choice) -> AnyMatch:
    """Return a match that repeats another up to a decision, then takes the best action.

    The seed is the same, so cards and dice come as they would have come, and the same choice gives
    the same line. Each seat continues from its view.
    """
    line = beginning_of(match, choice.position)
    seat = match.history[choice.position].seat
    line.accept(line.propose(seat, match.game.texts.parse(choice.best)))
    return played_on(line, STEPS - 1)


def beginning_of(match: AnyMatch, position: int) -> AnyMatch:
    """Return a match with the first actions in force of another."""
    part: AnyMatch
    part, _ = begin(match.game, match.header)
    for played in match.history[:position]:
        part.accept(part.propose(played.seat, played.action))
    return part


def played_on(match: AnyMatch, steps: int) -> AnyMatch:
    """Continue a match by some actions of the game's policy, each seat from its view; return it."""
    game = match.game
    for _ in range(steps):
        movers = game.to_move(match.state)
        if not movers:
            break
        seat = movers[0]
        match.accept(match.propose(seat, game.bots.fast_policy(match.view(seat), seat)))
    return match
