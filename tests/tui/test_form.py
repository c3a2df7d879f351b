"""Small things that forms and lists share."""

from datetime import datetime

import pytest
from home import here

from darwin_tui import locations
from darwin_tui.widgets.form import saved_title


def test_title_that_nobody_gave_is_shown_in_words():
    path = here().new_record("dice", datetime(2026, 3, 7, 9, 5), "0123456789abcdef")
    assert saved_title(path.stem) == "Darwin's Dice, 7 March 2026, 09:05"
    assert saved_title(f"{path.stem} 2") == "Darwin's Dice, 7 March 2026, 09:05 2"


def test_name_of_a_record_says_when_it_began_and_what_it_is():
    began = datetime(2026, 3, 7, 9, 5)
    path = here().new_record("evo", began, "0123456789abcdef", " branch")
    assert locations.read_title(path.stem) == ("evo", began, " branch")


@pytest.mark.parametrize(
    "title",
    ["beagle", "dice-beagle", "chess-2026-03-07-0905-012345", "dice-2026-13-07-0905-012345", ""],
)
def test_title_that_somebody_gave_stays(title):
    assert saved_title(title) == title
