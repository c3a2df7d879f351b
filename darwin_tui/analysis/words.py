"""An analysis in words: how each player came to the result, turning points and mistakes."""

from collections.abc import Iterator, Sequence
from typing import Final

from darwin_core.analysis.report import Analysis, sentence
from darwin_core.analysis.review import Choice, Knowledge
from darwin_core.match.recording import AnyRecording
from darwin_core.text.language import mark, tr, tr_in
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import counted, percent

WORST_MAX: Final = 3
"""Mistakes of a player that are named."""
SHARE_COLUMNS: Final = len("+100 %")
KNOWN: Final[dict[Knowledge, str]] = {
    "players": mark("as each player knew the match"),
    "spectator": mark("as a spectator knew the match"),
    "all": mark("with all cards open"),
}
"""The knowledge in words."""
APART: Final = mark("Each player knew other things, so the chances of all need not make 100 %.")


def lines(recording: AnyRecording, analysis: Analysis) -> Iterator[str]:
    """Yield an analysis in lines of text: how each player came to the result, the turning points
    and the worst mistakes."""
    lexicon = Lexicon(recording.names)
    yield tr(
        "{title}: chances to win, {knowledge}",
        title=recording.game.title,
        knowledge=tr(KNOWN[analysis.knowledge]),
    )
    yield ""
    yield from _table(lexicon.names, analysis)
    if analysis.knowledge == "players":
        yield tr(APART)
    if analysis.knowledge == "spectator":
        yield tr("A spectator cannot judge decisions, so all of it counts as luck.")
    else:
        yield tr("Decisions count against what the Normal bot would have done.")
    if analysis.turning_points:
        yield ""
        yield tr("Turning points")
        for point in analysis.turning_points:
            yield f"{point.position:5}  {sentence(recording, point, lexicon)}"
    for seat, choices in enumerate(analysis.choices):
        worst = sorted((each for each in choices if each.cost), key=lambda each: -each.cost)
        if worst:
            yield ""
            yield tr(
                "{player}: {mistakes} of {decisions}",
                player=lexicon.names[seat],
                mistakes=counted(len(worst), "mistake"),
                decisions=counted(len(choices), "decision"),
            )
            own = recording.from_perspective(seat)
            for choice in worst[:WORST_MAX]:
                played = phrase_of(own, choice, choice.played, lexicon)
                yield f"{choice.position:5}  {played}: {cost_of(own, choice, lexicon)}"


def _table(names: Sequence[str], analysis: Analysis) -> Iterator[str]:
    """Yield the parts of each player's result, in columns below their titles."""
    player = tr("player")
    titles = tr_in("chance", "start"), tr("luck"), tr("decisions"), tr("result")
    width = max(len(player), *map(len, names))
    columns = [max(SHARE_COLUMNS, len(title)) for title in titles]
    rows = [(player, *titles)]
    for seat, name in enumerate(names):
        start, result = (percent(part[seat]) for part in (analysis.start, analysis.result))
        luck, decisions = (
            f"{100 * part[seat]:+.0f} %" for part in (analysis.luck, analysis.decisions)
        )
        rows.append((name, start, luck, decisions, result))
    for name, *cells in rows:
        shown = (f"{cell:>{room}}" for cell, room in zip(cells, columns, strict=True))
        yield "  ".join((f"{name:{width}}", *shown))


def cost_of(recording: AnyRecording, choice: Choice, lexicon: Lexicon) -> str:
    """Return in words what a decision cost and what would have been better, from the perspective of
    its seat."""
    name, best = lexicon.names[recording.viewer], phrase_of(recording, choice, choice.best, lexicon)
    return tr(
        "{mark} costs {player} {share} points of the chance to win; better: {action}.",
        mark=choice.mark,
        player=name,
        share=f"{100 * choice.cost:.0f}",
        action=best,
    )


def phrase_of(recording: AnyRecording, choice: Choice, text: str, lexicon: Lexicon) -> str:
    """Return an action that was open at a decision in words."""
    game = recording.game
    return game.phrase(recording.view(choice.position), game.parse(text), lexicon)
