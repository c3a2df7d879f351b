"""Laws of a game's texts: notation, selection, sentences, advice."""

import re
from collections import Counter
from collections.abc import Mapping
from itertools import islice, permutations
from typing import Final

from darwin_core.contract.chooser import Chooser
from darwin_core.contract.game import A, BadText, E, Element, S
from darwin_core.lab.play import (
    Case,
    moments,
    notations,
    packed,
    sampled_moments,
    sampled_positions,
)
from darwin_core.match import undone_line

ORDERS: Final = 24
"""The most orders of selecting an action's elements that are tried."""
ACTIONS: Final = 12
"""The most actions of a list that are selected element by element."""

_NOT_ACTIONS: Final = ("", " ", "undo 1", "\0", "no such action", "é" * 300)

_ONE_MANY: Final = re.compile(
    r"(?<!and )\b1 (points|cards|coins|steps|stamps|seals|books|tents|tokens)\b"
)


def check_notation(case: Case[S, A, E]) -> None:
    """Check that notation parses to its action, fits a line of the record and is unique."""
    game = case.game
    for moment in moments(case):
        texts = [game.notation(action) for action in moment.legal]
        if len(set(texts)) != len(texts):
            raise case.failure(moment.step, f"two actions are written alike: {texts}")
        for action, text in zip(moment.legal, texts, strict=True):
            if game.parse(text) != action:
                raise case.failure(moment.step, f"{text!r} reads back as another action")
            if not text.isprintable() or len(text) > 200 or undone_line(text) is not None:
                raise case.failure(moment.step, f"{text!r} cannot be written in a record")
    for text in _NOT_ACTIONS:
        try:
            game.parse(text)
        except BadText as error:
            _check_text(case, 0, "the refusal of a bad text", str(error))
        else:
            raise case.failure(0, f"{text[:20]!r} is read as an action")


def check_picking(case: Case[S, A, E]) -> None:
    """Check that every legal action is reached by selecting its targets in any order, and that no
    two actions have the same ones."""
    game, rng = case.game, case.rng("picking")
    for moment in sampled_moments(case):
        chooser = Chooser.of(moment.legal, game.targets)
        by_elements = dict[tuple[Element, ...], A]()
        for action, touched in zip(moment.legal, chooser.targets, strict=True):
            other = by_elements.setdefault(tuple(sorted(touched)), action)
            if other != action:
                both = notations(case, (other, action))
                raise case.failure(moment.step, f"two actions touch the same elements: {both}")
        meant = _Meant(by_elements)
        for action in rng.sample(moment.legal, min(ACTIONS, len(moment.legal))):
            for order in islice(permutations(game.targets(action)), ORDERS):
                _pick(case, moment.step, chooser, meant, action, order)


class _Meant(dict[tuple[Element, ...], A | None]):
    """The action chosen by elements, by these in order: the one with just these targets, else the
    only one left after the first selection. Found on first use."""

    def __init__(self, by_elements: Mapping[tuple[Element, ...], A]) -> None:
        self.counted = [(Counter(elements), action) for elements, action in by_elements.items()]

    def __missing__(self, elements: tuple[Element, ...]) -> A | None:
        counted = Counter(elements)
        left = [action for elements, action in self.counted if counted <= elements]
        exact = [action for elements, action in self.counted if counted == elements]
        alone = left if len(left) == 1 and (elements or len(self.counted) == 1) else []
        self[elements] = next(iter(exact + alone), None)
        return self[elements]


def _pick(
    case: Case[S, A, E],
    step: int,
    chooser: Chooser[A],
    meant: _Meant[A],
    action: A,
    order: tuple[Element, ...],
) -> None:
    name, selected = case.game.notation(action), chooser
    _check_ready(case, step, selected, meant)
    for element in order:
        if element not in selected.selectable:
            raise case.failure(step, f"{element} of {name} cannot be selected in the order {order}")
        before, selected = selected, selected.select(element)
        if selected.back() != before:
            raise case.failure(step, f"deselecting {element} leads elsewhere")
        _check_ready(case, step, selected, meant)
    if selected.ready != action:
        raise case.failure(step, f"{name} is not ready after {order}")


def _check_ready(case: Case[S, A, E], step: int, chooser: Chooser[A], meant: _Meant[A]) -> None:
    ready = chooser.ready
    if ready != meant[tuple(sorted(chooser.selected))]:
        what = notations(case, [ready] if ready else [])
        raise case.failure(step, f"with {chooser.selected} selected, {what} is ready")


def check_words(case: Case[S, A, E]) -> None:
    """Check the prompts, descriptions, elements, choices and events of every viewer."""
    game, lexicon = case.game, case.lexicon
    opening = list[E]()
    case.start(opening.append)
    for viewer in case.viewers:
        _check_events(case, 0, viewer, tuple(opening))
    for step, state in sampled_positions(case):
        for viewer in case.viewers:
            view = game.view(state, viewer)
            _check_text(case, step, f"the prompt of {viewer}", game.prompt(view, viewer, lexicon))
            sections = game.describe(view, viewer, lexicon)
            if not sections or not all(section.lines for section in sections):
                raise case.failure(step, f"the description for {viewer} has an empty part")
            for section in sections:
                for line in (section.name, *section.lines):
                    _check_text(case, step, f"the description for {viewer}", line)
    for moment in sampled_moments(case):
        view = game.view(moment.before, moment.seat)
        phrases = [game.phrase(view, action, lexicon) for action in moment.legal]
        if len(set(phrases)) != len(phrases):
            raise case.failure(moment.step, f"two choices read alike: {phrases}")
        for action, phrase in zip(moment.legal, phrases, strict=True):
            _check_text(case, moment.step, "a choice", phrase)
            for element in game.targets(action):
                text = game.element(view, moment.seat, element, lexicon)
                _check_text(case, moment.step, f"the text of {element}", text)
        for viewer in case.viewers:
            _check_events(case, moment.step, viewer, moment.events)


def _check_events(case: Case[S, A, E], step: int, viewer: int, events: tuple[E, ...]) -> None:
    game = case.game
    for event in events:
        redacted = game.redact(event, viewer)
        if redacted is None:
            continue
        if type(redacted) is not type(event):
            raise case.failure(
                step, f"{type(event).__name__} is redacted to {type(redacted).__name__}"
            )
        what = f"{type(event).__name__} for {viewer}"
        _check_text(case, step, what, game.sentence(redacted, case.lexicon))


def _check_text(case: Case[S, A, E], step: int, what: str, text: str) -> None:
    """Check that a text is one line, has no raw value in it and no plural after 1."""
    if not text or text != text.strip() or not text.isprintable() or "  " in text:
        raise case.failure(step, f"{what} is no clean line: {text!r}")
    if any(raw in text for raw in ("None", "HIDDEN", "NOTHING", "{", "}", "<", "b'")):
        raise case.failure(step, f"{what} shows a raw value: {text!r}")
    if _ONE_MANY.search(text):
        raise case.failure(step, f"{what} counts one as many: {text!r}")


def check_advice(case: Case[S, A, E]) -> None:
    """Check that advice covers exactly the legal actions, best first, and is always the same."""
    game = case.game
    for moment in sampled_moments(case):
        view = game.view(moment.before, moment.seat)
        was = packed(view)
        advice = game.advise(view, moment.seat, case.lexicon)
        if Counter(each.action for each in advice) != Counter(moment.legal):
            judged = notations(case, [each.action for each in advice])
            raise case.failure(
                moment.step, f"judged are {judged}, legal {notations(case, moment.legal)}"
            )
        if advice != game.advise(view, moment.seat, case.lexicon) or packed(view) != was:
            raise case.failure(moment.step, "the advice changes when asked for again")
        values = [each.value for each in advice]
        if values != sorted(values, reverse=True):
            raise case.failure(moment.step, f"the best is not first: {values}")
        for each in advice:
            _check_text(case, moment.step, "the reason of an advice", each.reason)


def check_policy(case: Case[S, A, E]) -> None:
    """Check that the policy takes what is advised first, of a view and of a whole state alike, and
    leaves the state as it is."""
    game = case.game
    for moment in sampled_moments(case):
        view = game.view(moment.before, moment.seat)
        advised = game.advise(view, moment.seat, case.lexicon)[0].action
        for seen in (moment.before, view):
            was = packed(seen)
            chosen = game.policy(seen, moment.seat)
            if chosen != advised:
                wrong, right = map(game.notation, (chosen, advised))
                of = "a view" if seen is view else "a whole state"
                raise case.failure(moment.step, f"of {of} it takes {wrong}, advised is {right}")
            if packed(seen) != was:
                raise case.failure(moment.step, "the policy changes the state")


def check_manners(case: Case[S, A, E]) -> None:
    """Check that every manner says in a clean line how it plays, and leans to each action by a part
    of the whole, without a change of the view."""
    game = case.game
    for name, manner in game.manners.items():
        _check_text(case, 0, f"the manner {name!r}", f"{manner.title}: {manner.line}")
    for moment in sampled_moments(case):
        view = game.view(moment.before, moment.seat)
        was = packed(view)
        for name, manner in game.manners.items():
            for action in moment.legal:
                lean = manner.lean(view, moment.seat, action)
                if not 0 <= lean <= 1:
                    what = f"the manner {name!r} leans to {game.notation(action)} by {lean}"
                    raise case.failure(moment.step, what)
        if packed(view) != was:
            raise case.failure(moment.step, "a manner changes the view")
