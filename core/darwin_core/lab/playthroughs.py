"""Playthroughs: short text files that show a game action by action, for people to read.

A test replays the match and compares line by line; a change of the rules is reviewed as the
difference of the files.
"""

from itertools import zip_longest
from pathlib import Path
from typing import Final

from darwin_core.contract.game import SPECTATOR, A, E, S, when
from darwin_core.lab.play import Case, Ply, moments, packed
from darwin_core.match import Match, redact_all
from darwin_core.match.record import fingerprint

LISTED: Final = 9
"""Maximum number of choices listed; longer lists are only counted."""


def playthrough(case: Case[S, A, E]) -> str:
    """Return a case's match as a spectator sees it: each action, its alternatives, its events. An
    action's line has its number, the seat's name, the action, and after a bar all legal actions, or
    their number if there are more than LISTED. Points and a hash of the last state end it."""
    game = case.game
    match, _ = case.match()
    options = "".join(f", {key} {value}" for key, value in sorted(case.options.items()))
    lines = [
        f"{game.title}, {case.seats} seats, rules {game.rules_version}, seed {case.seed}{options}",
        "",
    ]
    lines += _sentences(case, match.events(SPECTATOR))
    now = game.clock(match.state)
    for moment in moments(case):
        if game.clock(moment.before) != now:
            now = game.clock(moment.before)
            lines += ["", when(game, now).capitalize()]
        lines.append(_action(case, moment))
        lines += _sentences(case, redact_all(game, moment.events, SPECTATOR))
        match.accept(match.propose(moment.seat, moment.action))
    lines += ["", *_scores(case, match)]
    lines += [f"state hash {fingerprint(packed(match.state))}"]
    return "\n".join(lines) + "\n"


def _action(case: Case[S, A, E], moment: Ply[S, A, E]) -> str:
    """Return the line of an action; see ``playthrough``."""
    game = case.game
    name = case.names[moment.seat]
    text = game.texts.notation(moment.action)
    choices = [game.texts.notation(action) for action in moment.legal]
    listed = " ".join(choices) if len(choices) <= LISTED else f"{len(choices)} choices"
    return f"{moment.step + 1:3} {name:4} {text:4} | {listed}"


def _sentences(case: Case[S, A, E], events: tuple[E, ...]) -> list[str]:
    return [f"      {case.game.texts.sentence(event, case.seat_names)}" for event in events]


def _scores(case: Case[S, A, E], match: Match[S, A, E]) -> list[str]:
    """Return the table of points: a line for each part of the score, a column for each seat."""
    outcome = case.game.outcome(match.state)
    if outcome is None:
        raise case.failure(len(match.history), "there is no outcome")
    # The first row has the names; the labels of the others are as wide as the widest.
    rows = [("", case.names)]
    rows += [(line.label, tuple(map(str, line.points))) for line in outcome.lines]
    rows += [("total", tuple(map(str, outcome.totals)))]
    rows += [("place", tuple(map(str, outcome.ranks)))]
    width = max(len(label) for label, _ in rows)
    return [
        f"{label:{width}} {' '.join(f'{cell:>5}' for cell in cells)}".rstrip()
        for label, cells in rows
    ]


def compare(path: Path, text: str, *, rewrite: bool = False) -> None:
    """Compare a playthrough with its file, or write the file.

    Raises:
        AssertionError: with the first line that differs.
    """
    if rewrite:
        path.write_text(text, encoding="utf-8", newline="\n")
        return
    if not path.exists():
        raise AssertionError(f"{path.name} is missing: write it first")
    old_lines = path.read_text(encoding="utf-8").splitlines()
    for number, (old, new) in enumerate(zip_longest(old_lines, text.splitlines()), 1):
        if old != new:
            raise AssertionError(f"{path.name}, line {number}: {old!r} is now {new!r}")
