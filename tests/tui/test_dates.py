"""Dates and times in words, and the titles of saved matches."""

from datetime import UTC, datetime, timedelta

import pytest
from home import here

from darwin_core.text.language import reading
from darwin_tui import paths
from darwin_tui.library.dates import short_date, short_moment
from darwin_tui.library.saves import saved_title


def test_title_that_nobody_gave_is_shown_in_words():
    path = here().new_record("dice", datetime(2026, 3, 7, 9, 5), "0123456789abcdef")
    assert saved_title(path.stem) == "Darwin's Dice, 7 March 2026, 09:05"
    assert saved_title(f"{path.stem} 2") == "Darwin's Dice, 7 March 2026, 09:05 2"


def test_name_of_a_record_says_when_it_began_and_what_it_is():
    began = datetime(2026, 3, 7, 9, 5)
    path = here().new_record("evo", began, "0123456789abcdef", paths.branch_note(""))
    assert paths.read_title(path.stem) == ("evo", began, True, "", "")


@pytest.mark.parametrize(
    ("note", "english", "german"),
    [
        (paths.branch_note(""), " branch", " Verzweigung"),
        (
            paths.branch_note("2") + " 3",
            " branch dealt again for seat 2 3",
            " Verzweigung neu verteilt für Platz 2 3",
        ),
        (
            # Earlier versions wrote the note in the player's language.
            " Verzweigung neu verteilt für Zuschauer",
            " branch dealt again for a spectator",
            " Verzweigung neu verteilt für Zuschauer",
        ),
    ],
)
def test_name_of_a_branch_is_shown_in_the_readers_language(note, english, german):
    title = f"evo-2026-03-07-0905-012345{note}"
    assert saved_title(title).endswith(f"09:05{english}")
    with reading("de"):
        assert saved_title(title).endswith(f"09:05{german}")


@pytest.mark.parametrize(
    "title",
    ["beagle", "dice-beagle", "chess-2026-03-07-0905-012345", "dice-2026-13-07-0905-012345", ""],
)
def test_title_that_somebody_gave_stays(title):
    assert saved_title(title) == title


@pytest.mark.parametrize(
    ("hours", "words"),
    [(1, "today 11:00"), (13, "yesterday 23:00"), (72, "12 Mar 12:00"), (24 * 400, "8 Feb 2025")],
)
def test_moments_are_as_short_as_they_are_clear(hours, words, monkeypatch):
    noon = datetime(2026, 3, 15, 12)

    class At(datetime):
        @classmethod
        def now(cls, tz=None):
            return noon.astimezone(tz)

    monkeypatch.setattr("darwin_tui.library.dates.datetime", At)
    moment = noon - timedelta(hours=hours)
    assert short_moment(moment.timestamp()) == words
    assert short_date(moment.astimezone(UTC).isoformat()) == words


@pytest.mark.parametrize(
    "made", ["once upon a time\x1b[0m", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"]
)
def test_moment_that_is_none_or_beyond_the_calendar_is_shown_as_it_is(made):
    assert short_date(made) == made[:16]
