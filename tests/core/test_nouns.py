"""Names of things with their forms."""

import pytest

from darwin_core.text.nouns import Noun, german

FORMS = {
    "der Bär, die Bären, den Bären": {
        "der": "der Bär",
        "den": "den Bären",
        "dem": "dem Bären",
        "ein": "ein Bär",
        "einen": "einen Bären",
        "einem": "einem Bären",
        "kein": "kein Bär",
        "keinen": "keinen Bären",
        "acc": "Bären",
        "many": "Bären",
    },
    "die Katze, die Katzen": {
        "der": "die Katze",
        "den": "die Katze",
        "dem": "der Katze",
        "ein": "eine Katze",
        "einen": "eine Katze",
        "einem": "einer Katze",
        "keinen": "keine Katze",
        "many": "Katzen",
    },
    "das Ei, die Eier": {
        "der": "das Ei",
        "den": "das Ei",
        "dem": "dem Ei",
        "einen": "ein Ei",
        "einem": "einem Ei",
        "keinen": "kein Ei",
        "many": "Eier",
    },
}
"""Masculine, feminine and neuter nouns as message files write them, with their forms."""
COUNTED = {"": "3 Eier", "der": "die 3 Eier", "dem": "den 3 Eiern", "dat": "3 Eiern"}


@pytest.mark.parametrize("written", FORMS)
def test_a_german_noun_has_its_gender_and_cases(written):
    noun = german(written)
    assert {form: format(noun, form) for form in FORMS[written]} == FORMS[written]


def test_english_plurals_are_spelt_as_they_are_spoken():
    things = ["card", "grass", "fungus", "berry", "way", "fox"]
    counted = [Noun(thing).counted(2) for thing in things]
    assert counted == ["2 cards", "2 grasses", "2 funguses", "2 berries", "2 ways", "2 foxes"]


def test_things_are_counted_in_every_case():
    eggs = german("das Ei, die Eier").counted(3)
    assert {form: format(eggs, form) for form in COUNTED} == COUNTED
    assert str(german("das Ei, die Eier").counted(1)) == "1 Ei"


def test_a_negative_number_has_a_minus_sign():
    assert Noun("point").counted(-3) == "−3 points"
    assert format(german("der Punkt, die Punkte").counted(-3), "dat") == "−3 Punkten"


def test_a_number_follows_a_name_in_every_case():
    assert f"{german('der Bär, die Bären, den Bären').followed_by(3):den}" == "den Bären 3"


def test_a_form_that_german_does_not_have_is_refused():
    with pytest.raises(ValueError, match="no form"):
        format(german("das Ei, die Eier"), "das")


def test_a_name_is_aligned_as_any_text():
    assert f"{Noun('fox'):<5}|" == "fox  |"
    assert f"{german('der Bär, die Bären, den Bären'):>5}|" == "  Bär|"
