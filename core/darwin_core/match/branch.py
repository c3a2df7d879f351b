"""New matches, and branches: new matches that continue from a position of another."""

import msgspec

from darwin_core.contract.game import A, E, Game, S
from darwin_core.match.match import Match
from darwin_core.match.record import Header, Parent, write_header


def begin(game: Game[S, A, E], header: Header) -> tuple[Match[S, A, E], bytes]:
    """Return a new match and the first line of its record.

    Raises:
        RecordError: if the header cannot be recorded, or does not fit the game.
    """
    text, chain = write_header(header)
    return Match(game, header, chain), text


def branch(
    match: Match[S, A, E], position: int, header: Header, redeal: tuple[int, bytes] | None = None
) -> tuple[Match[S, A, E], list[bytes]]:
    """Begin a new match from a position of another.

    Args:
        match: the match to branch from; it is not changed.
        position: the number of its actions in force to keep.
        header: the new match's header. Its parent, rules, options and start are filled in here.
            With a redeal its seed is all that the bots' chance follows from.
        redeal: None for the same future (same seed, same actions); else a viewer and 16 bytes of
            chance, to begin from a state that this viewer could not distinguish from the real one.

    Returns:
        The new match and the lines of its record so far.

    Raises:
        RecordError: if the header cannot be recorded, or does not fit the game.
        Refused: if the rules do not allow those actions from the new match's start.
    """
    game, old = match.game, match.header
    line = match.history[position - 1].line if position else 0
    chain = match.lines[line - 1].chain if line else match.first_chain
    header = msgspec.structs.replace(
        header,
        rules=old.rules,
        options=old.options,
        parent=Parent(old.id, line, chain),
        seed=header.seed if redeal else old.seed,
        start=old.start,
    )
    if redeal:
        viewer, chance = redeal
        state = game.determinize(match.view(viewer, position), chance)
        header = msgspec.structs.replace(header, start=msgspec.Raw(msgspec.json.encode(state)))
        position = 0
    new, text = begin(game, header)
    texts = [text]
    for played in match.history[:position]:
        step = new.propose(played.seat, played.action)
        new.accept(step)
        texts.append(step.text)
    return new, texts
