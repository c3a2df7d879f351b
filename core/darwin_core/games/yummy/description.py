"""A position of Yummy Darwinism in sentences, for use without the board."""

from darwin_core.game import Section
from darwin_core.games.yummy.elements import triplet_facts
from darwin_core.games.yummy.rules import limit
from darwin_core.games.yummy.scoring import score, totals
from darwin_core.games.yummy.state import YummyState
from darwin_core.games.yummy.view import remembered
from darwin_core.games.yummy.words import DIRECTIONS, cards_words
from darwin_core.lexicon import Lexicon
from darwin_core.wording import counted


def describe(view: YummyState, viewer: int, lexicon: Lexicon) -> list[Section]:
    """Describe the position: the deck, every player's field, and the viewer's hand."""
    deck = counted(len(view.deck), "card")
    table = [f"The deck has {deck} left. Play goes {DIRECTIONS[view.direction]}."]
    if view.out:
        table.append(f"Out of the game: {cards_words(bytes(sorted(view.out)), lexicon)}.")
    sections = [Section("table", tuple(table))]
    known = remembered(view, viewer)
    points = totals(view)
    for seat, name in enumerate(lexicon.names):
        lines = [f"{name} has {counted(points[seat], 'point')}: {_score_words(view, seat)}."]
        lines += [triplet_facts(view, seat, each, lexicon) for each in view.fields[seat]]
        if seat != viewer:
            holds = f"Holds {counted(len(view.hands[seat]), 'card')}"
            seen = f", among them {cards_words(known[seat], lexicon)}" if known[seat] else ""
            lines.append(f"{holds}{seen}.")
        sections.append(Section(f"field of {name}", tuple(lines)))
    if viewer < len(view.hands):
        hand = f"You hold {cards_words(view.hands[viewer], lexicon)}."
        sections.append(Section("hand", (hand, f"Your limit is {limit(view, viewer)}.")))
    return sections


def _score_words(view: YummyState, seat: int) -> str:
    return ", ".join(f"{line.label} {line.points[seat]}" for line in score(view))
