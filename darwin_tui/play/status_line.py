"""Status line and prompt: the question, what Enter does, and why something is impossible."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from textwrap import shorten, wrap
from typing import Final

from darwin_core.contract.game import Action, AnyGame, Element, Event
from darwin_core.text.language import mark, noun, tr
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import Brevity, capitalized, composing, first_clauses, means_in
from darwin_tui.commands import KEYS, Keys
from darwin_tui.drawing.area import fit
from darwin_tui.drawing.canvas import columns_of, gathered, spread
from darwin_tui.drawing.scene import AnyScene
from darwin_tui.play import selection
from darwin_tui.play.live_match import Paused, Reason
from darwin_tui.play.selection import PLAYS, Hint, without_details
from darwin_tui.play.setbacks import Setback, fallen

LEAD_WORDS: Final = 2
"""Words before a prompt's colon that mean nothing without the rest, as ``Enter``."""
CONTINUE: Final = mark("Press Enter to continue.")
DECLINED_FOR_YOU: Final = mark("Declined for you; {play.right} stops it.")
FINAL: Final = mark("Enter is final")
"""Note beside the prompt if Enter would play an action that cannot be undone."""
BAR_COLUMNS: Final = 2
"""Columns beside a prompt that a line does not count: its bar, and the margin of the note."""
MORE: Final = mark(" … {play.zoom}: more")
"""Suffix of a text cut for lack of room."""
CLAUSE_COLUMNS_MIN: Final = 20
"""Minimum columns of the rest of a text that is cut at a clause."""
CLAUSE_MARKS: Final = (", ", "; ", ". ", ": ")
"""Marks between the clauses of a sentence."""
HEADLINE_CUT_COLUMNS: Final = 3
"""Columns of the ellipsis before a cut headline, with a blank, and of the blank between two
sentences."""
NOT_NOW: Final = mark("Not selectable now.")
ONLY_THIS: Final = mark("Only this is possible.")
REVEALING: Final = mark("This is shown step by step. Any key shows all of it.")
SPACE_SKIPS: Final = mark("There is nothing to play now; {play.pick} skips the wait.")
YOUR_DECISION: Final = mark("It is your decision now.")


@dataclass(frozen=True, kw_only=True)
class PromptContext:
    """The scene, and the other inputs of the sentences about it."""

    scene: AnyScene
    room: int
    """Columns of a line."""
    is_asked: bool
    is_there: bool = True
    """The element under the cursor is drawn. False in a terminal too small for the table, or if the
    element is gone."""
    is_hand_hidden: bool = False
    declines: bool = False
    """A standing answer declines offers to the viewer in this turn."""
    decides_nothing: bool = False
    """The table answers the question by itself."""
    can_continue: bool = False
    """A continue key ends a pause."""
    can_undo: bool = False
    absence: str = ""
    """A sentence about absent people for whom everybody waits."""
    decider: str = ""
    """Name of the player who is asked, if a spectator sees that player's perspective."""
    pause: Paused | None = None
    is_over: bool = False
    is_final: Callable[[Action], bool] = lambda action: False
    """Returns whether an action could not be undone."""
    hint: Hint | None = None
    """The hint at the table."""
    wanted: str = ""
    """Words for the parts that the selection lacks."""
    aim: str = ""
    """Words for the purpose of the selection."""
    unsure: Action | None = None
    """The action that a second Enter would play."""
    is_forced: bool = False
    """There is a single legal action."""
    is_revealing: bool = False
    """A reveal is shown frame by frame; later events are not named yet."""
    is_noted: bool = False
    """A note explains what the actions bring."""
    advice: tuple[str, ...] = ()
    """A sentence about the suggested action, or about another one under the cursor, longest form
    first."""
    keys: Keys = field(default_factory=lambda: KEYS)
    """The keys of the screen's commands."""
    brief: Callable[[AnyScene, Element, int], str] = lambda scene, element, room: scene.text_on(
        element
    )
    """Returns the sentence about an element, given the columns of its row."""


@dataclass(frozen=True)
class Lines:
    """The texts of the status line and the prompt below it."""

    status: str
    prompt: str
    is_refusal: bool
    """The status line answers the last key, or names a loss that it caused."""
    is_long: bool
    """The prompt, or a hint in its place, takes both lines."""
    note: str = ""
    """A few words at the right of the prompt: whether the action can be undone."""
    is_final: bool = False
    """The note says that Enter's action cannot be undone."""


def lines(now: PromptContext, message: str, headline: str, loss: str = "") -> Lines:
    """Return the two lines, as long as there is room.

    Args:
        message: the answer to the last key.
        headline: others' actions since the viewer's last one.
        loss: the losses by that action, or gains missed since.
    """
    words, notes = prompt(now), notes_beside(now)
    # The prompt may be the answer to the last key already.
    message = "" if message == words else message
    question = spread(words)

    def room_beside(about: str) -> int:
        # While the terminal shrinks, the room beside the note could be negative.
        return max(now.room - BAR_COLUMNS - (columns_of(about) + 2 if about else 0), 1)

    about = next((words for words in notes if len(question) <= room_beside(words)), notes[-1])
    room = room_beside(about)
    news = message or loss or headline
    hint = now.hint if now.hint and now.hint.is_fresh and not news else None
    advised = advice(now)
    is_asked_again = now.unsure is not None
    if advised and news and not message and not is_asked_again and columns_of(advised) <= room:
        # The row of the advice has the news.
        question = spread(advised)
    status = spread(news or advised or explanation(now))
    is_long = len(question) > room and not (message or loss) and not hint and not advised
    if is_long:
        whole = question
        action, mark_of_question, answer = whole.rpartition("? ")
        if mark_of_question and len(action) < now.room and len(answer) <= room:
            status, question = f"{action}?", answer
        else:
            status, question = two_rows(whole, now.room)
            if not question:
                # A note beside an empty row would seem to be the question.
                status, question = two_rows(whole, room)
    elif hint:
        status, second = longest([*map(spread, hint.texts)], now.room, room)
        is_long = bool(second)
        question = second or question
    if len(question) > room:
        question = without_details(question)
    status = first_clauses(status, now.room, lead_words=LEAD_WORDS)
    question = first_clauses(question, room, lead_words=LEAD_WORDS)
    status = _shortened(status, now.room)
    question = _shortened(question, room)
    return Lines(
        gathered(status),
        gathered(question),
        is_refusal=bool(message or loss),
        is_long=is_long,
        note=about,
        is_final=tr(FINAL) in about,
    )


def _shortened(text: str, room: int) -> str:
    """Shorten a text to its first words that fit; a last word alone after a comma goes, too."""
    return re.sub(r", [^\s,]+ …$", " …", shorten(text, room, placeholder=" …"))


def two_rows(text: str, room: int) -> tuple[str, str]:
    """Split a text into what fits a row and the rest, which may be empty; never split a share."""
    first = wrap(text.replace(" %", "\u00a0%"), room)[0]
    return first, text[len(first) :].strip()


def without_last_clauses(text: str, keys: Keys) -> Iterator[str]:
    """Yield a text without its last clauses, the longest first, each with the key for the rest."""
    while (end := max(text.rfind(clause_mark) for clause_mark in CLAUSE_MARKS)) > 0:
        text = text[:end]
        yield text + tr(MORE, **keys)


def longest(texts: Sequence[str], room: int, beside_note: int) -> tuple[str, str]:
    """Return the longest text, in two rows, whose second row fits beside a note; else the shortest.

    Args:
        texts: the texts, longest first.
        room: columns of a row.
        beside_note: columns of the second row.
    """
    rows = [two_rows(text, room) for text in texts]
    return next((row for row in rows if len(row[1]) <= beside_note), rows[-1])


def notes_beside(now: PromptContext) -> Sequence[str]:
    """Return words beside the prompt, longest first. They name the key that plays the hint (and its
    action, once the hint's words are gone), and say if Enter's action is final."""
    chooser = now.scene.chooser
    if now.pause or now.is_revealing or now.is_over or now.is_hand_hidden or chooser is None:
        return ("",)
    action = selection.action_of_enter(chooser, now.scene.cursor)
    if action is not None and action == now.unsure:
        # The prompt asks about this action alone.
        return (tr(FINAL) if now.is_final(action) else "",)
    if now.hint and now.hint.is_fresh:
        return (tr(PLAYS, **now.keys),)
    plays = ""
    if now.hint:
        name = shorten(now.hint.name, selection.NAME_COLUMNS_MAX, placeholder=" …")
        plays = (
            tr("{play.play_hint}: {hint}", hint=name, **now.keys) if name else tr(PLAYS, **now.keys)
        )
    if action is None or not now.is_final(action) or now.decides_nothing:
        return (plays,)
    return (f"{tr(FINAL)}; {plays}", tr(FINAL)) if _differs_from_hint(now) else (tr(FINAL),)


def _differs_from_hint(now: PromptContext) -> bool:
    """Return whether Enter would play another action than the hint's."""
    chooser = now.scene.chooser
    action = selection.action_of_enter(chooser, now.scene.cursor) if chooser else None
    return now.hint is not None and action not in (None, now.hint.action)


def prompt(now: PromptContext) -> str:
    """Return the question, or what Enter does."""
    scene = now.scene
    game = now.scene.game
    if now.is_revealing:
        return tr(REVEALING)
    if now.pause:
        return _after_pause(scene, now.pause)
    if now.is_over:
        return tr("The match is over. {play.leave} returns to the first screen.", **now.keys)
    if now.is_hand_hidden and now.is_asked:
        return tr("It is your decision: show your hand first.")
    text = game.texts.prompt(scene.view, scene.viewer, scene.seat_names)
    if now.decider:
        text = f"{now.decider}: {text}"
    if scene.chooser is None:
        return text
    if now.decides_nothing:
        return f"{text} {tr(DECLINED_FOR_YOU, **now.keys)}"
    action = selection.action_of_enter(scene.chooser, scene.cursor)
    if action is None and now.wanted:
        if now.aim:
            return tr(
                "To {aim}, choose {wanted}; Esc drops the selection.",
                aim=now.aim,
                wanted=now.wanted,
            )
        return tr("Now choose {wanted}; Esc drops the selection.", wanted=now.wanted)
    if action is None:
        return text + meanwhile(now)
    if action == now.unsure:
        phrase = game.texts.phrase(scene.view, action, scene.seat_names)
        return tr("{action}? Enter once more.", action=capitalized(phrase))
    if now.is_noted:
        phrase = game.texts.phrase(scene.view, action, scene.seat_names)
        about = columns_of(notes_beside(now)[-1])
        room = max(now.room - BAR_COLUMNS - (about + 2 if about else 0) - len("Enter: ."), 1)
        if columns_of(phrase) > room:
            phrase = without_details(phrase)
        words = gathered(shorten(spread(phrase), room, placeholder=" …"))
        return f"Enter: {words}" if words.endswith("…") else f"Enter: {words}."
    if now.is_forced:
        phrase = game.texts.phrase(scene.view, action, scene.seat_names)
        # A question that names the action says why no other is possible.
        text = text if phrase in text else f"{tr(ONLY_THIS)} Enter: {phrase}."
    elif selection.must_name_action(scene.chooser, scene.cursor) or _differs_from_hint(now):
        text = f"Enter: {game.texts.phrase(scene.view, action, scene.seat_names)}."
    return text


def _after_pause(scene: AnyScene, pause: Paused) -> str:
    """Return the sentence about what a continue key does in a pause."""
    if pause.reason is Reason.MATCH_OVER:
        return tr("The match is over. Enter continues to the results.")
    if pause.reason is Reason.ROUND_OVER:
        name = noun(scene.game.clock_words[0])
        return tr(
            "{over} is over. Enter continues to {next}.",
            over=f"{name.capitalize()} {pause.round}",
            next=f"{name} {scene.game.clock(scene.view).round}",
        )
    return tr(CONTINUE)


def meanwhile(now: PromptContext) -> str:
    """Return the commands available while nothing can be played."""
    if not now.is_asked and now.absence:
        return f" {now.absence}"
    if not now.is_asked and now.declines:
        declined = tr("Offers to you are declined; {play.decline} stops that.", **now.keys)
        return f" {declined}"
    if not now.can_continue:
        return ""
    skips = (
        "{play.undo} undoes it, {play.pick} skips the wait."
        if now.can_undo
        else "{play.pick} skips the wait."
    )
    return f" {tr(skips, **now.keys)}"


def headline(game: AnyGame, seat_names: SeatNames, events: Sequence[Event], room: int) -> str:
    """Return as many of the last events as fit a line, as text."""
    text = ""
    for event in reversed(events):
        sentence = spread(game.texts.sentence(event, seat_names))
        if len(sentence) + len(text) > room - HEADLINE_CUT_COLUMNS:
            return gathered(f"… {text}" if text else first_clauses(sentence, room))
        text = f"{sentence} {text}".rstrip()
    return gathered(text)


def loss(game: AnyGame, seat_names: SeatNames, events: Sequence[Event], room: int) -> str:
    """Return the cost of the player's own action, in one line.

    With little room, the words before each sentence's colon are left out: they name the action,
    which the player knows.
    """
    sentences = [game.texts.sentence(event, seat_names) for event in events]
    whole = " ".join(sentences)
    if not whole:
        return ""
    costs = " ".join(sentence.partition(": ")[2] or sentence for sentence in sentences)
    texts = [tr("Your loss: {sentence}", sentence=words) for words in (whole, costs)]
    return fit(room, (texts[0], whole, texts[1], costs, first_clauses(texts[1], room)))


def missed_gains(
    game: AnyGame,
    seat_names: SeatNames,
    events: Sequence[Event],
    setbacks: Sequence[Setback],
    room: int,
) -> str:
    """Return a line about the player's missed gains and setbacks: as many sentences as fit.

    Args:
        events: gains of others that the player was about to make.
        setbacks: falls in the player's prospects by actions of others.
        room: columns of the line.
    """
    count = len(events) + len(setbacks)
    # Only the last sentence needs no room for the number of further ones.
    columns_left = room - (len(_more(count - 1)) + 1) * (count > 1)
    lost = [_missed_words(game, seat_names, event, columns_left) for event in events]
    largest = sorted(setbacks, key=lambda setback: -setback.size)
    lost += [_setback_words(game, seat_names, setback, columns_left) for setback in largest]
    text = shorten(lost[0], columns_left, placeholder=" …")
    for number, sentence in enumerate(lost[1:], 1):
        longer = f"{text} {sentence}"
        if len(longer) > (room if number == count - 1 else columns_left):
            return gathered(f"{text} {_more(count - number)}")
        text = longer
    return gathered(text)


def _missed_words(game: AnyGame, seat_names: SeatNames, event: Event, room: int) -> str:
    """Return the sentence of a missed gain, without its asides if it does not fit otherwise. It is
    spread to its columns."""
    words = ""
    for step in (Brevity.WHOLE, Brevity.ASIDES):
        with composing(step):
            sentence = game.texts.sentence(event, seat_names)
        words = spread(tr("Missed: {sentence}", sentence=sentence))
        if len(words) <= room:
            break
    return words


def _more(number: int) -> str:
    """Return the words that say where further losses are listed."""
    return tr("{number} more: {play.log}", number=number, **KEYS)


def _setback_words(game: AnyGame, seat_names: SeatNames, setback: Setback, room: int) -> str:
    """Return the action that caused a setback, and the falls, spread to their columns."""
    falls = fallen(game, setback)
    columns_left = room - len(falls) - 2
    action = ""
    for step in (Brevity.WHOLE, Brevity.SIGNS, Brevity.ASIDES):
        if not action or len(action) > columns_left:
            with composing(step):
                action = first_clauses(spread(setback.cause(game, seat_names)), columns_left)
    if len(action) > columns_left:
        ends = [match.start() for match in re.finditer(", ", action)] + means_in(action)
        end = max((end for end in ends if end < columns_left), default=0)
        action = f"{action[:end]}." if end else shorten(action, columns_left - 1, placeholder=" …")
    if not action:
        return f"{falls}."
    action = action.removesuffix(".")
    return f"{action}{';' if ': ' in action else ':'} {falls}."


def whole_clauses(text: str, room: int, keys: Keys = KEYS) -> str:
    """Return as many whole clauses about an element as fit, and the key for the rest."""
    more = tr(MORE, **keys)
    columns_left = room - len(more)
    if columns_of(text) <= room or columns_left < CLAUSE_COLUMNS_MIN:
        return text
    fitting = shorten(spread(text), columns_left, placeholder="")
    clauses = fitting[: max(fitting.rfind("; "), fitting.rfind(". ") + 1)]
    return gathered(clauses or fitting) + more


def advice(now: PromptContext) -> str:
    """Return the advice while the player decides, as long as there is room; empty if it does not
    fit."""
    if now.pause or now.is_revealing or now.is_hand_hidden or now.is_over or not now.is_there:
        return ""
    return next((words for words in now.advice if columns_of(words) <= now.room), "")


def explanation(now: PromptContext, before: int = 0) -> str:
    """Return the sentence about the element under the cursor, after some columns of text."""
    if now.is_hand_hidden:
        return tr("Your hand is hidden; {play.hide} shows it.", **now.keys)
    scene = now.scene
    if scene.cursor is None or now.pause or now.is_revealing or not now.is_there:
        return ""
    if now.is_noted and scene.chooser and selection.action_of_enter(scene.chooser, scene.cursor):
        # The note says more about the element, and the prompt names the action of Enter, so this
        # row has the question.
        return scene.game.texts.prompt(scene.view, scene.viewer, scene.seat_names)
    room = now.room - before
    return whole_clauses(now.brief(scene, scene.cursor, room), room, now.keys)


def why_not(now: PromptContext, offered: Iterable[Action]) -> str:
    """Return why the element under the cursor cannot be selected.

    Args:
        offered: the actions that were last selectable.
    """
    scene = now.scene
    if not now.is_asked:
        return _why_not_now(scene, offered)
    if scene.chooser is None or not scene.chooser.selected:
        # The sentence about the element says what is missing for its selection, if it is possible.
        lead = f"{tr(NOT_NOW)} "
        return lead + explanation(now, len(lead))
    return tr("That does not fit your selection; Esc drops its last part.")


def _why_not_now(scene: AnyScene, offered: Iterable[Action]) -> str:
    """Return the rule against the last offered action under the cursor."""
    for action in offered:
        if scene.cursor in scene.game.targets(action):
            refusal = scene.game.texts.why_not(scene.view, scene.viewer, action, scene.seat_names)
            if refusal:
                return str(refusal.sentence)
    return tr("Not now: it is not your decision.")
