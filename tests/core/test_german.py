"""Games in German: whole matches in words, without an English one and with every form it needs."""

import logging
import re
from importlib.resources import files

import pytest

from darwin_core import registry
from darwin_core.game import SPECTATOR
from darwin_core.language import reading
from darwin_core.testing.play import Case, moments

GERMAN = [
    slug
    for slug in registry.SLUGS
    if files(registry.get(slug).package).joinpath("de", "rules.md").is_file()
]
ENGLISH = re.compile(
    r"\b(the|and|or|of|to|from|with|your?|it|is|are|has|have|cards?|points?|turn|round|player"
    r"|wins?|takes?|plays?|loses?|nothing|nobody|none|each|other|than|this|that|only|more)\b",
    re.IGNORECASE,
)


def texts(game, moment, lexicon):
    """Yield what a game says of a moment."""
    before, after, seat = moment.before, moment.after, moment.seat
    view = game.view(before, seat)
    yield game.prompt(view, seat, lexicon)
    yield game.prompt(game.view(before, SPECTATOR), SPECTATOR, lexicon)
    for each in game.advise(view, seat, lexicon):
        yield each.reason
    for action in game.legal(before, seat):
        yield game.phrase(view, action, lexicon)
        for element in game.targets(action):
            yield game.element(view, seat, element, lexicon)
    refusal = game.why_not(after, seat, moment.action, lexicon)
    yield refusal.sentence if refusal else ""
    for viewer in (seat, SPECTATOR):
        for event in moment.events:
            shown = game.redact(event, viewer)
            yield game.sentence(shown, lexicon) if shown else ""
        for section in game.describe(game.view(after, viewer), viewer, lexicon):
            yield from section.lines


@pytest.mark.parametrize("slug", GERMAN)
def test_a_match_in_german_has_no_english_word(slug, caplog):
    game = registry.get(slug)
    with reading("de"), caplog.at_level(logging.ERROR, "darwin_core.language"):
        for seats in (game.seats[0], game.seats[-1]):
            case = Case(game, seats, "auf Deutsch", is_advised=True)
            for moment in moments(case):
                for text in texts(game, moment, case.lexicon):
                    assert not ENGLISH.search(text), text
    assert not caplog.records
