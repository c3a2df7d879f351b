"""The numbers of possible sequences of matches and positions: any change of the rules shows
here."""

from darwin_core.games.evo import GAME
from darwin_core.lab.play import count_ahead

from .positions import ending, kind, living


def test_migrations_of_six_different_cards_to_three_places():
    table = living(kind(hand="SRPTEA", deck="T"), kind(), kind(), kind())
    assert len(table.may(0, "migrate")) == 15 * 3
    table = living(kind(hand="SRPTEA", deck="T", own="XP"), kind(), kind(), kind())
    assert len(table.may(0, "migrate")) == (15 + 6) * 3
    table = living(kind(hand="SSRRPPTTEEAA", deck="T"), kind(), kind(), kind())
    assert len(table.may(0, "migrate")) == 21 * 3


def test_hunts_with_every_help():
    """Two versatiles, hunter, scavenger and litter, each used or not, and any of it payable."""
    table = living(
        kind(hand="SSSRRRPPP", deck="T", own="VS VR HS XR XE"),
        land=[("SR", "")],
        tokens={(0, 1): "1 0"},
    )
    assert len(table.may(0, "hunt")) == 2**5


def test_forages_of_a_hand_of_one_trait():
    """Two equal flora at home: one card searches, one to five are gathered."""
    table = living(kind(hand="SSSSSS", deck="T", own="GS"), land=[("", "SS")])
    assert len(table.may(0, "forage")) == 2 * 5 * 2


def test_ways_of_choosing_species():
    """Four species; then one more population at the only place, and one of four moved or not."""
    table = ending(kind(), kind(), kind(), kind(), points=[0, 1, 2, 3])
    counts = count_ahead(GAME, table.state, 4)
    assert [count.paths for count in counts] == [4, 4 * 4, 4 * 4 * 3, 4 * 4 * 3 * 4]


def test_a_generation_of_one_hunt():
    table = living(kind(hand="SSR", deck="T"), land=[("SR", "")])
    assert table.may(0) == ["hunt 1", "migrate SS 2", "migrate SR 2", "done"]
