"""The status line: questions, the action of Enter, explanations, and the reasons of refusals."""

import re
from dataclasses import replace

import msgspec
import pytest
from matches import DICE
from rich.cells import cell_len
from tui.evo_scenes import living, see
from tui.scenes import NAMES, asking, chooser_in, example, saved, scene, submit

from darwin_core.contract import registry
from darwin_core.contract.game import SPECTATOR
from darwin_core.games.darwinning.acts import Gained
from darwin_core.games.dice.acts import PLAYS
from darwin_core.games.dice.material import KINDS
from darwin_core.games.evo.acts import Migrated
from darwin_core.games.journey.acts import Placed
from darwin_core.match import replay
from darwin_core.text.language import reading
from darwin_core.text.seat_names import SeatNames, waiting_for
from darwin_tui.boards import board_class
from darwin_tui.play import status_line
from darwin_tui.play.live_match import Paused, Reason
from darwin_tui.play.selection import Hint, Selection
from darwin_tui.play.setbacks import Setback
from darwin_tui.play.status_line import ONLY_THIS, PromptContext

ROOM = 78


def moment(match, viewer=0, cursor=0, **more):
    """Return a seat's prompt context with the cursor on one of its cards; ``more`` are fields."""
    cards = [("card", card) for card in match.state.hands[viewer]]
    now = asking(match, viewer, cursor=cards[cursor])
    more.setdefault("is_asked", bool(chooser_in(now).actions))
    return PromptContext(scene=now, room=ROOM, **more)


def held(match, reason, of_round=1):
    """Return the first seat's prompt context in a pause."""
    pause = Paused(reason, of_round)
    return PromptContext(scene=scene(match, 0), room=ROOM, is_asked=False, pause=pause)


@pytest.fixture
def begun():
    return example(2, "beagle", 0)


@pytest.fixture
def waiting():
    """Return a match in which the first seat has chosen, the other has not."""
    opened = saved("human", "bot:random")
    submit(opened, 0, opened.match.legal(0)[0])
    return opened.match


def test_it_asks_and_names_what_enter_plays_where_the_cursor_does_not(begun):
    now = moment(begun)
    assert status_line.prompt(now).endswith("Choose a card.")
    element = now.scene.cursor
    picked = replace(now.scene, chooser=now.scene.chooser.select(element))
    phrase = DICE.texts.phrase(None, PLAYS[element[1]], SeatNames(()))
    assert status_line.prompt(replace(now, scene=picked)) == f"Enter: {phrase}."


def test_the_only_legal_action_is_chosen_already(begun):
    now = moment(begun)
    element = now.scene.cursor
    action = PLAYS[element[1]]
    chosen = Selection(DICE.targets)
    chosen.ask((action,), None, is_forced=True)
    only = replace(now.scene, chooser=chosen.chooser, cursor=chosen.cursor)
    phrase = DICE.texts.phrase(None, action, SeatNames(()))
    assert (
        status_line.prompt(replace(now, scene=only, is_forced=True))
        == f"{ONLY_THIS} Enter: {phrase}."
    )


def test_a_question_that_names_the_only_action_is_enough():
    state, seat = living([[0, 1, 2, 3, 4]], b"")
    now = see(state, seat, cursor=("button", 0))
    context = PromptContext(scene=now, room=ROOM, is_asked=True, is_forced=True)
    assert status_line.prompt(context) == "You have no cards left: end the generation."


def test_a_final_action_is_noted_beside_the_prompt(begun):
    asked = status_line.lines(moment(begun), "", "")
    final = status_line.lines(moment(begun, is_final=lambda action: True), "", "")
    assert (asked.note, final.note) == ("", "Enter is final")
    assert final.prompt == asked.prompt


@pytest.mark.parametrize(
    ("room", "words"),
    [
        (60, "Hunt the evader with agility, using scavenger and ambush."),
        (50, "Hunt the evader with agility, using scavenger …"),
        (45, "Hunt the evader with agility …"),
        (20, "Hunt the evader …"),
    ],
)
def test_a_shortened_text_does_not_end_with_a_word_alone_after_a_comma(begun, room, words):
    text = "Hunt the evader with agility, using scavenger and ambush."
    assert status_line.lines(replace(moment(begun), room=room), text, "").status == words


@pytest.mark.parametrize("room", range(1, 40))
def test_no_room_is_too_small(begun, room):
    now = replace(moment(begun, is_final=lambda action: True), room=room)
    for message in ("", "Not selectable now."):
        assert len(status_line.lines(now, message, "").status) <= room


@pytest.mark.parametrize(
    ("more", "ending"),
    [
        ({}, ""),
        ({"can_continue": True}, " Space skips the wait."),
        ({"can_continue": True, "can_undo": True}, " u undoes it, Space skips the wait."),
        ({"can_undo": True}, ""),
        ({"declines": True, "can_continue": True}, " Offers to you are declined; d stops that."),
    ],
)
def test_it_says_what_can_be_done_while_others_choose(waiting, more, ending):
    now = moment(waiting, **more)
    assert status_line.prompt(now) == "Waiting for Ben." + ending


def test_who_is_asked_gets_no_hint_on_what_to_do_meanwhile(begun):
    now = moment(begun, declines=True)
    now = replace(now, scene=replace(now.scene, cursor=None))
    assert status_line.prompt(now) == DICE.texts.prompt(now.scene.view, 0, SeatNames())


def test_it_says_what_a_key_continues_to():
    begun = held(example(2, "beagle", 4), Reason.REVEALED)
    assert status_line.prompt(begun) == "Press Enter to continue."
    later = held(example(2, "beagle", 18), Reason.ROUND_OVER)
    assert status_line.prompt(later) == "Round 1 is over. Enter continues to round 2."
    over = example(2, "beagle")
    ended = held(over, Reason.MATCH_OVER)
    assert status_line.prompt(ended) == "The match is over. Enter continues to the results."
    let_go = PromptContext(scene=scene(over, 0), room=ROOM, is_asked=False, is_over=True)
    assert status_line.prompt(let_go) == "The match is over. q returns to the first screen."


def test_of_a_hidden_hand_no_word_is_said(begun, waiting):
    for match, prompt in (
        (begun, "It is your decision: show your hand first."),
        (waiting, "Waiting for Ben."),
    ):
        is_asked = bool(match.legal(0))
        now = PromptContext(
            scene=scene(match, SPECTATOR), room=ROOM, is_asked=is_asked, is_hand_hidden=True
        )
        assert status_line.prompt(now) == prompt
        assert status_line.explanation(now) == "Your hand is hidden; p shows it."


def test_it_explains_what_the_cursor_is_on_if_that_is_there(begun):
    now = moment(begun, cursor=1)
    assert status_line.explanation(now) == now.scene.text_on(now.scene.cursor)
    assert status_line.explanation(replace(now, is_there=False)) == ""
    away = replace(now, scene=replace(now.scene, cursor=None))
    assert status_line.explanation(away) == ""
    held_still = replace(now, pause=Paused(Reason.REVEALED, 1))
    assert status_line.explanation(held_still) == ""


def test_it_says_why_not(begun, waiting):
    now = moment(begun)
    reason = status_line.why_not(now, ())
    assert reason.startswith("Not selectable now. ")
    assert reason.endswith(" … z: more")
    assert (
        reason.removesuffix(" … z: more") in f"Not selectable now. {status_line.explanation(now)}"
    )
    element = now.scene.cursor
    picked = replace(now.scene, chooser=now.scene.chooser.select(element))
    assert "Esc drops its last part" in status_line.why_not(replace(now, scene=picked), ())
    offered = [PLAYS[card] for card in waiting.state.hands[0]]
    reason = status_line.why_not(moment(waiting), offered)
    assert reason == "Your card for this turn is already face down."
    assert status_line.why_not(moment(waiting), ()) == "Not now: it is not your decision."
    other = [PLAYS[card] for card in waiting.state.hands[0] if PLAYS[card] != offered[0]]
    reason = status_line.why_not(moment(waiting), other)
    assert reason == "Not now: it is not your decision.", "no rule speaks of what was not offered"


def test_what_others_did_is_shown_from_its_end_as_far_as_a_line_goes():
    match = example(3, "beagle", 9)
    events = [event for events in replay.event_log(match, 0) for event in events]
    sentences = [DICE.texts.sentence(event, SeatNames(NAMES)) for event in events]
    last = sentences[-1]
    both = " ".join(sentences[-2:])
    assert status_line.headline(DICE, SeatNames(NAMES), (), ROOM) == ""
    assert status_line.headline(DICE, SeatNames(NAMES), events[-2:], len(both) + 3) == both
    assert status_line.headline(DICE, SeatNames(NAMES), events[-2:], len(both) + 2) == both
    assert status_line.headline(DICE, SeatNames(NAMES), events[-2:], len(both) + 1) == f"… {last}"
    assert status_line.headline(DICE, SeatNames(NAMES), events[-2:], len(last) + 3) == f"… {last}"
    assert status_line.headline(DICE, SeatNames(NAMES), events, 5) == last, (
        "one is shown in any case"
    )


def test_wide_letters_take_two_columns_of_a_line(begun):
    names = SeatNames(("山田太郎花子", "李"))
    events = [event for events in replay.event_log(example(2, "beagle", 3), 0) for event in events]
    last = DICE.texts.sentence(events[-1], names)
    both = f"{DICE.texts.sentence(events[-2], names)} {last}"
    assert status_line.headline(DICE, names, events[-2:], cell_len(both) + 2) == both
    assert status_line.headline(DICE, names, events[-2:], cell_len(both) + 1) == f"… {last}"
    text = "山田太郎花子 hunts the evader with agility, using scavenger."
    words = status_line.lines(replace(moment(begun), room=59), text, "").status
    assert words == "山田太郎花子 hunts the evader with agility …"


def test_no_words_are_too_long_for_their_line():
    waiting = waiting_for(SeatNames(("Ada", "x" * 16, "Cleopatra")), (1, 2))
    assert len(f"{waiting} u undoes it, Space skips the wait.") <= ROOM
    for card in range(KINDS):
        prompt = f"Enter: {DICE.texts.phrase(None, PLAYS[card], SeatNames(()))}."
        assert len(f"{prompt}  {status_line.FINAL}") < ROOM


def test_nothing_of_what_follows_a_reveal_is_named_while_it_is_shown(begun):
    now = moment(begun, is_revealing=True, is_final=lambda action: True)
    shown = status_line.lines(now, "", "")
    assert shown.prompt == "This is shown step by step. Any key shows all of it."
    assert not shown.note


def test_a_text_that_is_too_long_ends_with_a_whole_clause_and_the_key_for_the_rest():
    text = "Special 1 (outpost): a tent on any campsite; needs 2 green and 2 blue; locked."
    shortened = [status_line.whole_clauses(text, room) for room in (len(text), 77, 40, 9)]
    assert shortened == [
        text,
        "Special 1 (outpost): a tent on any campsite … z: more",
        "Special 1 (outpost): a tent on … z: more",
        text,
    ]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_no_prompt_is_a_word_without_its_sentence(slug, language):
    """This holds for every length of action, with and without notes beside the prompt."""
    game = registry.get(slug)
    asked = 0
    with reading(language):
        for acts in range(0, 120, 9):
            match = example(2, "whole", acts, game=slug)
            for viewer in game.to_move(match.state)[:1]:
                now = asking(match, viewer)
                for action in match.legal(viewer)[:12]:
                    chooser = msgspec.structs.replace(
                        chooser_in(now), selected=game.targets(action)
                    )
                    shown = replace(now, chooser=chooser, cursor=None)
                    for room in (ROOM, 60, 40):
                        prompt = status_line.lines(
                            PromptContext(
                                scene=shown,
                                room=room,
                                is_asked=True,
                                is_final=lambda _: True,
                                is_noted=room == ROOM,
                            ),
                            "A loss.",
                            "",
                        ).prompt
                        assert len(prompt.split()) > 1, (action, room)
                        asked += 1
    assert asked


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_beside_a_note_the_question_stands_in_one_row(slug):
    """The other row describes the element under the cursor, or says what Enter does."""
    for acts in range(0, 120, 12):
        match = example(2, "once", acts, game=slug)
        for viewer in match.game.to_move(match.state)[:1]:
            now = asking(match, viewer)
            for element in chooser_in(now).selectable:
                shown = status_line.lines(
                    PromptContext(
                        scene=replace(now, cursor=element), room=ROOM, is_asked=True, is_noted=True
                    ),
                    "",
                    "",
                )
                assert shown.status != shown.prompt, (acts, element)


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_beside_a_selection_the_prompt_asks_for_what_is_missing(slug):
    game = registry.get(slug)
    steps = board_class(slug).STEPS
    for acts in range(0, 120, 12):
        match = example(4, "missing", acts, game=slug)
        movers = game.to_move(match.state)
        if not movers:
            break
        chooser = chooser_in(asking(match, movers[0]))
        for element in chooser.selectable:
            one = chooser.select(element)
            if one.ready is None:
                assert {kind for kind, _ in one.selectable} <= steps.keys()


def test_the_missing_part_takes_the_place_of_the_question(begun):
    now = moment(begun)
    scene = replace(now.scene, cursor=None)
    asked = status_line.prompt(replace(now, scene=scene, wanted="a card or where to go"))
    assert asked == "Now choose a card or where to go; Esc drops the selection."
    asked = status_line.prompt(replace(now, scene=scene, wanted="a card", aim="migrate"))
    assert asked == "To migrate, choose a card; Esc drops the selection."


def test_beside_a_note_no_question_stands_in_both_rows():
    """Food that cannot be paid for keeps its sentence, since Enter plays nothing there."""
    state, seat = living([[30, 1, 2, 3, 4], [7, 1, 2, 3, 4]], b"\0\3\4\4")
    for cursor in (("slot", 1), ("place", 5), ("location", 1), ("card", 0), ("slot", 3)):
        now = PromptContext(
            scene=see(state, seat, cursor=cursor), room=ROOM, is_asked=True, is_noted=True
        )
        shown = status_line.lines(now, "", "")
        assert shown.status != shown.prompt
        assert (shown.prompt.startswith("Enter: ")) == (cursor == ("slot", 3))


# --- losses by the player's own action


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Your loss: agility survives, a second card of agility is lost."),
        ("de", "Dein Verlust: Flinkheit überlebt, eine zweite Karte Flinkheit geht verloren."),
    ],
)
def test_an_own_loss_is_named_whole_in_a_small_window(language, words):
    evo = registry.get("evo")
    agility = 5
    events = [Migrated(seat=0, location=0, survivor=agility, lost=agility)]
    with reading(language):
        whole = status_line.loss(evo, SeatNames(("Ada", "Ben")), events, 200)
        assert re.match(r"(Your loss|Dein Verlust): Ada ", whole)
        line = status_line.loss(evo, SeatNames(("Ada-Lovelace1815", "Ben")), events, ROOM)
        assert line == words


def test_an_own_loss_that_does_not_fit_ends_with_a_clause():
    names = SeatNames(("Ada", "Ben"))
    # Camouflage, a trait of 3 points, is covered by Teeth.
    event = Gained(seat=0, card=5, space=0, covered=10, lost=11)
    darwinning = registry.get("darwinning")
    assert status_line.loss(darwinning, names, [event], 60) == (
        "Your loss: Camouflage is lost, 3 points."
    )


# --- setbacks: losses of prospects by other players' actions


def foraging(match, words="tokens your hand can get", fall=3.0):
    """Return a setback that is caused by a match's last event with a sentence, and the sentence."""
    names = SeatNames(match.header.names)
    events = [event for step in replay.event_log(match, 0) for event in step]
    last = [event for event in events if match.game.texts.sentence(event, names)][-1]
    return Setback(0, 1, (last,), {words: (fall, 0.0)}), match.game.texts.sentence(last, names)


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_a_setback_says_by_how_much_and_by_what(slug):
    match = example(2, "setback", 30, game=slug)
    setback, sentence = foraging(match)
    names = SeatNames(match.header.names)
    line = status_line.missed_gains(match.game, names, (), [setback], 200)
    cause = sentence.removesuffix(".")
    mark_between = ";" if ": " in cause else ":"
    assert line == f"{cause}{mark_between} tokens your hand can get −3."
    line = status_line.missed_gains(match.game, names, (), [setback], 60)
    assert line.endswith(" tokens your hand can get −3.")
    assert len(line) <= 60


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ": −2 if the millennium ended now."),
        ("de", ": −2, wenn das Jahrtausend jetzt endete."),
    ],
)
def test_a_setback_at_the_end_of_the_round_says_so(language, words):
    match = example(2, "setback", 30, game="evo")
    setback, _ = foraging(match, "", 2.0)
    with reading(language):
        names = SeatNames(match.header.names)
        assert status_line.missed_gains(match.game, names, (), [setback], 78).endswith(words)


@pytest.mark.parametrize(
    ("language", "means", "words"),
    [
        ("en", " with ", r"\S+ forages the berry: tokens your hand can get −3\."),
        ("de", " mit ", r"\S+ sammelt Beeren: Marker durch deine Hand −3\."),
    ],
)
def test_a_setback_without_room_leaves_out_the_means(language, means, words):
    match = example(2, "setback", 30, game="evo")
    setback, _ = foraging(match)
    with reading(language):
        names = SeatNames(match.header.names)
        whole = status_line.missed_gains(match.game, names, (), [setback], 200)
        room = whole.index(means) + len(whole) - whole.rindex("; ") + 2
        line = status_line.missed_gains(match.game, names, (), [setback], room)
    assert re.fullmatch(words, line), line


def test_of_several_setbacks_the_largest_is_named_and_the_others_are_counted():
    match = example(2, "setback", 30, game="evo")
    small, large = foraging(match, fall=1.0)[0], foraging(match, fall=4.0)[0]
    names = SeatNames(match.header.names)
    line = status_line.missed_gains(match.game, names, (), [small, large, small], 90)
    assert " tokens your hand can get −4. " in line
    assert line.endswith(" 2 more: L")
    assert len(line) <= 90


def test_a_setback_by_a_worker_names_the_location_at_80_columns():
    """The location and its costs fit beside the fall, in signs if the words do not."""
    journey = registry.get("journey")
    event = Placed(1, 2, 1, 2, 1, 0)
    setback = Setback(0, 1, (event,), {"open locations": (3.0, 2.0)})
    names = SeatNames(("Root", "Wallace", "Huxley", "Anning"))
    line = status_line.missed_gains(journey, names, (), [setback, setback], 78)
    assert line.startswith("Wallace places worker 3 on Exploration 2")
    assert "; open locations −1. " in line or ": open locations −1. " in line
    assert "…" not in line


@pytest.mark.parametrize("is_final", [False, True])
@pytest.mark.parametrize("room", [60, ROOM])
def test_after_a_hint_both_keys_name_their_action_where_they_differ(begun, is_final, room):
    now = replace(moment(begun, is_final=lambda action: is_final), room=room)
    chooser = now.scene.chooser
    entered = chooser.select(now.scene.cursor).ready
    other = next(action for action in chooser.actions if action != entered)
    names = {action: DICE.texts.phrase(None, action, SeatNames(())) for action in (entered, other)}
    for action in (entered, other):
        hint = Hint(action, (), (), 0, is_fresh=False, name=names[action])
        line = status_line.lines(replace(now, hint=hint), "", "")
        final = "Enter is final" if is_final else ""
        plays = f"Y: {names[action]}"
        if action == other:
            assert f"Enter: {names[entered]}." in line.prompt
            both = "; ".join(filter(None, (final, plays)))
            # With too little room for both, the warning stays.
            assert line.note == (both if room == ROOM else final or plays)
        else:
            assert line.note == (final or plays)
        assert line.is_final == is_final


def test_beside_a_question_about_one_action_no_key_for_another_is_named(begun):
    now = moment(begun, is_final=lambda action: True)
    chooser = now.scene.chooser
    entered = chooser.select(now.scene.cursor).ready
    other = next(action for action in chooser.actions if action != entered)
    hint = Hint(other, (), (), 0, is_fresh=False, name="snake 2")
    line = status_line.lines(replace(now, hint=hint, unsure=entered), "", "")
    assert line.prompt.endswith("? Enter once more.")
    assert line.note == "Enter is final"


def test_a_question_in_two_rows_ends_the_first_row_with_its_mark(begun):
    now = moment(begun, is_final=lambda action: True)
    entered = now.scene.chooser.select(now.scene.cursor).ready
    whole = status_line.lines(replace(now, unsure=entered), "", "").prompt
    action, answer = whole.split("? ")
    beside = status_line.BAR_COLUMNS + len("Enter is final") + 2
    for room in range(beside + len(answer), beside + len(whole)):
        line = status_line.lines(replace(now, unsure=entered, room=room), "", "")
        assert (line.status, line.prompt) == (f"{action}?", answer), room


@pytest.mark.parametrize("name", ["", "snake 2", "put the last stamp of stack 1 on envelope 2"])
def test_no_note_stands_beside_an_empty_prompt(begun, name):
    now = moment(begun)
    action = now.scene.chooser.actions[-1]
    hint = Hint(action, (), (), 0, is_fresh=False, name=name)
    for room in range(60, 120):
        line = status_line.lines(replace(now, room=room, hint=hint), "", "")
        assert line.prompt
        assert len(line.prompt) + len(line.note) <= room
