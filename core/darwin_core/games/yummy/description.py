"""A position of Yummy Darwinism in sentences, for use without the board."""

from darwin_core.contract.game import Section
from darwin_core.games.yummy.elements import triplet_facts
from darwin_core.games.yummy.rules import limit
from darwin_core.games.yummy.scoring import score, totals
from darwin_core.games.yummy.state import YummyState
from darwin_core.games.yummy.view import remembered
from darwin_core.games.yummy.words import DIRECTIONS, cards_words
from darwin_core.text.language import tr
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import counted


def describe(view: YummyState, viewer: int, lexicon: Lexicon) -> list[Section]:
    """Describe the position: the deck, every player's field, and the viewer's hand."""
    deck = counted(len(view.deck), "card")
    way = tr(DIRECTIONS[view.direction])
    table = [tr("The deck has {cards} left. Play goes {direction}.", cards=deck, direction=way)]
    if view.out:
        out = cards_words(bytes(sorted(view.out)))
        table.append(tr("Out of the game: {cards}.", cards=out))
    sections = [Section(tr("table"), tuple(table))]
    known = remembered(view, viewer)
    points = totals(view)
    for seat, name in enumerate(lexicon.names):
        score_words = _score_words(view, seat)
        mine = counted(points[seat], "point")
        lines = [tr("{seat} has {points}: {lines}.", seat=name, points=mine, lines=score_words)]
        lines += [triplet_facts(view, seat, each) for each in view.fields[seat]]
        if seat != viewer:
            cards, seen = counted(len(view.hands[seat]), "card"), known[seat]
            words = cards_words(seen)
            lines.append(
                tr("Holds {cards}, among them {known}.", cards=cards, known=words)
                if seen
                else tr("Holds {cards}.", cards=cards)
            )
        sections.append(Section(tr("field of {seat}", seat=name), tuple(lines)))
    if viewer < len(view.hands):
        hand = tr("You hold {hand}.", hand=cards_words(view.hands[viewer]))
        most = tr("Your limit is {number}.", number=limit(view, viewer))
        sections.append(Section(tr("hand"), (hand, most)))
    return sections


def _score_words(view: YummyState, seat: int) -> str:
    return ", ".join(f"{tr(line.label)} {line.points[seat]}" for line in score(view))
