"""Question numbers, undo and finality are kept: asked again, they run no rule and build no line."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from matches import header

from darwin_core.contract import registry
from darwin_core.match import Match, Redo, Refused, Undo, begin

COUNTED = ("legal", "apply", "clone")


def counting(slug: str, calls: Counter[str]) -> Any:
    """Return a game whose rules are counted as they run."""
    game: Any = registry.get(slug)

    def counted(part: Any, name: str) -> Any:
        rule = getattr(part, name)

        def call(*args: Any) -> Any:
            calls[name] += 1
            return rule(*args)

        return call

    texts = replace(game.texts, notation=counted(game.texts, "notation"))
    return replace(game, texts=texts, **{name: counted(game, name) for name in COUNTED})


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_what_is_asked_twice_is_found_once(slug: str) -> None:
    """Ask at every step everything that a front end asks of the match for each seat, a second
    time."""
    calls, rng = Counter[str](), Random(slug)
    game = counting(slug, calls)
    match, _ = begin(game, header(2, game=slug))
    for _ in range(40):
        movers = game.to_move(match.state)
        if not movers:
            break
        wanted = [(seat, match.question(seat), match.can_undo(seat)) for seat in range(2)]
        final = [match.is_final(movers[0], action) for action in match.legal(movers[0])]
        calls.clear()
        assert wanted == [(seat, match.question(seat), match.can_undo(seat)) for seat in range(2)]
        assert final == [match.is_final(movers[0], action) for action in match.legal(movers[0])]
        assert not calls
        match.accept(match.propose(movers[0], rng.choice(match.legal(movers[0]))))


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_what_is_kept_is_what_a_match_read_again_finds(slug: str) -> None:
    """Compare also after actions of others, undos and redos."""
    game, rng = registry.get(slug), Random(slug)
    seats = game.seats[-1]
    match, _ = begin(game, header(seats, game=slug))
    undone = 0
    for _ in range(60):
        kept = [(match.question(s), match.can_undo(s), match.can_redo(s)) for s in range(seats)]
        anew = Match.load(game, match.header, match.first_chain, match.lines)
        for seat, (question, can_undo, can_redo) in enumerate(kept):
            assert anew.question(seat) == question
            assert anew.can_undo(seat) == can_undo == _is_proposed(match, seat, Undo())
            assert anew.can_redo(seat) == can_redo == _is_proposed(match, seat, Redo())
        movers = game.to_move(match.state)
        if not movers:
            break
        able = [seat for seat, (_, can_undo, _) in enumerate(kept) if can_undo]
        if able and rng.random() < 0.3:
            match.accept(match.propose(rng.choice(able), Undo()))
            undone += 1
        else:
            seat = rng.choice(list(movers))
            match.accept(match.propose(seat, rng.choice(match.legal(seat))))
    assert undone


def _is_proposed(match: Any, seat: int, act: Any) -> bool:
    try:
        match.propose(seat, act)
    except Refused:
        return False
    return True
