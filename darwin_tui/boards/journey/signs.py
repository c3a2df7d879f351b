"""The signs of Darwin's Journey."""

from typing import Final

from darwin_core.text.language import mark
from darwin_tui.boards.journey.panes import NAMES
from darwin_tui.drawing.signs import Sign

_DIARIES, _CREW, _SEA, _OBJECTIVES, _PLAYERS = (
    NAMES.index(name) for name in ("diaries", "crew", "sea", "objectives", "players")
)

_NOT_SEA = tuple(pane for pane in range(len(NAMES)) if pane != _SEA)
_WITHOUT_FIGURES = tuple(pane for pane in _NOT_SEA if pane not in {_DIARIES, _PLAYERS})

SIGNS: Final = (
    Sign("3★  4¢", "strong ink", mark("points; coins")),
    Sign("2✎  2↑", "strong ink", mark("knowledge; steps on the evolution track")),
    Sign("3▤  ◎  ◉", "strong ink", mark("stamps; an objective to take; any seal")),
    Sign("⌂2¢", "strong ink", mark("camp, and the price of a tent there"), (_SEA,)),
    Sign("●▲▢◆", "strong token-ink on seat-0", mark("ships, explorers, workers and stamps")),
    Sign("‡", "strong ink", mark("an anchor of the Beagle"), (_SEA,)),
    Sign("‣▸ ◂ ▴ ▾", "ink", mark("the way on"), (_SEA,)),
    Sign("▹ ◃ ▵ ▿", "ink", mark("a way by choice"), (_SEA,)),
    Sign("+4", "strong token-ink on gold", mark("points for the first player there"), (_SEA,)),
    Sign(mark("Rbird"), "strong token-ink on red", mark("a specimen: red bird"), (_SEA,)),
    Sign("•", "strong cursor", mark("you can choose it, or go there")),
    Sign("▸", "strong cursor", mark("the pane that is open")),
    Sign(
        mark("end "),
        "dim",
        mark("points to come at the end, as things stand"),
        (_DIARIES, _PLAYERS),
    ),
    Sign("×8 (2)", "dim", mark("points for each, and how many you have"), (_OBJECTIVES,)),
    Sign("GG", "strong token-ink on green", mark("seals that it asks for"), (_DIARIES, _CREW)),
    Sign("(●)", "strong ink", mark("opened by a lens of that player"), (_DIARIES,)),
    Sign("(◇)", "strong ink", mark("opened for all; on a slot: a tile"), (_DIARIES,)),
    Sign("(·)", "dim", mark("locked: it needs a lens"), (_DIARIES,)),
    Sign("○", "strong ink", mark("a worker that is placed"), (_DIARIES, _CREW)),
    Sign("− BB", "dim", mark("seals that are missing"), _NOT_SEA),
    Sign("→", "dim", mark("for this you get"), _NOT_SEA),
    Sign("✓", "good", mark("has chosen"), (_CREW,)),
    Sign("■□", "ink", mark("rounds begun, and those to come"), _WITHOUT_FIGURES),
)
