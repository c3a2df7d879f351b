"""Tables of sentences, tried on classes that belong to no game."""

from typing import NamedTuple

import pytest

from darwin_core.kit.sentences import Row, Sentences, plural, say, say_by


class Fell(NamedTuple):
    leaves: int
    tree: str


class Grew(NamedTuple):
    tree: str


class Rained(NamedTuple):
    days: int


ROWS: tuple[Row[str], ...] = (
    say(
        Fell,
        lambda event: (
            plural("A leaf falls from {tree}.", "{leaves} fall from {tree}.", event.leaves)
            if event.leaves
            else "Nothing falls from {tree}."
        ),
        leaves=lambda event, _: f"{event.leaves} leaves",
    ),
    say(Grew, "{tree} grows in {place}.", tree=lambda event, place: f"the {event.tree}"),
    say_by(Rained, lambda event, place: f"Rain in {place}. " * event.days),
)
SENTENCE = Sentences[Fell | Grew | Rained, str](
    Fell | Grew | Rained,
    *ROWS,
    tree=lambda event, _: f"a {event.tree}",
    place=lambda _, place: place,
)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Fell(0, "birch"), "Nothing falls from a birch."),
        (Fell(1, "birch"), "A leaf falls from a birch."),
        (Fell(2, "birch"), "2 leaves fall from a birch."),
        (Grew("oak"), "the oak grows in Kent."),
        (Rained(2), "Rain in Kent. Rain in Kent. "),
    ],
)
def test_a_template_is_filled_by_its_row_then_by_the_table(event, sentence):
    assert SENTENCE(event, "Kent") == sentence


def test_a_place_without_a_word_shows_the_attribute():
    plain = Sentences[Grew | Rained, None](
        Grew | Rained, say(Grew, "{tree} grows."), say(Rained, "{days} days of rain.")
    )
    assert plain(Rained(3), None) == "3 days of rain."


@pytest.mark.parametrize("rows", [ROWS[1:], (*ROWS, ROWS[0])], ids=["lacking", "twice"])
def test_each_class_has_one_sentence(rows):
    with pytest.raises(TypeError, match=r"exactly one sentence: Fell$"):
        Sentences(Fell | Grew | Rained, *rows)
