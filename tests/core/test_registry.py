"""Games are found by name and imported when asked for."""

import subprocess
import sys
from random import Random

import pytest
from matches import began, careless, play

from darwin_core.contract import registry
from darwin_core.contract.game import OMNISCIENT, SPECTATOR, Outcome
from darwin_core.match.recording import Recording


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_every_game_goes_by_its_slug(slug):
    assert registry.get(slug).slug == slug
    assert registry.get(slug) is registry.get(slug)
    assert registry.get(slug).box == registry.box(slug)


@pytest.mark.parametrize("slug", ["", "chess", "Dice", "../dice", "dice.rules", "\x1b[2J"])
def test_unknown_name_is_refused_naming_the_games_there_are(slug):
    with pytest.raises(registry.UnknownGame) as error:
        registry.get(slug)
    assert ", ".join(registry.SLUGS) in str(error.value)
    assert str(error.value).isprintable()


def test_game_is_imported_only_when_asked_for():
    code = (
        "import sys; from darwin_core import match, table; "
        "from darwin_core.contract import registry; "
        "print([name for name in sys.modules if name.startswith('darwin_core.games')]); "
        "registry.get('dice'); print('darwin_core.games.dice' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n") == ["[]", "True", ""]


# --- the standing of a match that has not ended, as its players and spectators see it


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_the_standing_is_what_the_outcome_will_be_and_shows_a_spectator_no_more(slug):
    game = registry.get(slug)
    written = began(game.seats[-1], "standing", game=slug)
    for acts in (0, 40):
        match = play(written, Random(slug), acts).match
        now = game.standing(match.state)
        assert game.outcome(match.state) is None
        assert len(now.totals) == len(now.ranks) == match.seats
        assert all(len(line.points) == match.seats for line in now.lines)
        assert game.standing(match.view(SPECTATOR)) == now
    match = play(written, Random(slug), 10_000).match
    assert game.standing(match.state) == game.outcome(match.state)


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_the_lines_by_source_add_up_to_the_result(slug):
    recording = Recording(careless(slug), OMNISCIENT)
    result = recording.by_source()
    assert result.totals == recording.standing.totals
    for seat, total in enumerate(result.totals):
        assert sum(line.points[seat] for line in result.lines) == total


# --- outcomes of matches in which somebody has resigned


@pytest.mark.parametrize(
    ("ranks", "resigned", "after"),
    [
        ((1, 1), (0,), (2, 1)),
        ((1, 2), (0,), (2, 1)),
        ((1, 2), (), (1, 2)),
        ((2, 1, 3, 4), (1, 3), (1, 4, 2, 3)),
        ((1, 1, 3), (2,), (1, 1, 3)),
        ((1, 1, 3), (1, 0), (2, 3, 1)),
    ],
)
def test_those_who_resign_are_last_the_first_of_them_behind_all(ranks, resigned, after):
    outcome = Outcome((), (0,) * len(ranks), ranks)
    assert outcome.with_last(resigned).ranks == after


def test_drafts_are_the_choices_before_a_reveal_or_an_offer():
    drafts = {
        (slug, kind.__name__)
        for slug in registry.SLUGS
        for kind in registry.get(slug).events
        if kind.is_draft
    }
    assert drafts == {("dice", "Chose"), ("yummy", "TradeOpened"), ("yummy", "Picked")}
