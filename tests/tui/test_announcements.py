"""The band that announces a loss, on every board at the smallest size and in ASCII."""

import pytest
from textual.geometry import Size
from tui.scenes import example, scene

from darwin_core.contract import registry
from darwin_tui.boards import board_for
from darwin_tui.drawing.canvas import Canvas, Drawing
from darwin_tui.drawing.overlay import draw_losses
from darwin_tui.drawing.scene import Announcement

LOSS = Announcement(1, "Taken from you, Ben", ("Ada takes Teeth from Ben by Mutation.",), (20, 17))


def rows_of(drawing: Drawing) -> list[str]:
    return ["".join(character for character, _ in row) for row in drawing.canvas.grid]


def banner(*losses: Announcement, size: tuple[int, int] = (80, 21)) -> list[str]:
    drawing = Drawing(Canvas(*size), {})
    draw_losses(drawing, losses)
    return rows_of(drawing)


def test_it_says_who_takes_what_and_the_points_before_and_after():
    text = "\n".join(banner(LOSS))
    for words in ("▲ Taken from you, Ben", *LOSS.sentences, "20 › 17"):
        assert words in text


def test_points_are_left_out_where_none_fall():
    loss = Announcement(0, "Taken from you, Ada", ("Ben eats Ada.",), (20, 20))
    assert "20" not in "\n".join(banner(loss))


def test_the_losses_of_several_lie_below_each_other_as_far_as_there_is_room():
    text = "\n".join(banner(LOSS, LOSS, LOSS, LOSS, LOSS))
    assert text.count("Taken from you") == 3


def test_what_has_no_room_is_left_to_the_log():
    many = Announcement(0, "Your loss, Ada", ("Food takes a token from Ada.",) * 30, (5, 0))
    text = "\n".join(banner(many))
    assert text.count("Food takes") == 8
    assert "The log has more" in text


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_every_board_shows_it_below_its_title(slug):
    board = board_for(slug)
    match = example(2, "loss", 40, game=slug)
    drawing = board._drawing_of(scene(match, 0, losses=(LOSS,)), Size(80, 21))
    assert "Taken from you, Ben" in rows_of(drawing)[2]
