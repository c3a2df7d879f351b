"""A match as a narration in Markdown."""

from itertools import groupby

from darwin_core.game import SPECTATOR
from darwin_core.lexicon import Language, Lexicon
from darwin_core.match import OMNISCIENT, AnyMatch
from darwin_core.record import Player
from darwin_tui.export.chapters import chapters

HISTORY = "history"
"""The section of a position in words that tells of the whole match."""


def markdown(match: AnyMatch, viewer: int, language: Language = "en") -> str:
    """Return the match as its viewer saw it: a heading a round, a paragraph a turn, the score."""
    game, header = match.game, match.header
    lexicon = Lexicon(header.names, language)
    players = ", ".join(_sitter(player) for player in header.players)
    eyes = header.names[viewer] if viewer < match.seats else "a watcher"
    seen = "with nothing hidden" if viewer == OMNISCIENT else f"as {eyes} heard it"
    lines = [f"# {game.title}", "", f"{players}. Begun {header.made}; told {seen}.", ""]
    for round, turns in groupby(chapters(match, viewer), key=lambda chapter: chapter.clock.round):
        lines += [f"## {game.clock_words[0].capitalize()} {round}", ""]
        for chapter in turns:
            told = " ".join(game.sentence(event, lexicon) for event in chapter.events)
            if told:
                number = f"**{chapter.clock.turn}.** " if chapter.clock.turn else ""
                lines += [f"{number}{told}", ""]
    return "\n".join([*lines, *_score(match), *_history(match, lexicon)])


def _sitter(player: Player) -> str:
    bot = player.control.partition(":")[2]
    return f"{player.name} ({bot} bot)" if bot else player.name


def _score(match: AnyMatch) -> list[str]:
    outcome = match.game.outcome(match.state)
    if outcome is None:
        return [f"The match is not over; {len(match.history)} actions so far.", ""]
    names = match.header.names
    rows = [("", *names), ("---", *("---:" for _ in names))]
    rows += [(line.label, *map(str, line.points)) for line in outcome.lines]
    rows += [("total", *map(str, outcome.totals)), ("place", *map(str, outcome.ranks))]
    return ["## Score", "", *(f"| {' | '.join(row)} |" for row in rows), ""]


def _history(match: AnyMatch, lexicon: Lexicon) -> list[str]:
    """How a match went as a whole, of games that tell that at the end."""
    told = history(match, lexicon)
    return ["## History", "", *(f"- {line}" for line in told), ""] if told else []


def history(match: AnyMatch, lexicon: Lexicon) -> list[str]:
    """What the game tells of the whole match once it is over."""
    if match.game.to_move(match.state):
        return []
    view = match.look(SPECTATOR)
    sections = match.game.describe(view, SPECTATOR, lexicon)
    return [line for section in sections if section.name == HISTORY for line in section.lines]
