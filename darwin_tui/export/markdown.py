"""A match as a text in Markdown."""

from itertools import groupby

from darwin_core.game import OMNISCIENT, SPECTATOR
from darwin_core.lexicon import Language, Lexicon
from darwin_core.match.recording import AnyRecording
from darwin_core.record import Player
from darwin_tui.export.chapters import chapters
from darwin_tui.seating import bot_title, level_of

HISTORY = "history"
"""The section of a description that covers the whole match."""


def markdown(recording: AnyRecording, language: Language = "en") -> str:
    """Return the match as its viewer may know it: a heading a round, a paragraph a turn, the
    score."""
    game, names, viewer = recording.game, recording.names, recording.viewer
    lexicon = Lexicon(names, language)
    players = ", ".join(_player(player) for player in recording.players)
    name = names[viewer] if viewer < len(names) else "a spectator"
    seen = "with nothing hidden" if viewer == OMNISCIENT else f"as {name} saw it"
    lines = [f"# {game.title}", "", f"{players}. Started {recording.made}; {seen}.", ""]
    for round, turns in groupby(chapters(recording), key=lambda chapter: chapter.clock.round):
        lines += [f"## {game.clock_words[0].capitalize()} {round}", ""]
        for chapter in turns:
            whole = [event for event in chapter.events if not event.is_draft]
            text = " ".join(game.sentence(event, lexicon) for event in whole)
            if text:
                number = f"**{chapter.clock.turn}.** " if chapter.clock.turn else ""
                lines += [f"{number}{text}", ""]
    return "\n".join([*lines, *_score(recording), *_history(recording, lexicon)])


def _player(player: Player) -> str:
    level = level_of(player)
    return f"{player.name} ({bot_title(level)})" if level else player.name


def _score(recording: AnyRecording) -> list[str]:
    outcome, names = recording.outcome, recording.names
    if outcome is None:
        return [f"The match is not over; {recording.last} actions so far.", ""]
    rows = [("", *names), ("---", *("---:" for _ in names))]
    rows += [(line.label, *map(str, line.points)) for line in outcome.lines]
    rows += [("total", *map(str, outcome.totals)), ("place", *map(str, outcome.ranks))]
    return ["## Score", "", *(f"| {' | '.join(row)} |" for row in rows), ""]


def _history(recording: AnyRecording, lexicon: Lexicon) -> list[str]:
    lines = history(recording, lexicon)
    return ["## History", "", *(f"- {line}" for line in lines), ""] if lines else []


def history(recording: AnyRecording, lexicon: Lexicon) -> list[str]:
    """Return the course of a finished match in sentences, in games that describe it at the end."""
    if recording.outcome is None:
        return []
    view = recording.from_perspective(SPECTATOR).view()
    sections = recording.game.describe(view, SPECTATOR, lexicon)
    return [line for section in sections if section.name == HISTORY for line in section.lines]
