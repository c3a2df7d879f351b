"""The table of Darwin's Dice at its smallest: notes on the seats and the ranks of cards."""

import pytest
from tui.scenes import asking, drawn, example, rows

DICE_COLUMNS = 29


@pytest.mark.parametrize(
    ("name", "note"),
    [("Ada", "thinking …"), ("Wallace", "thinks"), ("Syms Covington", "…")],
)
def test_a_longer_name_leaves_a_shorter_note_on_what_its_player_does(name, note):
    match = example(4, "plates", 0, names=("Root", name, "Ben", "Cleo"))
    plate = next(row for row in rows(drawn(asking(match, 0))) if name in row)
    assert f" {note} ─╮" in plate[: plate.index("╮") + 1]


def test_no_shadow_shows_between_the_words_on_a_card():
    boards = [rows(drawn(asking(example(4, "plates", acts), 0))) for acts in (4, 12)]
    felts = [row[DICE_COLUMNS:] for board in boards for row in board]
    whys = [row for row in felts if " beats " in row]
    assert len(whys) > 1
    assert not any("▀" in row for row in whys)
