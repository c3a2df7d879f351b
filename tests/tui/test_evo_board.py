"""The drawing of the board of Evo: texts on elements, first cursors, the end of a millennium,
motion, and German."""

import itertools
import re
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
import sampling
from matches import final_outcome
from tui.evo_scenes import GAME, SEATS, crowded, living, moments, see, whole_match
from tui.scenes import BOARDS, LONG_NAMES, asking, drawn, rows, scene

from darwin_core.contract.chance import CHANCE_BYTES
from darwin_core.contract.chooser import Chooser
from darwin_core.contract.game import SPECTATOR, Element
from darwin_core.games.evo import acts, material
from darwin_core.games.evo.generation import kills
from darwin_core.games.evo.millennium import points
from darwin_core.games.evo.texts import species_name
from darwin_core.match import replay
from darwin_core.match.match import branch
from darwin_core.text.language import reading
from darwin_core.text.seat_names import SeatNames
from darwin_tui.boards import board_for
from darwin_tui.boards.evo.board import DETAILS, HISTORY, EvoBoard, entries, summary
from darwin_tui.boards.evo.history import is_reckoning, sources, summed_up
from darwin_tui.boards.evo.marks import fitted, homes, key_of, price_words, species_letters, victims
from darwin_tui.boards.evo.scene import STEPS, after_enter, flights_of
from darwin_tui.drawing.canvas import SEAT_MARKS
from darwin_tui.play.live_match import Pause
from darwin_tui.play.selection import action_of_enter
from darwin_tui.widgets.board_panel import BoardPanel, EventLog

PANES = range(len(EvoBoard.PANES))
LITTER = ("adaptation", material.LITTER)


@pytest.mark.parametrize(("language", "letters"), [("en", "fnmv"), ("de", "fmow")])
def test_each_species_has_a_letter_of_its_own(language, letters):
    with reading(language):
        assert species_letters(4) == letters


def test_a_free_species_names_its_last_player():
    """A rival may take the species of a player who has not chosen yet."""
    match = whole_match(4)
    named = 0
    for position, _ in ends(4)[:-1]:
        view = match.view(SPECTATOR, position + 1)
        lines = rows(drawn(asking(match, 0, position + 1)))
        earlier = match.view(SPECTATOR, position - 1).species
        for species in range(4):
            if view.species.find(species) < 0:
                name = f" {species_name(species)} "
                line = next(line for line in lines if name in line and "was " in line)
                assert f" was {SEAT_MARKS[earlier.find(species)]} " in line
                named += 1
    assert named


def test_tokens_stand_beside_the_points_of_those_who_are_far_below_zero():
    state, seat = living([[material.RING * 5, 1, 2, 3, 4]], b"\0")
    state.passed_on = [-14, 0]
    for slot in range(material.SLOTS):
        state.tokens[slot] = b"\3\0"
    lines = rows(drawn(see(state, seat, cursor=("button", 0))))
    line = next(line for line in lines if f"● {LONG_NAMES[0]} " in line and "deck" in line)
    assert "−14●15 " in line


def test_the_strip_does_not_repeat_the_loss_that_the_status_line_names():
    state, seat = living([[material.RING * 5, 1, 2, 3, 4]], b"\0")
    lost = acts.Withered(seat, b"\1\2")
    sentence = GAME.texts.sentence(lost, SeatNames(LONG_NAMES))
    for viewer in (seat, 1, SPECTATOR):
        now = replace(see(state, viewer), events=(lost,))
        text = "\n".join(rows(drawn(now)))
        assert (sentence in text) == (viewer != seat)


def mark(view, species):
    """Return the mark of a species' seat, or its initial if no seat plays it."""
    seat = view.species.find(species)
    return SEAT_MARKS[seat] if seat >= 0 else species_name(species)[0]


# --- words


def test_what_a_catch_costs_and_yields_is_shown():
    state, seat = living([[material.RING * 5 + 0, 1, 2, 3, 4]], b"\5\5\0")
    sentence = GAME.texts.element(GAME.view(state, seat), 0, ("slot", 0), SeatNames(LONG_NAMES))
    assert sentence == "Darter: size and 2 agility for 2 tokens; 1 new agility; room for 6."
    gathering = GAME.texts.element(GAME.view(state, seat), 0, ("amount", 2), SeatNames(LONG_NAMES))
    assert gathering == "1 card searches, 2 gather: 2 tokens."
    state.supply = bytes(material.RING)
    sentence = GAME.texts.element(GAME.view(state, seat), 0, ("slot", 0), SeatNames(LONG_NAMES))
    assert "supply empty" in sentence
    state.decks[0] = state.offspring[0] = b""
    sentence = GAME.texts.element(GAME.view(state, seat), 0, ("slot", 0), SeatNames(LONG_NAMES))
    assert sentence == "Darter: size and 2 agility for 3 tokens; room for 6."
    gathering = GAME.texts.element(GAME.view(state, seat), 0, ("amount", 2), SeatNames(LONG_NAMES))
    assert gathering == "1 card searches, 2 gather: 3 tokens."


def test_the_cursor_goes_to_wanderer_before_a_second_card_is_paid():
    land = [[material.RING * 5, 1, 2, 3, 4], [7, 1, 2, 3, 4]]
    chosen = (("card", 5), ("location", 1))
    for adaptations, wanted in ((bytes([material.WANDERER]), acts.Migrate(b"\5", 1)), (b"", None)):
        state, seat = living(land, b"\0\0\3\5", adaptations)
        chooser = see(state, seat, chosen).chooser
        cursor = EvoBoard.then(GAME.view(state, seat), chooser)
        assert (cursor is None) == (wanted is None)
        assert action_of_enter(chooser, cursor) == wanted


@pytest.mark.parametrize(("tokens", "amount"), [((0, 0), 2), ((2, 3), 1), ((3, 3), 1)])
def test_a_forage_takes_as_many_cards_as_let_the_food_live(tokens, amount):
    state, seat = living([[material.RING * 5, 1, 2, 3, 4]], b"\0\3\3\5\5")
    state.tokens[3] = bytes(tokens)
    chooser = see(state, seat, (("slot", 3),)).chooser
    assert EvoBoard.then(GAME.view(state, seat), chooser) == ("amount", amount)


def test_a_location_s_trait_stands_beside_its_name_and_not_before_the_next_key():
    match, positions = moments(4)
    read = 0
    for position in positions:
        for seat in GAME.to_move(match.view(0, position)):
            lines = rows(drawn(asking(match, seat, position), (80, 21)))
            for row in material.TRAITS:
                for line in lines[:6]:
                    if found := re.search(rf"\d {row.location} (\w+)", line):
                        # A long pair of names has only the trait's letter.
                        assert found[1] in (row.name, row.letter, "begin", "move", "settle")
                        read += 1
    assert read


@pytest.mark.parametrize(
    ("before", "use"), [(b"\0\0", "hunt +2"), (b"\3\2", "hunt −3"), (b"\4\4", "hunt +0")]
)
@pytest.mark.parametrize("size", [(80, 21), (120, 37)], ids=str)
def test_a_catch_promises_only_tokens_that_stay(before, use, size):
    state, seat = living([[material.RING * 5 + 0, 1, 2, 3, 4]], b"\5\5\0")
    state.tokens[0] = before
    for cursor in (("slot", 0), ("location", 0)):
        text = "\n".join(rows(drawn(see(state, seat, cursor=cursor), size)))
        assert use in text
    sentence = GAME.texts.element(GAME.view(state, seat), 0, ("slot", 0), SeatNames(LONG_NAMES))
    assert ("it would die out" in sentence) == (use == "hunt −3")


@pytest.mark.parametrize(
    ("room", "words"), [(21, "endurance×2 toughness"), (20, "endurance² toughness")]
)
def test_the_words_of_a_price_are_not_glued(room, words):
    state, _ = living([[4 * material.RING + 3, 1, 2, 3, 4]], b"\0")
    pieces = price_words(state, 0, room)
    assert "".join(piece if isinstance(piece, str) else piece[0] for piece in pieces) == words


# --- status line


def test_a_cursor_left_behind_by_a_generation_does_no_harm():
    match, positions = moments(2)
    for position in positions:
        view = match.view(0, position)
        assert GAME.texts.element(view, 0, ("slot", 0), SeatNames(LONG_NAMES))
        drawn(asking(match, 0, position, cursor=("slot", 0)))


@pytest.mark.parametrize("size", [(80, 21), (120, 37), (200, 57)], ids=str)
def test_a_cursor_left_behind_by_the_end_does_no_harm(size):
    match = whole_match(2)
    over = match.state_at(len(match.history))
    assert GAME.outcome(over)
    for location in range(len(over.locations)):
        for kind in ("location", "goal", "population"):
            drawn(see(over, 0, cursor=(kind, location)), size)


def test_the_cursor_begins_where_something_can_be_hunted():
    def first(state, seat):
        return EvoBoard.first(state, GAME.legal(state, seat))

    assert first(*living([[material.RING * 5, material.RING * 3, 2, 3, 4]], b"\0\5\5")) == (
        "slot",
        0,
    )
    assert first(*living([[material.RING * 5, material.RING * 3, 2, 3, 4]], b"\0\3")) == ("slot", 3)
    state, seat = living([[material.RING * 5, material.RING * 3, 2, 3, 4]], b"\1")
    state.decks[0] = state.offspring[0] = b""
    assert first(state, seat) == ("button", 0)


def test_the_cursor_never_begins_on_food_that_enter_lets_die_out():
    full = bytes([3, 3])
    state, seat = living([[material.RING * 5, material.RING * 5, 2, 3, 4]], b"\0\3\5\5")
    state.tokens[0] = full

    def first():
        return EvoBoard.first(state, GAME.legal(state, seat))

    assert first() == ("slot", 1)
    state.tokens[1] = full
    assert first() == ("slot", 3)
    state.tokens[3] = full
    assert first() == ("location", 1), "food that dies out is left to the player"
    state.decks[0] = state.offspring[0] = b""
    assert first() == ("button", 0)
    match = whole_match(3)
    for position in range(len(match.history)):
        present = match.state_at(position)
        if not present.pending or not isinstance(present.pending[-1], material.Live):
            continue
        mover = present.pending[-1].seat
        chooser = asking(match, mover, position).chooser
        assert chooser
        cursor = EvoBoard.first(match.view(mover, position), chooser.actions)
        action = action_of_enter(chooser, cursor)
        if isinstance(action, acts.Hunt | acts.Forage):
            assert not kills(present, present.species[mover], action)


def test_a_catch_that_lets_food_die_out_says_so_before_its_price():
    state, seat = living([[material.RING * 5, 1, 2, 3, 4]], b"\0\3\3\5\5")
    hunt, forage = acts.Hunt(0, b""), acts.Forage(3, 1, b"")

    def words(action):
        return GAME.texts.phrase(state, action, SeatNames(LONG_NAMES))

    assert words(hunt) == "hunt the darter of size (size and 2 agility)"
    state.tokens[0] = state.tokens[3] = bytes([3, 3])
    assert words(hunt) == "hunt the darter of size to extinction (size and 2 agility)"
    assert (
        words(forage)
        == "forage the toughness to extinction".replace("toughness", material.TRAITS[3].flora)
        + " (size and toughness)"
    )
    state.tokens[3] = bytes([2, 3])
    assert "extinction" not in words(forage)
    assert seat == 0


def spendings(text):
    """Return the words on cards about how many of them are spent."""
    return re.findall(r"spend \d|\d to \d|up to \d(?! on)", text)


@pytest.mark.parametrize(
    ("cursor", "selected", "spent"),
    [
        (("slot", 3), (), ["spend 1", "1 to 3"]),
        (("amount", 2), (("slot", 3),), ["spend 1", "spend 2"]),
    ],
)
def test_cards_name_as_many_as_are_spent(cursor, selected, spent):
    state, seat = living([[30, 1, 2, 3, 4]], b"\0\3\3\3")
    text = "\n".join(rows(drawn(see(state, seat, cursor=cursor, selected=selected))))
    assert spendings(text) == spent


@pytest.mark.parametrize(
    ("selected", "cursor", "sign"),
    [
        ((), ("slot", 0), "✓"),
        ((), LITTER, "▶"),
        ((LITTER,), LITTER, "»"),
        ((LITTER,), ("slot", 0), "−"),
        ((("slot", 0),), LITTER, "✓"),
    ],
)
def test_an_adaptation_that_hunts_use_by_themselves_has_the_sign_of_its_use(selected, cursor, sign):
    cards = [[material.RING * 5, 1, 2, 3, 4]]
    state, seat = living(cards, b"\0\5\5", bytes([material.LITTER]))
    chooser = Chooser.of(GAME.legal(state, seat), GAME.targets, EvoBoard.INCLUDED)
    for element in selected:
        chooser = chooser.select(element)
    now = replace(see(state, seat, cursor=cursor), chooser=chooser)
    assert f"{sign}large litter" in drawn(now).canvas.plain()


def test_cards_of_an_adaptation_that_could_be_used_are_no_cards_that_do_not_fit():
    forager = material.FORAGER + 2
    state, seat = living([[30, 1, 2, 3, 4]], b"\0\2\3", bytes([forager]))
    text = "\n".join(rows(drawn(see(state, seat, cursor=("slot", 3)))))
    assert spendings(text) == ["up to 1", "up to 1", "spend 1"]
    state.hands[0] = b"\2\3"
    text = "\n".join(rows(drawn(see(state, seat, cursor=("slot", 3)))))
    assert spendings(text) == ["spend 1", "spend 1"]


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_each_location_names_the_most_tokens_that_its_food_bears(size):
    for position in (0, 40, 80):
        now = asking(whole_match(4), 0, position)
        if isinstance(now.view.pending[-1], material.MovePopulation):
            continue
        text = "\n".join(rows(drawn(now, size)))
        assert len(re.findall(r"max \d|up to \d on a card", text)) == 4


def test_a_move_between_millennia_is_no_migration_and_lacks_a_population_or_its_goal():
    state, seat = living([[material.RING * 5, 1, 2, 3, 4]], b"\0", active=material.NOWHERE)
    state.pending = [material.MovePopulation(seat)]
    for element, lacks in (("goal", 1), "a population"), (("population", 0), "where to go"):
        chooser = see(state, seat, selected=(element,)).chooser
        assert {EvoBoard.STEPS[kind] for kind, _ in chooser.selectable} == {lacks}
        assert element[0] not in EvoBoard.AIMS


def test_the_cursor_begins_a_generation_where_food_can_be_paid_for():
    """Among the populations that may act, the cursor begins at one with the most payable food."""
    match = whole_match(4)
    chosen = 0
    for position in range(len(match.history)):
        state = match.state_at(position)
        if not state.pending or not isinstance(state.pending[-1], material.AwakePopulation):
            continue
        seat = state.pending[-1].seat
        view, actions = match.view(seat, position), GAME.legal(state, seat)
        payable: dict[Element | None, int] = {}
        for action in actions:
            begun = GAME.clone(state)
            GAME.apply(begun, seat, action, None)
            food = {
                action.slot
                for action in GAME.legal(begun, seat)
                if isinstance(action, acts.Hunt | acts.Forage)
            }
            payable["location", action.location] = len(food)
        assert payable[EvoBoard.first(view, actions)] == max(payable.values())
        chosen += min(payable.values()) < max(payable.values())
    assert chosen


@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_what_enter_would_place_is_on_the_food_and_in_the_genome_before(size):
    state, seat = living([[material.RING * 5, material.RING * 3, 2, 3, 4]], b"\0\5\5")
    idle = drawn(see(state, seat, cursor=("button", 0)), size)
    now = see(state, seat, cursor=("slot", 0))
    drawing = drawn(now, size)
    region = drawing.places["slot", 0]
    food = words_in(drawing, region)
    assert food.count("○") in (1, 2), "two tokens, or their number"
    assert "○" not in words_in(idle, region)
    before, after = GAME.view(state, seat), after_enter(now)
    assert sum(after.future[0]) == sum(before.future[0]) + 3
    assert state.tokens == before.tokens, "the view itself stays as it is"
    others = words_in(drawing, drawing.places["slot", 1])
    assert "−●" in others or "takes 1 ●" in others, "whom the other food would take a token from"


def words_in(drawing, region):
    """Return all text in a region of a drawing."""
    lines = rows(drawing)[region.y : region.bottom]
    return "".join(line[region.x : region.right] for line in lines)


def test_food_takes_from_those_alone_who_have_tokens_at_its_location():
    state, _ = living([[material.RING * 5, material.RING * 3, 2, 3, 4]], b"\0\5\5")
    assert not any(victims(state, slot) for slot in range(material.SLOTS))
    state.tokens[0] = bytes([2, *state.tokens[0][1:]])
    assert victims(state, 0) == []
    assert victims(state, 1) == [0]
    state.adaptations[0] = bytes([material.TERRITORIAL])
    assert victims(state, 1) == [], "it keeps its tokens where no rival has more"
    state.adaptations[0] = b""
    state.tokens[0] = bytes([material.tokens_max(state) + 1, *state.tokens[0][1:]])
    assert victims(state, 1) == [], "all its tokens die out first"


def test_the_active_population_is_among_those_of_its_species():
    state, seat = living([[material.RING * 5, 1, 2, 3, 4]], b"\0")
    assert state.available[0] == bytes([2, 0])
    assert homes(state, 0)[1][0] == "lake 3"
    asked = see(state, seat)
    assert "Populations: the lake 3." in EvoBoard().zoom(asked, ("species", 0))


@pytest.mark.parametrize(
    ("size", "words"), [(BOARDS[0], "your last generation"), (BOARDS[3], "the last generation: ")]
)
def test_the_last_generation_is_named_until_it_is_over(size, words):
    state, seat = living([[material.RING * 5, 1, 2, 3, 4]], b"\0", decks=[b"", b""])
    assert words in "\n".join(rows(drawn(see(state, seat), size)))
    state.hands[seat], state.pending = b"", [material.Live(1)]
    assert words not in "\n".join(rows(drawn(see(state, seat), size)))


def test_words_between_millennia_are_about_the_next_millennium():
    """The numbers on the board are, too."""
    match = whole_match(3)
    position = next(at for at, events in ends(3) if any(isinstance(e, acts.Culled) for e in events))
    state = match.state_at(position)
    (chooser,) = match.game.to_move(state)
    asked = asking(match, chooser, position)
    most = material.HARDY + state.millennium + 1
    assert f"up to {most} on a card" in "\n".join(rows(drawn(asked)))
    text, fate = EvoBoard().zoom(asked, ("place", 0))
    assert text.endswith(f"room for {most}.")
    assert f"With more than {most} it dies out" in fate
    target = f"genomes should reach {material.TARGETS[state.millennium]} cards."
    lines = [
        line for part in GAME.texts.describe(asked.view, 0, asked.seat_names) for line in part.lines
    ]
    assert f"Millennium {state.millennium + 1}: {target}" in lines


@pytest.mark.parametrize(
    ("slot", "tokens", "is_full"), [(0, 4, False), (0, 5, True), (3, 5, False), (3, 6, True)]
)
def test_food_that_the_next_catch_lets_die_out_is_marked_as_full(slot, tokens, is_full):
    """A hunt brings two tokens, a forage one or more."""
    state, seat = living([[material.RING * 5, 1, 2, 3, 4]], b"\0")
    state.tokens[slot] = bytes([tokens - 1, 1])
    drawing = drawn(see(state, seat, cursor=("button", 0)))
    food = words_in(drawing, drawing.places["slot", slot])
    assert ("full" in food) == is_full
    state, seat = living([[material.RING * 5, 1, 2, 3, 4]], b"\0", seats=4)
    state.tokens[slot] = bytes([tokens - 1, 1, 0, 0])
    drawing = drawn(see(state, seat, cursor=("button", 0)))
    assert (f"{tokens}!" in words_in(drawing, drawing.places["slot", slot])) == is_full


def test_food_with_too_many_tokens_has_another_sign_than_full_food():
    state, seat = living([[material.RING * 5, 1, 2, 3, 4]], b"\0", seats=4)
    state.tokens[0] = bytes([3, 4, 0, 0])
    drawing = drawn(see(state, seat, cursor=("button", 0)))
    assert "7✗" in words_in(drawing, drawing.places["slot", 0])


def test_a_replay_shows_the_end_of_a_millennium_until_the_next_choice():
    match = whole_match(3)
    for position, events in ends(3):
        replayed = scene(match, SPECTATOR, position)
        assert "tokens, lost" in "\n".join(rows(drawn(replayed)))
        if any(isinstance(event, acts.Culled) for event in events):
            assert "tokens, lost" not in "\n".join(
                rows(drawn(scene(match, SPECTATOR, position + 1)))
            )
            (chooser,) = match.game.to_move(match.state_at(position))
            deciding = asking(match, chooser, position)
            assert "tokens, lost" not in "\n".join(rows(drawn(deciding)))


def test_the_news_name_a_species_that_a_rival_took_also_after_the_forced_choice():
    events = (acts.Culled(3, 0, 0), acts.Adopted(1, 3), acts.Adopted(0, 1))
    state, seat = living([[material.RING * 5, 1, 2, 3, 4]], b"\0")
    now = replace(see(state, seat), events=events, since=events)
    assert entries(now, DETAILS - 1) == [(1, "takes over your vole")]


def test_a_key_selects_the_same_food_all_the_time():
    """Keys 1 to 5 select the food at the active location, even if it cannot be paid for."""
    match, positions = moments(3)
    live = 0
    for position in positions:
        for viewer in GAME.to_move(match.state_at(position)):
            now = asking(match, viewer, position)
            if now.view.pending and isinstance(now.view.pending[-1], material.Live):
                live += 1
                numbers = drawn(now).numbers or {}
                assert {key: numbers[key] for key in range(1, material.SLOTS + 1)} == {
                    key: ("slot", key - 1) for key in range(1, material.SLOTS + 1)
                }
    assert live


def test_every_key_that_is_drawn_is_answered_as_what_it_is():
    # In this scene, a rival species can be selected as prey.
    crowd, seat = crowded(4)
    hunted = see(crowd, seat)
    assert any(kind == "species" for kind, _ in hunted.selectable)
    match, positions = moments(2)
    movers = ((at, viewer) for at in positions for viewer in GAME.to_move(match.state_at(at)))
    drawn_keys = set()
    for now in (hunted, *(asking(match, viewer, at) for at, viewer in movers)):
        drawing = drawn(now)
        for element, place in drawing.places.items():
            key = key_of(element) if element[0] in ("slot", "location", "goal") else None
            row = drawing.canvas.grid[place.y][place.x : place.right]
            if element[0] == "species" and row[0][0].isdigit():
                key = int(row[0][0])
            if key and f"{key}" in [character for character, _ in row[:3]]:
                assert (drawing.numbers or {}).get(key) == element
                drawn_keys.add(key)
    assert drawn_keys >= {1, 7}


@pytest.mark.parametrize("seats", sampling.some(SEATS, len(SEATS)))
def test_where_tokens_were_lost_adds_up_to_the_tokens_lost(seats):
    match = whole_match(seats)
    lost = Counter[int]()
    for position, _ in ends(seats):
        for by_seat in sources(asking(match, 0, position, is_paused=True)).values():
            lost.update(by_seat)
    events = asking(match, 0).events
    outcome = GAME.by_source(final_outcome(GAME, match.state), events)
    points = next(line.points for line in outcome.lines if line.label == acts.TOKENS_LOST)
    assert [-number for number in points] == [lost[seat] for seat in range(seats)]
    assert lost.total()


@cache
def ends(seats):
    """Return the positions at which a millennium has just ended, with the last action's events."""
    log = replay.event_log(whole_match(seats), SPECTATOR)
    return [
        (position, events)
        for position, events in enumerate(log)
        if any(isinstance(event, acts.Survived) for event in events)
    ]


def tokens_placed(events, seats):
    """Return the number of tokens that each seat placed."""
    placed = [0] * seats
    for event in events:
        match event:
            case acts.Hunted() | acts.Foraged():
                placed[event.seat] += event.tokens
            case acts.Displaced():
                placed[event.seat] += 1
    return placed


@pytest.mark.parametrize(("seats", "size"), sampling.grid(SEATS, BOARDS), ids=str)
def test_the_end_of_a_millennium_is_shown_as_a_sum(seats, size, strict):
    match = whole_match(seats)
    count = 0
    start = 0
    log = replay.event_log(match, SPECTATOR)
    for position, logged in ends(seats):
        assert Pause.KEY in {EvoBoard.PAUSES.get(type(event)) for event in logged}
        count += 1
        played = itertools.chain.from_iterable(log[start : position + 1])
        placed = tokens_placed(played, seats)
        start = position + 1
        for viewer in (0, SPECTATOR):
            lines = rows(drawn(asking(match, viewer, position, is_paused=True), size))
            view = match.view(viewer, position)
            assert f"millennium {view.millennium} is over" in lines[0]
            y = next(y for y, line in enumerate(lines) if "tokens, lost" in line)
            title = next(line for line in reversed(lines[:y]) if f"● {LONG_NAMES[0][:5]}" in line)
            starts = [
                title.index(f"{SEAT_MARKS[seat]} {LONG_NAMES[seat][:5]}") for seat in range(seats)
            ]
            for seat, x in enumerate(starts):
                end = starts[seat + 1] if seat + 1 < seats else len(title) - 1
                cells = [line[x:end].strip().replace("−", "-") for line in lines[y : y + 5]]
                tokens = [int(cell) for cell in cells[0].split() if cell[0] in "+-"]
                assert tokens[0] == placed[seat]
                left, bonus = map(int, cells[1].split(": "))
                assert left == sum(tokens)
                size_of_genome, change = map(int, cells[2].split(": "))
                assert left + bonus + change == int(cells[3]), "all that is printed adds up"
                assert change == size_of_genome - material.TARGETS[view.millennium - 1]
                assert int(cells[4].split()[0]) == points(view, seat), "before its bar"
            has_died = any(isinstance(event, acts.DiedOut) for event in logged)
            assert not has_died or any("died out: " in line for line in lines)
    assert count == material.MILLENNIA


@pytest.mark.parametrize(("seats", "size"), sampling.grid(SEATS, BOARDS), ids=str)
def test_the_rows_of_lost_tokens_add_up_to_all_that_are_lost(seats, size):
    """Causes without a row of their own are summed up."""
    match = whole_match(seats)
    count = 0
    for position, _ in ends(seats):
        now = asking(match, 0, position, is_paused=True)
        lines = rows(drawn(now, size))
        y = next(y for y, line in enumerate(lines) if "tokens, lost" in line)
        title = next(line for line in reversed(lines[:y]) if f"● {LONG_NAMES[0][:5]}" in line)
        starts = [
            title.index(f"{SEAT_MARKS[seat]} {LONG_NAMES[seat][:5]}") for seat in range(seats)
        ]
        causes = [line for line in lines[y + 5 :] if re.match(r"\W* − ", line)]
        for seat, x in enumerate(starts):
            end = starts[seat + 1] if seat + 1 < seats else len(title) - 1
            lost = sum(by_seat.get(seat, 0) for by_seat in sources(now).values())
            named = [int(word) for line in causes for word in re.findall(r"−(\d+)", line[x:end])]
            assert sum(named) == lost
            count += lost
    assert count


def test_a_match_branched_within_a_millennium_shows_its_end_and_the_sum_of_its_points():
    """Its events do not say what was dealt, and who placed the tokens before."""
    match = whole_match(2)
    branched, _ = branch(match, 4, match.header, (0, bytes(range(CHANCE_BYTES))))
    has_adaptations = {}
    while movers := GAME.to_move(branched.state):
        # The last action ends a generation, or leaves out a choice.
        action = branched.legal(movers[0])[-1]
        branched.accept(branched.propose(movers[0], action))
        now = asking(branched, 0, is_paused=True)
        if is_reckoning(now):
            shown = drawn(now).canvas.plain()
            has_adaptations[now.view.millennium] = "natural selection" in shown
    assert has_adaptations == {1: True, 2: True, 3: True, 4: False}
    for played, has_players in ((match, True), (branched, False)):
        charts = drawn(asking(played, 0, pane=HISTORY), BOARDS[2])
        assert ("played by" in charts.canvas.plain()) == has_players
    outcome = GAME.by_source(final_outcome(GAME, branched.state), now.events)
    for seat, total in enumerate(outcome.totals):
        assert sum(line.points[seat] for line in outcome.lines) == total


def test_causes_without_a_row_are_summed_up():
    losses = {"lake: empty food": {0: 2}, "lake: nut died": {1: 3}, "field: empty food": {0: 1}}
    assert summed_up(losses, 3) == losses
    assert summed_up(losses, 2) == {"lake: empty food": {0: 2}, "elsewhere": {0: 1, 1: 3}}
    assert summed_up(losses, 1) == {"elsewhere": {0: 3, 1: 3}}
    assert summed_up(losses, 0) == {}


def test_a_population_leaves_one_location_and_comes_to_another():
    match = whole_match(3)
    count = 0
    for position, logged in enumerate(replay.event_log(match, SPECTATOR)[1:], 1):
        moves = [event for event in logged if isinstance(event, acts.Migrated)]
        if len(moves) != 1 or count > 2:
            continue
        count += 1
        seat = moves[0].seat
        token = f"strong token-ink on seat-{seat}"
        goal = match.view(SPECTATOR, position).active
        places = []
        for frame in range(EvoBoard.frames(logged), -1, -1):
            now = asking(match, SPECTATOR, position, frame=frame, moving=tuple(logged))
            drawing = drawn(now, BOARDS[2])
            width = BOARDS[2][0] // len(now.view.locations)
            rows_of_heads = drawing.canvas.grid[2:12]
            places.append(
                {
                    x // width
                    for row in rows_of_heads
                    for x, (_, style) in enumerate(row)
                    if style.startswith(token)
                }
            )
        assert places[-1] == set()
        assert places[-2] == {goal}
        assert len(places[0]) == 1
        assert places[0] != {goal}
    assert count


def test_tokens_fly_from_that_of_two_equal_floras_which_got_them():
    state, seat = living([[material.RING * 5, 1, 2, 3, 3]], b"\0\3\3")
    events: list[acts.EvoEvent] = []
    GAME.apply(state, seat, acts.Forage(4, 2, b""), events.append)
    now = replace(see(state, seat), moving=tuple(events), frame=1)
    drawing = drawn(now, BOARDS[2])
    (flight,) = flights_of(now, drawing)
    assert flight.start == drawing.places["slot", 4]


def test_the_end_of_a_millennium_is_revealed_step_by_step():
    match = whole_match(3)
    position, events = ends(3)[0]
    counts = []
    for frame in range(EvoBoard.reveal_frames(events), -1, -1):
        now = asking(match, 0, position, is_paused=True, frame=frame, moving=tuple(events))
        lines = rows(drawn(now, (120, 37)))
        y = next(y for y, line in enumerate(lines) if "tokens, lost" in line)
        counts.append(sum("✓" in line for line in lines[y : y + STEPS]))
    assert counts == sorted(counts)
    assert (counts[0], counts[-1]) == (0, STEPS)
    assert {*counts} == {*range(STEPS + 1)}


def test_the_news_of_a_seat_are_its_catch_and_its_ways_in_few_words():
    events = (
        acts.Awoke(1, 0),
        acts.Hunted(1, material.RING * 5, b"\0\5\5", b"", 2, 1),
        acts.Hunted(1, material.RING * 5 + 1, b"\1\5\5", b"", 2, 1),
        acts.Foraged(1, 3, b"\0\3", b"", 1, 0),
        acts.Migrated(1, 4, 0, 1),
        acts.Withered(1, b""),
    )
    assert summary(events, 0) == "hunts 2 darters, forages root, to the desert: +5, 2 new"
    assert summary(events, 1) == "+5, 2 new, to the desert"
    assert summary(events, DETAILS - 1) == "+5, 2 new"
    assert summary(events[:1], 0) == "acts now"
    assert summary((events[0], events[-1]), 0) == "catches nothing"
    adopted = (acts.Adopted(1, 2),)
    assert summary(adopted, 0, own=2) == "takes over your moth"
    assert (
        summary((*events, *adopted), 1, own=2) == "+5, 2 new, takes over your moth, to the desert"
    )
    assert summary(adopted, 0, own=1) == "plays the moth"
    there, back = acts.Migrated(1, 4, 0, 1), acts.Migrated(1, 5, 0, 1)
    assert summary((back, there, back), 0) == "to the desert, to the forest"


def test_adaptations_without_room_go_by_a_whole_word_of_their_names():
    names = ["leaf-stripping tongue", "sticky tongue", "large litter", "swift hooves"]
    assert fitted(names, 70) == names
    assert fitted(names, 51) == ["leaf-stripping", *names[1:]]
    assert fitted(names, 32) == ["leaf-stripping", "sticky", "litter", "hooves"]
    assert all(len(name) <= 5 for name in fitted(names, 20))


def test_a_pane_over_the_locations_steps_back_and_returns_with_tab():
    panel = BoardPanel(board_for("evo"), EventLog(GAME))
    panel.turn(2)
    panel.step_back([])
    assert panel.pane == 0
    panel.step_back([])
    panel.turn(1)
    assert panel.pane == 2, "the pane that stepped back comes first"
    panel.turn(1)
    assert panel.pane == 0


def test_the_line_on_a_card_says_what_its_sign_means():
    match = whole_match(4)
    count = 0
    for position in range(0, len(match.lines), 5):
        now = scene(match, 0, position)
        for slot in range(len(now.view.slots)):
            losers = victims(after_enter(now), slot)
            words = board_for("evo").brief(now, ("place", slot), 78)
            assert len(words) <= 78 or not losers
            assert ("left empty" in words) == bool(losers), words
            count += "left empty, it takes 1" in words
    assert count
