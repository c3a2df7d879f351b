"""Sentences about the people around a table on a server."""

import re
from collections.abc import Collection, Sequence
from textwrap import shorten
from typing import Final

from darwin_core.text.language import mark, tr, tr_in, tr_n
from darwin_core.text.wording import capitalized, listed
from darwin_tui.commands import KEYS
from darwin_tui.drawing.canvas import SEAT_MARKS, gathered, spread
from darwin_tui.library.dates import duration, short_moment
from darwin_tui.library.seat_access import Member, Vote
from darwin_tui.terminal.facts import TerminalFacts

WATCHING: Final = mark("You are watching; only the players decide.")
RESIGNED: Final = mark("You have resigned; a bot plays for you.")
PHRASES: Final = (
    mark("Hello, everybody."),
    mark("Good luck!"),
    mark("One moment, please."),
    mark("I am back."),
    mark("Take your time."),
    mark("Well played."),
    mark("Sorry!"),
    mark("Thank you."),
    mark("Good game."),
)
"""Quick phrases by digit, from 1. Each is sent in English and shown in every reader's language."""
_TIMED_STATES: Final = ("away", "stand-in")
"""States of members that are shown with the time since they began."""
PLAYED_OUT: Final = mark("A rated match is played to its end; to give up is to resign.")
_PLAYED_BY_BOTS: Final = ("bot", "resigned")
"""States of members whose seats a bot plays to the end."""


def turn_title(title: str, facts: TerminalFacts) -> str:
    """Return the terminal title that says it is the player's turn."""
    return f"{'●' if facts.has_unicode else '*'} {tr('your turn')} — {title}"


def people_strip(
    members: Sequence[Member],
    own_seats: Collection[int],
    votable_seats: Collection[int],
    code: str,
    next_turn: str,
    now: float,
    room: int,
) -> str:
    """Return the most important facts about the people, as many as fit.

    Args:
        members: the people.
        own_seats: seats of this front end.
        votable_seats: seats of absent people on whom this front end may vote.
        code: table code, shown if there is nothing else to say.
        next_turn: a sentence about another table; may be empty.
        now: seconds since the epoch.
        room: columns; may be 0 or less while a terminal shrinks.
    """
    if room < 1:
        return ""
    others = [member for member in members if member.seat not in own_seats]
    thinking = [member.name for member in others if member.state == "thinking"]
    spectators = sum(member.seat is None for member in members)
    parts = [_time_left(members, own_seats, now)]
    parts += [next_turn, wishes(members, own_seats), votes(members, own_seats, votable_seats)]
    for member in _away(others):
        parts.append(
            tr("{name} on holiday", name=member.name)
            if member.holiday
            else tr("{name} away {time}", name=member.name, time=duration(now - member.since))
        )
    if votable_seats:
        parts.append(tr("{play.vote} votes", **KEYS))
    stand_ins = [member.name for member in others if member.state == "stand-in"]
    parts += [tr("a bot plays for {name}", name=name) for name in stand_ins]
    resigned = [member.name for member in others if member.state == "resigned"]
    parts += [tr("{name} resigned", name=name) for name in resigned]
    if thinking:
        names = listed(thinking)
        parts.append(tr_n("{names} thinks", "{names} think", len(thinking), names=names))
    if spectators:
        parts.append(tr_n("{number} watches", "{number} watch", spectators))
    # The parts are in the order of their importance; one without room is omitted, and a shorter
    # one after it may still fit.
    text = ""
    for part in filter(None, parts):
        part = spread(part)
        longer = f"{text}; {part}" if text else shorten(part, room, placeholder=" …")
        text = longer if len(longer) <= room else text
    return gathered(text) or code


def _time_left(members: Sequence[Member], own_seats: Collection[int], now: float) -> str:
    """Return the time until a bot decides for each person here, and the times on the others' chess
    clocks. Empty without clocks."""
    own_times = [
        time for member in members if member.seat in own_seats and (time := member.time_left(now))
    ]
    others = [
        member
        for member in members
        if member.clock_seconds is not None and member.seat not in own_seats
    ]
    return ", ".join(
        (
            *(tr("{time} left", time=time) for time in own_times),
            *(f"{member.name} {member.time_left(now)}" for member in others),
        )
    )


def _away(members: Sequence[Member]) -> list[Member]:
    """Return the players who are away, and for whom no bot plays."""
    return [member for member in members if member.seat is not None and member.state == "away"]


def wishes(members: Sequence[Member], own_seats: Collection[int]) -> str:
    """Return who wants to end the match, and the key to agree; empty if nobody does."""
    wishing = [member for member in members if member.agrees]
    if not wishing:
        return ""
    sentence = _as_sentence(
        tr_n(
            "{names} wishes to end the match",
            "{names} wish to end the match",
            _grammatical_number(wishing, own_seats),
            names=_named(wishing, own_seats),
        ),
        wishing,
    )
    if own_seats and not has_agreed(members, own_seats):
        return tr("{wish}; {play.agree} agrees", wish=sentence, **KEYS)
    return sentence


def has_agreed(members: Sequence[Member], own_seats: Collection[int]) -> bool:
    """Return whether the person at this front end wants to end the match."""
    return any(member.agrees for member in members if member.seat in own_seats)


def votes(
    members: Sequence[Member], own_seats: Collection[int], votable_seats: Collection[int]
) -> str:
    """Return the votes on absent people, if this front end may vote; else empty."""
    if not votable_seats:
        return ""
    voters = [member for member in members if member.seat not in votable_seats]
    parts = []
    if for_bot := [member for member in voters if member.vote == "bot"]:
        number, names = _grammatical_number(for_bot, own_seats), _named(for_bot, own_seats)
        parts.append(tr_n("{names} votes for a bot", "{names} vote for a bot", number, names=names))
    if for_stop := [member for member in voters if member.vote == "stop"]:
        number, names = _grammatical_number(for_stop, own_seats), _named(for_stop, own_seats)
        parts.append(tr_n("{names} votes to stop", "{names} vote to stop", number, names=names))
    return _as_sentence(", ".join(parts), members)


def _named(members: Sequence[Member], own_seats: Collection[int]) -> str:
    """List the names of people; the person here is ``you``."""
    return listed(
        [tr_in("one", "you") if member.seat in own_seats else member.name for member in members]
    )


def _grammatical_number(members: Sequence[Member], own_seats: Collection[int]) -> int:
    """Return the grammatical number for a verb: ``you`` takes the plural."""
    return 1 if len(members) == 1 and members[0].seat not in own_seats else 2


def _as_sentence(sentence: str, members: Sequence[Member]) -> str:
    """Return words with a capital, unless they begin with a name."""
    first = re.split(r"[ ,]", sentence, maxsplit=1)[0]
    is_name = first in {member.name for member in members}
    return sentence if is_name else capitalized(sentence)


def ballot(
    members: Sequence[Member], votable_seats: Collection[int], *, is_rated: bool
) -> list[tuple[Vote, str]]:
    """Return the votes that a person may cast, each with a sentence."""
    away = [member for member in members if member.seat in votable_seats]
    names = listed([member.name for member in away])
    without_bot = [member.name for member in away if member.state == "away"]
    choices: list[tuple[Vote, str]] = [("wait", tr("Wait for {names}", names=names))]
    if without_bot and not is_rated:
        bot = tr("A bot plays for {names} until they are back", names=listed(without_bot))
        choices.append(("bot", bot))
    stops = tr("Stop the match; the standing counts")
    if is_rated:
        stops = tr_n(
            "Wait no more: {names} loses, as by resigning",
            "Wait no more: {names} lose, as by resigning",
            len(away),
            names=names,
        )
    choices.append(("stop", stops))
    return choices


def rule_of_vote(
    members: Sequence[Member], own_seats: Collection[int], votable_seats: Collection[int]
) -> str:
    """Return a sentence that names the people whose votes decide."""
    others = [
        member.name for member in _others(members, own_seats) if member.seat not in votable_seats
    ]
    if not others:
        return tr("You decide alone: no other player is here.")
    return tr_n(
        "It is done once {names} votes the same.",
        "It is done once {names} vote the same.",
        len(others),
        names=listed(others),
    )


def _others(members: Sequence[Member], own_seats: Collection[int]) -> list[Member]:
    """Return the other people who have not resigned."""
    return [
        member
        for member in members
        if member.seat is not None
        and member.seat not in own_seats
        and member.state not in _PLAYED_BY_BOTS
    ]


def resignation(members: Sequence[Member], own_seats: Collection[int]) -> str:
    """Return the question whether to resign."""
    others = _others(members, own_seats)
    if not others:
        return tr("Resign? The match ends then, since no other person plays. It cannot be undone.")
    if len(others) == 1:
        return tr(
            "Resign? The match ends then, since only {name} is left. It cannot be undone.",
            name=others[0].name,
        )
    return tr("Resign? You come last, and a bot plays your seat to the end. It cannot be undone.")


def agreement(members: Sequence[Member], own_seats: Collection[int]) -> str:
    """Return the question whether to end the match by agreement."""
    others = [member.name for member in _others(members, own_seats) if not member.agrees]
    if not others:
        return tr("End the match? It ends at once, and the standing counts.")
    return tr_n(
        "End the match? It ends once {names} agrees too, and the standing counts.",
        "End the match? It ends once {names} agree too, and the standing counts.",
        len(others),
        names=listed(others),
    )


def absence_sentence(
    members: Sequence[Member],
    votable_seats: Collection[int],
    to_move: Collection[int],
    now: float,
) -> str:
    """Return a sentence about the absent people for whom everybody waits; empty if there are
    none."""
    away = [member for member in _away(members) if member.seat in to_move]
    sentences = [
        tr("{name} is on holiday until {day}.", name=member.name, day=short_moment(member.holiday))
        if member.holiday
        else tr("{name} is away ({time}).", name=member.name, time=duration(now - member.since))
        for member in away
    ]
    if any(member.seat in votable_seats for member in away):
        sentences.append(tr("{play.vote} votes.", **KEYS))
    return " ".join(sentences)


def details(member: Member, own_seats: Collection[int], is_muted: bool, now: float) -> str:
    """Describe one person in a line."""
    sign = "  " if member.seat is None else f"{SEAT_MARKS[member.seat]} "
    you = (
        f" ({tr_in('one', 'you')})" if member.seat is not None and member.seat in own_seats else ""
    )
    words = [tr("watches") if member.seat is None else _state(member, now)]
    if member.agrees:
        words.append(tr("wishes to end the match"))
    if member.vote != "wait":
        words.append(tr("votes for a bot" if member.vote == "bot" else "votes to stop"))
    if time_left := member.time_left(now):
        words.append(tr("{time} left", time=time_left))
    if member.holiday:
        words.append(tr("on holiday until {day}", day=short_moment(member.holiday)))
    if is_muted:
        words.append(tr("muted"))
    return f"{sign}{member.name}{you}: {', '.join(words)}"


def _state(member: Member, now: float) -> str:
    """Return a player's activity, without the name."""
    away = duration(now - member.since)
    match member.state:
        case "here":
            return tr("here")
        case "thinking":
            return tr("here, decides")
        case "away":
            return tr("away for {time}", time=away)
        case "bot":
            return tr("a bot")
        case "stand-in":
            return tr(
                "away for {time}; a bot plays until {name} returns", time=away, name=member.name
            )
        case "resigned":
            return tr("resigned; a bot plays to the end")
        case "left":
            return tr("has left")


def is_counting(members: Sequence[Member], own_seats: Collection[int]) -> bool:
    """Return whether a running time is on display: an absence, or a clock."""
    # Of the others, only chess clocks are shown, no limits of single moves.
    has_clock = any(
        member.due is not None
        for member in members
        if member.seat in own_seats or member.clock_seconds is not None
    )
    return has_clock or any(member.state in _TIMED_STATES for member in members)
