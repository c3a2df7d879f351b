"""The survival in lines, for a window without room for the plates: the ledger."""

from collections.abc import Sequence

from darwin_core.games.darwinning.state import DarwinningState
from darwin_core.text.language import tr, tr_in
from darwin_core.text.wording import first_clauses
from darwin_tui.boards.darwinning.fates import BALANCE, Fate, drawn_words, fates_of, survival_events
from darwin_tui.boards.darwinning.marks import being_mark, being_name, environment_name
from darwin_tui.boards.darwinning.scene import Scene
from darwin_tui.boards.darwinning.survival import Food, foods_of
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Styled


def draw_ledger(area: Area, scene: Scene) -> None:
    """Draw a survival in lines, the lowest species first: the sources of its food, and the
    result."""
    view = scene.view
    events = survival_events(scene)
    fates = fates_of(events)
    head, *lines = area.rows(*[1] * area.height)
    head = head.on("strip")
    head.text(1, 0, (tr("survival"), "strong"))
    head.text(20, 0, (tr_in("column", "needs"), "dim"))
    head.text(27, 0, (tr("food"), "dim"))
    for line, (being, fate) in zip(lines, fates.items(), strict=False):
        name = being_name(scene, being)
        line.text(1, 0, being_mark(view, being), " ", name)
        if being >= len(view.hands):
            x = line.text(27, 0, (f"{tr('eats')} ", "dim"))
            line.text(x, 0, *(being_mark(view, each) for each in fate.eaten))
            continue
        if fate.fed is None:
            continue
        words, style = BALANCE[fate.fed.change]
        bitten = fate.bitten
        cost: list[Styled] = []
        if bitten:
            cost = [(f" ✗{bitten.bites}", "strong bad" if bitten.change else "dim")]
        start = line.right(0, (tr(words), style), *cost, margin=1)
        line.at(20, 0, 5, 1).right(0, (str(fate.fed.needed), "strong"), margin=1)
        _draw_sources(line.at(27, 0, start - 28, 1), view, foods_of(scene, being, fate), fate)
    for line, words in zip(lines[len(fates) :], drawn_words(scene, events), strict=False):
        line.text(1, 0, (first_clauses(words, line.width - 1), "dim"))


def _draw_sources(area: Area, view: DarwinningState, foods: Sequence[Food], fate: Fate) -> None:
    """Draw the food of a species as a sum of its sources, in the longest form that fits."""
    marks = iter(fate.eaten)
    pieces: list[Styled] = []
    for letters in (11, 7, 3, 1):
        pieces, marks = [], iter(fate.eaten)
        for food in foods:
            if food.is_meal:
                pieces += [("+", "dim"), being_mark(view, next(marks)), (f"{food.amount} ", "ink")]
            else:
                name, plus = food.named(letters), "+" if food.is_shared else ""
                if food.place is not None:
                    name = environment_name(food.place, letters)
                pieces += [(f"{plus}{name} ", "dim"), (f"{food.amount} ", "ink")]
        pieces += [("= ", "dim"), (str(sum(food.amount for food in foods)), "strong")]
        if sum(len(piece[0]) for piece in pieces) <= area.width:
            break
    area.text(0, 0, *pieces)


def ledger_rows(scene: Scene) -> int:
    """Return the rows of the ledger."""
    events = survival_events(scene)
    return 1 + len(fates_of(events)) + len(drawn_words(scene, events))
