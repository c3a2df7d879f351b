"""The best actions of a decision, and sentences about a decision and a better line."""

import asyncio
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future
from functools import cached_property
from typing import Final, Self

from darwin_core.analysis.review import Choice
from darwin_core.bots import Undecided, levels
from darwin_core.bots.hints import (
    CLEAR_ERRORS,
    distinct,
    lag_words,
    lead_words,
    main_words,
    value_words,
)
from darwin_core.bots.search import RIVALS, Claim, Judged, chance_of
from darwin_core.contract.game import Action, Advice, AnyGame, Element, Refusal, State
from darwin_core.match.recording import AnyRecording
from darwin_core.table import AnySeat, AnySnapshot, Refused
from darwin_core.text.language import tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import capitalized, counted
from darwin_core.workers import pool
from darwin_tui.library.hindsight import FOLLOWED, phrase_of, share_of, why_better
from darwin_tui.play.selection import without_details

TICK_SECONDS: Final = 0.05
"""Interval of the checks whether the search has ended."""
ROUNDED_POINTS: Final = 1
"""Points by which a score line may differ from the difference that it explains: both are rounded.
"""
SURE_ERRORS: Final = 2.0
"""Standard errors by which the lag of an action may be smaller than it looks."""
ALIKE_POINTS: Final = 3.0
"""Difference in points below which hints treat two actions as equally good. An action that is worse
beyond doubt is not."""


class Study:
    """The best actions of one decision, judged from its seat's view only."""

    def __init__(self, game: AnyGame, view: State, seat: int, seat_names: SeatNames) -> None:
        self._game = game
        self._view = view
        self._seat = seat
        self._seat_names = seat_names
        self._advised = game.bots.advise(view, seat, seat_names)
        self._advised_values = {advice.action: advice.value for advice in self._advised}
        """Values of the actions in points, by the game's own advice."""
        self._judged: dict[Action, Judged] = {}
        """The search's judgements, best action first; empty until it has ended."""
        self._chosen = self._advised[0].action
        """The best action: by the game's advice, and later by the search."""
        self._search: Future[list[Judged]] | None = None
        """The running search."""
        self.is_over = len(self._advised) == 1
        """The actions are judged, or there is nothing to compare."""
        self.best = self._named(self._advised)
        """The best actions, in the order in which hints name them."""
        self.given: list[Action] = []
        """The actions given as hints, in order; none repeats before all were given."""

    @classmethod
    def at(cls, seat: AnySeat, snapshot: AnySnapshot, seat_names: SeatNames) -> Self:
        """Return the study of a seat's decision in a snapshot.

        Raises:
            Refused: if the table allows no help.
        """
        if seat.why_no_help:
            raise Refused(Refusal("help", seat.why_no_help))
        return cls(seat.game, snapshot.view, snapshot.viewer, seat_names)

    def next(self) -> Advice[Action]:
        """Return the best action that has not been given as a hint yet."""
        left = [advice for advice in self.best if advice.action not in self.given]
        if not left:
            self.given.clear()
        advice = (left or self.best)[0]
        self.given.append(advice.action)
        return advice

    @property
    def suggested(self) -> Advice[Action]:
        """The action that a note suggests: the first hint."""
        return self.best[0]

    def _named(self, ranked: Sequence[Advice[Action]]) -> list[Advice[Action]]:
        """Return the few actions that hints name.

        Among the actions that are about as good as the best one, also by the game's advice, the one
        with the fewest parts comes first: of two equal placings the plainer one, but nothing is
        skipped that has a gain. The others keep their order.

        Args:
            ranked: the actions, best first.
        """
        values = {
            action: judged_action.value for action, judged_action in self._judged.items()
        } or self._advised_values
        best = ranked[0].action
        alike = [
            advice
            for advice in ranked
            if values[best] - values[advice.action] < ALIKE_POINTS
            and round(self._gap(best, advice.action)) <= 0
            and round(self._advised_values[best] - advice.value) <= 0
        ]
        first = min(alike, key=lambda advice: len(self._game.targets(advice.action)))
        return distinct(self._game, [first, *(advice for advice in ranked if advice != first)])

    def notes(
        self,
        advice: Advice[Action],
        elements: Collection[Element] = (),
        entered: Action | None = None,
    ) -> tuple[str, ...]:
        """Return sentences about a suggested action and about another one.

        The other action is named unasked only if its worth is known, or if the game can say what it
        lacks.

        Args:
            advice: the suggested action.
            elements: the selected elements, and the element under the cursor.
            entered: the action that Enter plays; it is the other action unless it is suggested.
        """
        reasons = self._reasons
        reason = reasons[advice.action]
        phrase = self.phrase(advice.action)
        other = self._other(advice.action, {*elements}, entered)
        if other is None:
            return (f"{capitalized(self._choice_with_effect(phrase, reason))}.",)
        is_entered = other == entered
        is_alike = reasons[other] == reason
        # Bracketed details are visible on the table, so omit them unless only they tell the two
        # apart.
        brief, other_brief = map(without_details, (phrase, self.phrase(other)))
        suggested = f"{capitalized(self._choice_with_effect(brief, reason))}."
        is_looked_at = is_entered or not {*elements} <= {*self._game.targets(advice.action)}
        if contrast := self._contrast(advice.action, other):
            next_best = [advice.action for advice in self.best[1:2]]
            is_next_best = len(self._advised) > 2 and other in next_best
            return suggested, _answer(other_brief, contrast, is_next_best=is_next_best)
        value = self._value_beside(advice.action, other, is_looked_at=is_looked_at)
        if not value:
            # Nothing is known of the other action.
            return (suggested,)
        if is_alike and brief == other_brief:
            brief, other_brief = phrase, self.phrase(other)
        choice = self._choice_with_effect(
            other_brief, reasons[other], is_alike=is_alike, is_other=True
        )
        return (
            f"{capitalized(self._choice_with_effect(brief, reason, is_alike=is_alike))}.",
            tr(
                "Enter: {choice}; {value}." if is_entered else "Or {choice}; {value}.",
                choice=choice,
                value=value,
            ),
        )

    def brief_notes(
        self,
        advice: Advice[Action],
        elements: Collection[Element] = (),
        entered: Action | None = None,
    ) -> tuple[str, ...]:
        """Return a sentence for a single row, the longest form first: the effect of the suggested
        action if the elements belong to it, else what the action with these elements lacks. Empty
        if they belong to no action.

        Args:
            advice: the suggested action.
            elements: the selected elements, and the element under the cursor.
            entered: the action that Enter plays.
        """

        def belong_to(action: Action) -> bool:
            return {*elements} <= {*self._game.targets(action)}

        if entered in (None, advice.action) and belong_to(advice.action):
            reason = self._reasons[advice.action]
            choice = self._choice_with_effect(without_details(self.phrase(advice.action)), reason)
            return _sentences(choice, reason, reason.partition("; ")[0])
        other = self._other(advice.action, elements, entered)
        if other is None or not belong_to(other):
            # The player looks at something else.
            return ()
        # Enter's action, or the element under the cursor, is named beside this row.
        if why := self._contrast(advice.action, other):
            question = tr("Why not? {why}.", why=capitalized(why))
            return (question, *_sentences(why, why.partition("; ")[0]))
        return _sentences(self._value_beside(advice.action, other, is_looked_at=True))

    def _other(
        self, suggested: Action, elements: Collection[Element], entered: Action | None
    ) -> Action | None:
        """Return the action that a note compares with the suggested one; None if there is no other.

        It is the action of Enter, or the best action with the given elements. If these belong to
        the suggested action, it is the action that tempts, or the best action of another kind, if
        the game compares it with the suggested one; else the best action with a different reason.
        """
        targets, reasons = self._game.targets, self._reasons
        actions = [advice.action for advice in (*self.best, *self._advised)]
        others: list[Action] = [action for action in actions if action != suggested]
        if not others:
            return None
        if entered in others:
            return entered
        with_elements = [action for action in others if {*elements} <= {*targets(action)}]
        if with_elements and not {*elements} <= {*targets(suggested)}:
            return with_elements[0]
        tempting: list[Action] = [advice.action for advice in self._advised if advice.tempts]
        for action in tempting:
            if action in others and self._contrast(suggested, action):
                return action
        unlike = [action for action in others if reasons[action] != reasons[suggested]] or others
        of_another_kind = (
            action
            for action in unlike
            if type(action) is not type(suggested)
            and (self._is_known_as_good(action) or self._contrast(suggested, action))
        )
        return next(of_another_kind, unlike[0])

    def _is_known_as_good(self, action: Action) -> bool:
        """Return whether the search finds an action about as good as the first hint."""
        is_known = action in self._judged and not self._is_dropped(action)
        return is_known and self.is_as_good(action)

    def _value_beside(self, action: Action, other: Action, *, is_looked_at: bool) -> str:
        """Return in words by how much another action is worse; empty if that is not known and the
        player does not look at it."""
        is_first_hint = action == self.best[0].action
        points = round(self._lag(other) if is_first_hint else self._gap(action, other))
        if points > 0:
            is_least = self._is_dropped(other)
            value = tr(
                "at least {points} less" if is_least else "about {points} less",
                points=counted(points, "point"),
            )
            return _with_main_line(value, -points, self._claims(action, other))
        if self._is_known_as_good(other):
            return tr("about as good")
        if not is_looked_at:
            return ""
        if self._is_dropped(other):
            return tr("not clearly worse")
        return tr("looks about as good")

    @cached_property
    def _reasons(self) -> dict[Action, str]:
        """The game's own reasons, which hold whatever the search finds."""
        return {advice.action: advice.reason for advice in self._advised}

    def reason_of(self, advice: Advice[Action]) -> str:
        """Return the reason of a hint: the game's own for the first, and for a later one what it
        lacks beside the first, if the game can say that."""
        first = self.best[0].action
        lack = "" if advice.action == first else self._contrast(first, advice.action)
        if not lack:
            return advice.reason
        return tr("but {lack}", lack=lack) if self.is_as_good(advice.action) else lack

    def _contrast(self, action: Action, other: Action) -> str:
        """Return what another action lacks beside an advised one, in a clause of the game's."""
        return self._game.bots.contrast(self._view, self._seat, action, other, self._seat_names)

    def phrase(self, action: Action) -> str:
        """Return an action in words."""
        return self._game.texts.phrase(self._view, action, self._seat_names)

    def _choice_with_effect(
        self, phrase: str, reason: str, *, is_alike: bool = False, is_other: bool = False
    ) -> str:
        """Return an action with its effect.

        Args:
            phrase: the action in words.
            reason: its effect in words.
            is_alike: the other action named beside it has the same reason.
            is_other: it is the second of two actions.
        """
        if is_alike and (is_other or ": " in phrase):
            return phrase
        if phrase.partition(",")[0] in reason:
            return reason
        choice = without_details(phrase)
        # Two colons in a row would leave open which words are the effect.
        return f"{choice}{';' if ': ' in choice else ':'} {reason}"

    def _claims(self, action: Action, other: Action) -> Sequence[Claim]:
        """Return the score lines in which two actions differ, as points of the second action less
        the first action's, the largest first. They are empty unless the search chose the first."""
        is_chosen = action == self._chosen and other in self._judged
        return self._judged[other].claims if is_chosen else ()

    def _gap(self, one: Action, two: Action) -> float:
        """Return by how many points the second action is worse than the first: beyond doubt if the
        search has judged both, else by the game's advice."""
        if one in self._judged and two in self._judged:
            return self._lead(one, two)
        return self._advised_values[one] - self._advised_values[two]

    def value_of(self, advice: Advice[Action]) -> str:
        """Return the value of one of the best actions in words, with the score line that explains
        it if one does; empty if it is the only action."""
        if len(self._advised) == 1:
            return ""
        judged = self._judged
        first = self.best[0].action
        if advice.action not in judged or first not in judged or len(judged) < 2:
            return value_words(advice)
        if advice.action != first:
            lag = self._lag(advice.action)
            words = lag_words(lag, is_least=self._is_dropped(advice.action))
            return _with_main_line(words, -round(lag), self._claims(first, advice.action))
        lead = self._lead_over_all(first)
        # The chosen action, which comes first in ``_judged``, is compared with the next best one.
        next_best = [*judged][1]
        is_lead_over_it = round(self._lead(first, next_best)) == round(lead)
        claims = judged[first].claims if first == self._chosen and is_lead_over_it else ()
        return _with_main_line(lead_words(lead), round(lead), claims)

    def _lead_over_all(self, first: Action) -> float:
        """Return by how many points an action is better than the next best one; 0 if any action may
        be as good. Of dropped actions only the least lag is known, so they count only if there are
        no others."""
        leads = {other: self._lead(first, other) for other in self._judged if other != first}
        if any(round(lead) <= 0 for lead in leads.values()):
            return 0.0
        known = [lead for other, lead in leads.items() if not self._is_dropped(other)]
        return min(known or leads.values())

    def is_as_good(self, action: Action) -> bool:
        """Return whether hints call an action the first, or about as good."""
        return action == self.best[0].action or round(self._lag(action)) <= 0

    def _lag(self, action: Action) -> float:
        """Return by how many points an action is worse than the first hint.

        An action that hints name later is worth no more than those named before it.
        """
        first = self.best[0].action
        named = [advice.action for advice in self.best[1:]]
        so_far = named[: named.index(action) + 1] if action in named else [action]
        return max(self._gap(first, one) for one in so_far)

    def _lead(self, first: Action, other: Action) -> float:
        """Return by how many points the first action is better than another beyond doubt.

        If all worlds go the same way, the search has played a single line and counts in full
        whatever the players do later because of a small choice. The game's own advice, which looks
        at this choice only, then limits the lead. The first hint counts as much as the action that
        the search has chosen, since it is about as good.
        """
        if first == self.best[0].action:
            first = self._chosen
        one, two = self._judged[first], self._judged[other]
        points = one.value - two.value
        error = max(one.error, two.error)
        if error and points <= CLEAR_ERRORS * error:
            return 0.0
        if error:
            # The few worlds in which an action looked bad enough to be dropped exaggerate its lag.
            sure = points - SURE_ERRORS * error if self._is_dropped(other) else points
            return max(sure, min(points, 1.0))
        return max(min(points, self._advised_values[first] - self._advised_values[other]), 0.0)

    def _is_dropped(self, action: Action) -> bool:
        """Return whether the search has dropped an action early, so that only the least lag is
        known."""
        judged = self._judged
        return action in judged and judged[action].worlds < judged[self._chosen].worlds

    def begin(self) -> None:
        """Begin to search for the best actions, unless a search runs or has ended."""
        if self.is_over or self._search:
            return
        chance = chance_of(self._view)
        self._search = pool.shared().search(
            self._game, self._view, self._seat, chance, levels.HINTS, is_hint=True
        )
        self._settle()

    def _settle(self) -> None:
        """Adopt the judgements of the search if it has ended."""
        if self._search is None or not self._search.done():
            return
        try:
            judged = self._search.result()
        except Undecided:
            # The workers failed, so hints stay the game's advice.
            judged = []
        self._search = None
        self._take(judged)
        self._rank(judged)
        self.is_over = True

    async def refine(self, is_wanted: Callable[[], bool]) -> None:
        """Search for the best actions until all are judged.

        Args:
            is_wanted: called repeatedly; once it returns False, the search is dropped.
        """
        self.begin()
        try:
            while self._search and is_wanted():
                await asyncio.sleep(TICK_SECONDS)
                self._settle()
        finally:
            if self._search:
                self._search.cancel()
                self._search = None

    def _take(self, judged: list[Judged]) -> None:
        """Adopt judgements, best first. Actions tried in no world are not judged."""
        self._judged = {candidate.action: candidate for candidate in judged if candidate.worlds}
        self._chosen = next(iter(self._judged), self._chosen)

    def _rank(self, judged: list[Judged]) -> None:
        """Order the best actions as the search ranks them."""
        advice_on = {advice.action: advice for advice in self._advised}
        ranked = [candidate for candidate in judged if candidate.worlds]
        if ranked:
            self.best = self._named([advice_on[candidate.action] for candidate in ranked])


def _sentences(*clauses: str) -> tuple[str, ...]:
    """Return a sentence of each clause."""
    return tuple(f"{capitalized(clause)}." for clause in clauses)


def _answer(choice: str, contrast: str, *, is_next_best: bool) -> str:
    """Return a sentence about what another action lacks. By how much it is worse is left out: new
    players ask in vain of what, and until when.

    Args:
        choice: the action in words.
        contrast: the clause of the game.
        is_next_best: the next hint names it, so no other action is better.
    """
    # Details that the contrast repeats are left out.
    name, _, details = choice.partition(", ")
    if details and details in contrast:
        choice = name
    why = capitalized(contrast)
    if is_next_best:
        return tr("Why not {choice}, the next best? {why}.", choice=choice, why=why)
    return tr("Why not {choice}? {why}.", choice=choice, why=why)


def _with_main_line(value: str, points: int, claims: Sequence[Claim]) -> str:
    """Return a difference in words, with the score line that explains it.

    One line must explain the whole difference. Several would be parts to add up, and a line with a
    number of its own beside the difference would be a second number for one comparison.

    Args:
        value: the difference in words.
        points: the difference; 0 for none, negative for a worse action.
        claims: its score lines, the largest first.
    """
    if not points or not claims or claims[0].error:
        return value
    main = claims[0]
    # The points of rivals count against the action.
    explained = round(-main.points if main.line == RIVALS else main.points)
    words = main_words(main)
    if not words or abs(explained - points) > ROUNDED_POINTS or explained * points < 0:
        return value
    return f"{value}, {words}"


def verdict(
    recording: AnyRecording, choice: Choice, seat_names: SeatNames, *, is_hinted: bool = False
) -> Iterator[str]:
    """Yield sentences about a decision: its cost, the better action, and the reason. They keep to
    the knowledge of its seat.

    Args:
        is_hinted: the decision followed a hint.
    """
    seat = recording.viewer
    played = phrase_of(recording, choice, choice.played, seat_names)
    yield tr(
        "{mark} {player} chose: {action}.",
        mark=choice.mark,
        player=seat_names.names[seat],
        action=played,
    )
    yield tr("That cost {share} of the chance to win.", share=share_of(choice))
    if is_hinted:
        yield tr(FOLLOWED)
    yield tr("Better: {action}.", action=phrase_of(recording, choice, choice.best, seat_names))
    if why := why_better(choice.why):
        yield why


def steps(line: AnyRecording, start: int, seat_names: SeatNames) -> Iterator[str]:
    """Yield a sentence for each action of a line after a position, as its viewer may know them."""
    for position in range(start + 1, line.last + 1):
        sentences = " ".join(
            line.game.texts.sentence(event, seat_names) for event in line.events(position)
        )
        yield f"{position}  {sentences or unseen_decision(line, position, seat_names)}"


def unseen_decision(line: AnyRecording, position: int, seat_names: SeatNames) -> str:
    """Return a sentence about an action of which the viewer sees nothing."""
    return tr("{player} decides face down.", player=seat_names.names[line.seat(position)])
