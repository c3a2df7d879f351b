"""Triplets and large hands of Yummy Darwinism without colour."""

from tui.checks import check_marks
from tui.yummy_scenes import large, placed, see


def test_triplets_and_many_cards_differ_without_colour_too():
    now = placed([["T1 T2 T3"], ["C1 C2 CJ", "E1 E2 E3"]], "C3 EA1 C4 PA1")
    state = large(3, 1, (4, 4, 4), 20)
    for ascii_only in (False, True):
        check_marks(now, ascii_only)
        check_marks(now, ascii_only, (120, 37))
        check_marks(see(state, 1), ascii_only)
