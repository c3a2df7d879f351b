"""The trick: the cards played by each seat, and the strength of selected cards in it."""

from typing import Final

from darwin_core.game import NOTHING
from darwin_core.games.darwinning.boards import TWO
from darwin_core.games.darwinning.combinations import rank_of, strength
from darwin_core.games.darwinning.components import CARDS, NUMBER
from darwin_core.games.darwinning.rules import to_move
from darwin_core.games.darwinning.state import (
    EMPTY,
    DarwinningState,
    Declare,
    Declared,
    EraBegan,
    Keep,
    Played,
    TrickWon,
)
from darwin_core.games.darwinning.tricks import usable
from darwin_core.games.darwinning.words import set_words, strongest_display
from darwin_tui.games.darwinning.marks import card_codes
from darwin_tui.games.darwinning.scene import Scene
from darwin_tui.widgets.canvas import Canvas, Run

MARK_COLUMNS: Final = 36
"""Columns before the mark of the strongest player."""


def _last_trick(scene: Scene) -> tuple[dict[int, bytes], dict[int, bytes], int]:
    """Return the cards of each seat in the last trick that was won, its display cards, and the
    winner."""
    played: dict[int, bytes] = {}
    used: dict[int, bytes] = {}
    winner = NOTHING
    for event in reversed(scene.events):
        if isinstance(event, TrickWon):
            if winner != NOTHING:
                break
            winner = event.seat
        elif isinstance(event, Played) and winner != NOTHING:
            played.setdefault(event.seat, event.cards)
        elif isinstance(event, Declared) and winner != NOTHING:
            used.setdefault(event.seat, event.cards)
        elif isinstance(event, EraBegan) and (winner != NOTHING or not scene.is_paused):
            break
    return played, used, winner


def draw_trick(
    canvas: Canvas, scene: Scene, view: DarwinningState, seat: int, x: int, y: int
) -> None:
    """Draw a seat's cards in this trick; before its first card, those of the last trick."""
    if view.pending and isinstance(view.pending[-1], Keep):
        has_chosen = view.kept[seat] != EMPTY
        choice = ("▒ has chosen", "strong") if has_chosen else ("chooses cards to keep", "dim")
        canvas.text(x, y, choice)
        return
    is_new = not any(view.played) or not _is_open(view)
    if is_new and seat in _last_trick(scene)[0]:
        draw_last_trick(canvas, scene, seat, x, y)
        return
    if view.played[seat]:
        best = seat == view.best
        style = "strong" if best else "dim"
        _draw_set(canvas, view.played[seat], view.used[seat], x, y, style)
        canvas.text(x + MARK_COLUMNS, y, ("◀" if best else "", "good strong"))
        return
    _draw_waiting(canvas, view, seat, x, y)
    last = _last_trick(scene)[0].get(seat, b"")
    if last:
        # Until the seat plays again, its last cards stay visible.
        canvas.text(
            x + 7, y, ("last ", "faint"), *((f"{CARDS[card].code} ", "faint") for card in last)
        )


def draw_last_trick(canvas: Canvas, scene: Scene, seat: int, x: int, y: int) -> None:
    """Draw a seat's cards in the last trick that was won."""
    played, used, winner = _last_trick(scene)
    if not played.get(seat):
        canvas.text(x, y, ("–", "faint"))
        return
    _draw_set(canvas, played[seat], used.get(seat, b""), x, y, "faint")
    canvas.text(x + MARK_COLUMNS, y, ("◀" if seat == winner else "", "dim"))


def _draw_set(canvas: Canvas, cards: bytes, used: bytes, x: int, y: int, style: str) -> None:
    """Draw cards played, with those of the display, and the name of the set."""
    at = canvas.text(x, y, *card_codes(cards))
    if used:
        at = canvas.text(at, y, ("+ ", "dim"), *card_codes(used))
    canvas.text(at, y, (_short_words(cards + used, x + MARK_COLUMNS - at), style))


def _draw_waiting(canvas: Canvas, view: DarwinningState, seat: int, x: int, y: int) -> None:
    plays = view.pending and seat in to_move(view)
    canvas.text(x, y, ("plays", "dim") if plays else ("…", "faint"))


def _short_words(cards: bytes, room: int) -> str:
    """Return the name of a set of several cards, as long as there is room for."""
    if len(cards) == 1:
        return ""
    if rank_of(cards) is None:
        return f"only the {max(NUMBER[card] for card in cards)}"
    words = set_words(cards)
    return words if len(words) < room else words.partition(",")[0]


def _is_open(view: DarwinningState) -> bool:
    """Return True if the trick continues."""
    return not all(view.played) or (len(view.hands) == TWO and _is_declared(view))


def _is_declared(view: DarwinningState) -> bool:
    return bool(view.pending) and isinstance(view.pending[-1], Declare)


def comparison(view: DarwinningState, cards: bytes) -> tuple[Run, ...]:
    """Return the name of a set, and its result against the trick so far."""
    if len(view.hands) == TWO:
        return _comparison_of_two(view, cards)
    if rank_of(cards) is None:
        return (("not yet a combination", "dim"),)
    name = (set_words(cards), "strong")
    if view.best == NOTHING:
        return name, ("  leads", "good")
    if strength(cards) >= strength(view.played[view.best]):
        return name, ("  beats it", "good")
    return name, (("  does not beat it", "bad") if len(cards) > 1 else ("  loses", "dim"))


def _comparison_of_two(view: DarwinningState, cards: bytes) -> tuple[Run, ...]:
    """Return the same for the strongest set of some cards, alone or with cards of the display."""
    best = strongest_display(view, cards)
    if best is None:
        return (("not yet a combination", "dim"),)
    codes = "".join(f"+{CARDS[card].code}" for card in best)
    name = ((set_words(cards + best), "strong"), (f" {codes}" if codes else "", "dim"))
    rival = next((seat for seat in range(TWO) if view.played[seat]), None)
    if rival is None:
        return (*name, ("  leads", "good"))
    played = view.played[rival]
    # A set that lost its display card to Mutation is as strong as its highest card.
    rivals = [strength(played + some) for some in usable(view, rival)] or [strength(played)]
    if strength(cards + best) >= max(rivals):
        return (*name, ("  beats it", "good"))
    if strength(cards + best) >= min(rivals):
        return (*name, ("  may beat it", "dim"))
    return (*name, ("  loses", "dim"))
