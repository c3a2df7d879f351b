"""Notation, parse and targets made from a declaration of each action."""

import tracemalloc
from collections.abc import Callable, Iterator
from itertools import chain, count, islice, product
from typing import Any, Final

import pytest
import sampling
from strangers import hostile

from darwin_core.contract import registry
from darwin_core.contract.game import Action, BadText
from darwin_core.kit.codec import (
    CACHE_SIZE_MAX,
    CACHED_LENGTH_MAX,
    BadForm,
    Code,
    Codec,
    Form,
    Series,
    numbers,
)
from darwin_core.lab.play import Case, moments
from darwin_core.text.seat_names import SeatNames

LEFT_OUT: Final = 99
"""The place of an action whose text names no place."""


class Go(Action, frozen=True, tag="go"):
    place: int


class Put(Action, frozen=True, tag="put"):
    piece: int
    place: int = LEFT_OUT


class Lay(Action, frozen=True, tag="lay"):
    cards: bytes


class Mix(Action, frozen=True, tag="mix"):
    number: int
    cards: bytes


class Swap(Action, frozen=True, tag="swap"):
    cards: bytes
    place: int


class Stop(Action, frozen=True, tag="stop"):
    pass


AnyAction = Go | Put | Lay | Mix | Swap | Stop

PLACE: Final = Code("place", ("a", "ab", "ba"))
PIECE: Final = Code("piece", numbers(12))
CARD: Final = Code("card", "AB")
BUTTON: Final = ("button", 0)
FORMS: Final = (
    Form(Go, "go {place}", place=PLACE),
    Form(
        Put, "put {piece}{place}", piece=PIECE, place=Code("at", {LEFT_OUT: "", 0: " a", 7: " bb"})
    ),
    Form(Lay, "{cards}", cards=Series(CARD, "", min_count=1, max_count=3)),
    Form[Mix](
        Mix,
        "mix {number}{cards}",
        number=Code("amount", numbers(12), first=1),
        cards=Series(CARD, "+", prefix=" +"),
        targets=lambda mix: (*(("card", card) for card in mix.cards), ("amount", mix.number)),
    ),
    Form(Swap, "swap {cards}.{place}", cards=Series(CARD, "-", max_count=2), place=PLACE),
    Form(Stop, "stop", button=BUTTON),
)
CODEC: Final = Codec[AnyAction](AnyAction, "no action; actions are like go ab.", *FORMS)


def every_row(most: int) -> list[bytes]:
    """Return all series of the two cards, up to a length."""
    return [bytes(row) for length in range(most + 1) for row in product((0, 1), repeat=length)]


ACTIONS: Final[list[AnyAction]] = [
    *map(Go, range(3)),
    *(Put(piece, place) for piece in range(12) for place in (LEFT_OUT, 0, 7)),
    *map(Lay, every_row(3)[1:]),
    *(Mix(number, cards) for number in range(1, 13) for cards in every_row(3)),
    *(Swap(cards, place) for cards in every_row(2) for place in range(3)),
    Stop(),
]


@pytest.mark.parametrize(
    ("action", "text", "targets"),
    [
        (Go(1), "go ab", [("place", 1)]),
        (Put(11), "put 12", [("piece", 11)]),
        (Put(0, 7), "put 1 bb", [("piece", 0), ("at", 7)]),
        (Lay(b"\1\0\1"), "BAB", [("card", 1), ("card", 0), ("card", 1)]),
        (Mix(12, b"\0\1"), "mix 12 +A+B", [("card", 0), ("card", 1), ("amount", 12)]),
        (Mix(1, b""), "mix 1", [("amount", 1)]),
        (Swap(b"\1\0", 0), "swap B-A.a", [("card", 1), ("card", 0), ("place", 0)]),
        (Swap(b"", 2), "swap .ba", [("place", 2)]),
        (Stop(), "stop", [BUTTON]),
    ],
)
def test_action_is_written_read_and_selected_as_it_is_declared(action, text, targets):
    assert CODEC.notation(action) == text
    assert CODEC.parse(text) == action
    assert CODEC.targets(action) == tuple(targets)


def test_button_represents_an_action_whose_places_have_no_element():
    codec = Codec[Lay](
        Lay, "no.", Form(Lay, "lay{cards}", cards=Series(CARD, "", prefix=" "), button=BUTTON)
    )
    assert codec.targets(codec.parse("lay")) == (BUTTON,)
    assert codec.targets(codec.parse("lay AB")) == (("card", 0), ("card", 1))


def test_every_action_reads_back_and_has_a_text_of_its_own():
    assert {CODEC.parse(CODEC.notation(action)) for action in ACTIONS} == {*ACTIONS}
    assert len({CODEC.notation(action) for action in ACTIONS}) == len(ACTIONS)


PIECES_INTERVAL = 11
"""Of the series of five pieces, one in this many is tried."""


def test_nothing_is_read_that_is_not_the_notation_of_an_action():
    """Try every text of up to four of these pieces, and a sample of the texts of five."""
    pieces = (
        "go ",
        "put ",
        "mix ",
        "swap ",
        "stop",
        "a",
        "b",
        "A",
        "B",
        " ",
        "+",
        "-",
        ".",
        "1",
        "2",
    )
    read = set()
    known = {CODEC.notation(action) for action in ACTIONS}
    few = chain.from_iterable(product(pieces, repeat=n) for n in range(5))
    five = sampling.some(product(pieces, repeat=5), PIECES_INTERVAL)
    for text in map("".join, chain(few, five)):
        try:
            assert CODEC.notation(CODEC.parse(text)) == text
        except BadText:
            continue
        read.add(text)
    assert read <= known
    assert {"go ab", "put 12", "put 2 a", "swap A.a", "stop", "BAB"} <= read


@pytest.mark.parametrize(
    "text", ["", "go", "GO a", "put 01", "put 13", "put 1 ", "１", "mix 1+A", "x" * 99]
)
def test_refusal_is_one_sentence_that_shows_how_the_text_begins(text):
    with pytest.raises(BadText) as refused:
        CODEC.parse(text)
    assert str(refused.value) == f"{text[:20]!r} is no action; actions are like go ab."


def form_of(kind: type[Action], text: str, **places: Any) -> Callable[[], object]:
    return lambda: Form(kind, text, button=BUTTON, **places)


DIGITS: Final = Code("digit", "123")


@pytest.mark.parametrize(
    ("declare", "fault"),
    [
        (lambda: Code("card", ("A", "B", "A")), "two codes of card are the same"),
        (lambda: Series(Code("card", ("A", "")), " "), "empty"),
        (lambda: Series(CARD, "B"), "run into one another"),
        (lambda: Series(PIECE, ""), "run into one another"),
        (form_of(Put, "put {piece}{place}", piece=PIECE, place=DIGITS), "piece ends"),
        (
            form_of(Mix, "mix {number}{cards}", number=PIECE, cards=Series(DIGITS, "")),
            "number ends",
        ),
        (form_of(Swap, "swap {cards}{place}", cards=Series(CARD, ""), place=CARD), "cards ends"),
        (form_of(Swap, "swap {cards} a{place}", cards=Series(CARD, " "), place=CARD), "cards ends"),
        (
            form_of(Swap, "swap{cards} {place}", cards=Series(CARD, "+", prefix=" "), place=CARD),
            "cards ends",
        ),
        (
            form_of(Put, "put {piece}{place}1", piece=PIECE, place=Code("at", {0: "", 1: "x"})),
            "piece ends",
        ),
        (
            form_of(Put, "put {piece}{place}", piece=PLACE, place=Code("at", ("bb", "bc"))),
            "piece ends",
        ),
        (
            form_of(Swap, "swap{cards} {place}", cards=Series(CARD, "+", prefix=" +"), place=PLACE),
            "cards ends",
        ),
        (
            form_of(Swap, "swap {cards} {place}", cards=Series(CARD, " +"), place=PLACE),
            "cards ends",
        ),
        (form_of(Mix, "mix {number}{cards}1", number=PIECE, cards=Series(CARD, "")), "number ends"),
        (form_of(Go, "go{place}", place=PLACE), "word"),
        (form_of(Go, "go", place=PLACE), "attributes of Go"),
        (form_of(Go, "go {place}"), "attributes of Go"),
        (form_of(Put, "put {place} {piece}", piece=PIECE, place=PLACE), "attributes of Put"),
        (form_of(Go, "go {place}", place=Series(CARD, "")), "not bytes"),
        (form_of(Lay, "lay {cards}", cards=CARD), "not int"),
        (lambda: Form(Stop, "stop"), "no element"),
        (lambda: Codec[Stop](Stop, ""), "one form"),
        (lambda: Codec[AnyAction](Stop, "", *FORMS), "no other class"),
        (lambda: Codec[Stop](Stop, "", FORMS[5], Form(Stop, "halt", button=BUTTON)), "one form"),
        (
            lambda: Codec[Go | Stop](Go | Stop, "", FORMS[0], Form(Stop, "go", button=BUTTON)),
            "the same word",
        ),
        (
            lambda: Codec[Lay | Go](Lay | Go, "", FORMS[2], Form(Go, "{place}", place=PLACE)),
            "two have none",
        ),
        (
            lambda: Codec[Lay | Stop](Lay | Stop, "", FORMS[2], Form(Stop, "Bye", button=BUTTON)),
            "begin like a word",
        ),
    ],
)
def test_declaration_with_two_readings_or_against_its_class_is_refused(declare, fault):
    with pytest.raises(BadForm, match=fault):
        declare()


def test_series_has_as_many_codes_as_it_is_declared_with():
    cards = Series(CARD, "", min_count=2, max_count=2)
    codec = Codec[Mix](Mix, "no.", Form(Mix, "mix {number}{cards}1", number=PIECE, cards=cards))
    assert codec.parse("mix 11AB1") == Mix(10, b"\0\1")
    for text in ("mix 111", "mix 11A1", "mix 11ABA1", "hop 11AB1"):
        with pytest.raises(BadText):
            codec.parse(text)


def test_results_are_cached_while_they_are_few_and_short():
    cards = Series(CARD, "", prefix=" ")
    codec = Codec[Mix](Mix, "no.", Form(Mix, "mix {number}{cards}", number=PIECE, cards=cards))
    short = "mix 1 AB"
    longest = "mix 1 A".ljust(CACHED_LENGTH_MAX, "B")
    first, other = codec.parse(short), codec.parse(longest)
    assert codec.parse(short) is first
    assert codec.parse(longest) is other
    assert codec.parse(f"{longest}B") is not codec.parse(f"{longest}B")
    for row in islice(product("AB", repeat=CACHE_SIZE_MAX.bit_length()), CACHE_SIZE_MAX):
        codec.parse(f"mix 1 {''.join(row)}")
    assert codec.parse(short) == first
    assert codec.parse(short) is not first


# --- texts of strangers


def _spaces(owners: int) -> Iterator[str]:
    return (f"{owner}.{space}" for owner in range(1, owners + 1) for space in range(1, 100))


CARDS: Final = ("C1", "CJ", "E6", "P5", "TJ", "U3", "UJ", "AA1", "CA5", "EA2", "PA4", "TA1", "UA2")
HOSTILE: Final[dict[str, Callable[[], Iterator[str]]]] = {
    "dice": lambda: (f"B{number}" for number in count()),
    "darwinning": lambda: (
        f"take {space} {onto}" for onto in range(1, 100) for space in _spaces(99)
    ),
    "yummy": lambda: (
        f"{word} {card} {place}"
        for word in ("trump", "mark", "swap")
        for card in CARDS
        for place in _spaces(9)
    ),
    "evo": lambda: (
        f"{word}{''.join(uses)}"
        for uses in product((" +VS", " +FA", " +HR", " +XE", " +GT"), repeat=7)
        for word in ("hunt 1", "forage 4 2")
    ),
    "journey": lambda: (f"take {number % 28} {number}" for number in count()),
}
"""Endless texts of each game; nearly all are actions in games that have so many actions."""
TEXTS: Final = sampling.part(50_000, 10)
GROWTH_BYTES_MAX: Final = 300_000
ASKED_INTERVAL: Final = 20
"""For one text in this many, the reason why its action is not legal is asked for as well."""


@pytest.mark.parametrize("slug", sampling.some(registry.SLUGS, sampling.GAMES_INTERVAL, 1))
def test_strangers_texts_take_no_more_memory_however_many_they_are(slug):
    """Check also that actions that are read are refused by the rules, written and selected. Every
    second text is a distorted one of a real match."""
    game = registry.get(slug)
    states = [(m.before, m.seat) for m in islice(moments(Case(game, game.seats[0], "strange")), 40)]
    warm = 3 * CACHE_SIZE_MAX
    pairs = zip(HOSTILE[slug](), hostile(slug), strict=False)
    texts = chain.from_iterable(islice(pairs, (TEXTS + warm) // 2))
    first, others = list(islice(texts, warm)), list(texts)

    def send(some: list[str]) -> int:
        for place, text in enumerate(some):
            try:
                action = game.texts.parse(text)
            except BadText:
                continue
            assert game.texts.notation(action) == text
            assert game.targets(action)
            if not place % ASKED_INTERVAL:
                game.texts.why_not(
                    *states[place // ASKED_INTERVAL % len(states)], action, SeatNames()
                )
        return tracemalloc.get_traced_memory()[1]

    tracemalloc.start()
    try:
        before = send(first)
        assert send(others) - before < GROWTH_BYTES_MAX
    finally:
        tracemalloc.stop()
