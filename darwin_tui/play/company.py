"""Sentences about the people around a table on a server."""

from collections.abc import Collection, Sequence
from textwrap import shorten
from typing import Final

from darwin_core.wording import counted, listed
from darwin_tui.place import Member, Vote
from darwin_tui.widgets.canvas import SEAT_MARKS

WATCHING: Final = "You are watching; only the players decide."
RESIGNED: Final = "You have resigned; a bot plays for you."
PHRASES: Final = (
    "Hello, everybody.",
    "Good luck!",
    "One moment, please.",
    "I am back.",
    "Take your time.",
    "Well played.",
    "Sorry!",
    "Thank you.",
    "Good game.",
)
"""Quick phrases, by the digits from 1."""
AWAY_STEP_SECONDS: Final = 5
"""Steps in which the first minute of an absence is counted: each one is sent to all terminals."""
_ABSENT: Final = ("away", "stand-in")
_BOTS: Final = ("bot", "resigned")


def duration(seconds: float) -> str:
    """Return a time as short as a strip needs it: ``0:35``, ``4 min``, ``2 h``, ``3 days``."""
    if seconds < 60:
        return f"0:{max(int(seconds), 0) // AWAY_STEP_SECONDS * AWAY_STEP_SECONDS:02}"
    if seconds < 3600:
        return f"{int(seconds // 60)} min"
    if seconds < 86400:
        return f"{int(seconds // 3600)} h"
    return counted(int(seconds // 86400), "day")


def strip(
    members: Sequence[Member],
    own: Collection[int],
    absent: Collection[int],
    code: str,
    next_turn: str,
    now: float,
    room: int,
) -> str:
    """Return what is worth knowing of the people, the most important first, as far as it fits.

    Args:
        members: the people.
        own: the seats of this front end.
        absent: the seats on which this front end may vote.
        code: of the table, for a strip that has nothing else to say.
        next_turn: a sentence on another table; may be empty.
        now: seconds since the epoch.
        room: columns; while a terminal becomes too small, there may be none.
    """
    if room < 1:
        return ""
    others = [each for each in members if each.seat not in own]
    thinking = [each.name for each in others if each.state == "thinking"]
    watchers = sum(each.seat is None for each in members)
    parts = [_time_left(members, own, now)]
    parts += [next_turn, wishes(members, own), votes(members, own, absent)]
    parts += [f"{each.name} away {duration(now - each.since)}" for each in _away(others)]
    parts += ["v votes"] * bool(absent)
    parts += [f"a bot plays for {each.name}" for each in others if each.state == "stand-in"]
    parts += [f"{each.name} resigned" for each in others if each.state == "resigned"]
    parts += [f"{listed(thinking)} {'thinks' if len(thinking) == 1 else 'think'}"] * bool(thinking)
    parts += [f"{watchers} {'watches' if watchers == 1 else 'watch'}"] * bool(watchers)
    text = ""
    for part in filter(None, parts):
        longer = f"{text}; {part}" if text else shorten(part, room, placeholder=" …")
        text = longer if len(longer) <= room else text
    return text or code


def _time_left(members: Sequence[Member], own: Collection[int], now: float) -> str:
    """Return the time until a bot decides for the person here; empty if there is no such clock."""
    due = [each.due for each in members if each.seat in own and each.due is not None]
    return f"{duration(min(due) - now)} left" if due else ""


def _away(members: Sequence[Member]) -> list[Member]:
    return [each for each in members if each.seat is not None and each.state == "away"]


def wishes(members: Sequence[Member], own: Collection[int]) -> str:
    """Return who wishes to end the match, and the key that agrees; empty if nobody does."""
    wishing = [each for each in members if each.agrees]
    if not wishing:
        return ""
    names = ["you" if each.seat in own else each.name for each in wishing]
    verb = "wish" if len(names) > 1 or names == ["you"] else "wishes"
    sentence = _begun(f"{listed(names)} {verb} to end the match")
    if own and not has_agreed(members, own):
        return f"{sentence}; e agrees"
    return sentence


def has_agreed(members: Sequence[Member], own: Collection[int]) -> bool:
    """Return whether the person at this front end wishes to end the match."""
    return any(each.agrees for each in members if each.seat in own)


def votes(members: Sequence[Member], own: Collection[int], absent: Collection[int]) -> str:
    """Return what the others have voted on those who stay away; empty if they have not.

    Args:
        members: the people.
        own: the seats of this front end.
        absent: the seats on which it may vote.
    """
    if not absent:
        return ""
    parts = []
    for vote, wish in (("bot", "for a bot"), ("stop", "to stop")):
        names = [
            "you" if each.seat in own else each.name
            for each in members
            if each.vote == vote and each.seat not in absent
        ]
        verb = "vote" if len(names) > 1 or names == ["you"] else "votes"
        parts += [f"{listed(names)} {verb} {wish}"] * bool(names)
    return _begun(", ".join(parts))


def _begun(sentence: str) -> str:
    """Return a sentence with a capital, unless it begins with a name."""
    return f"You{sentence[3:]}" if sentence.startswith("you ") else sentence


def ballot(members: Sequence[Member], absent: Collection[int]) -> list[tuple[Vote, str]]:
    """Return the votes that a person may cast, each with a sentence."""
    away = [each for each in members if each.seat in absent]
    names = listed([each.name for each in away])
    without_bot = [each.name for each in away if each.state == "away"]
    choices: list[tuple[Vote, str]] = [("wait", f"Wait for {names}")]
    if without_bot:
        back = "they are back"
        choices.append(("bot", f"A bot plays for {listed(without_bot)} until {back}"))
    choices.append(("stop", "Stop the match; the standing counts"))
    return choices


def rule_of_vote(members: Sequence[Member], own: Collection[int], absent: Collection[int]) -> str:
    """Return a sentence on who decides."""
    others = [each.name for each in _others(members, own) if each.seat not in absent]
    if not others:
        return "You decide alone: no other player is here."
    return f"It is done once {listed(others)} {'votes' if len(others) == 1 else 'vote'} the same."


def _others(members: Sequence[Member], own: Collection[int]) -> list[Member]:
    """Return the other people who play themselves to the end."""
    return [
        each
        for each in members
        if each.seat is not None and each.seat not in own and each.state not in _BOTS
    ]


def resignation(members: Sequence[Member], own: Collection[int]) -> str:
    """Return the question whether to resign."""
    others = _others(members, own)
    if len(others) < 2:
        left = f"only {others[0].name} is left" if others else "no other person plays"
        return f"Resign? The match ends then, since {left}. It cannot be undone."
    return "Resign? A bot plays your seat to the end, and you may watch. It cannot be undone."


def agreement(members: Sequence[Member], own: Collection[int]) -> str:
    """Return the question whether to end the match by agreement."""
    others = [each.name for each in _others(members, own) if not each.agrees]
    when = f"once {listed(others)} {'agrees' if len(others) == 1 else 'agree'} too"
    return f"End the match? It ends {when if others else 'at once'}, and the standing counts."


def absence(
    members: Sequence[Member],
    absent: Collection[int],
    to_move: Collection[int],
    now: float,
) -> str:
    """Return a sentence on those who are waited for and not here; empty if all are."""
    away = [each for each in _away(members) if each.seat in to_move]
    sentences = [f"{each.name} is away ({duration(now - each.since)})." for each in away]
    if any(each.seat in absent for each in away):
        sentences.append("v votes.")
    return " ".join(sentences)


def details(member: Member, own: Collection[int], is_muted: bool, now: float) -> str:
    """Return a line on one person."""
    mark = "  " if member.seat is None else f"{SEAT_MARKS[member.seat]} "
    words = {
        "here": "here",
        "thinking": "here, decides",
        "away": f"away for {duration(now - member.since)}",
        "bot": "a bot",
        "stand-in": f"away for {duration(now - member.since)}; a bot plays until {member.name} "
        "returns",
        "resigned": "resigned; a bot plays to the end",
        "left": "has left",
    }[member.state]
    if member.seat is None:
        words = "watches"
    you = " (you)" if member.seat is not None and member.seat in own else ""
    ends = ", wishes to end the match" * member.agrees
    ends += {"wait": "", "bot": ", votes for a bot", "stop": ", votes to stop"}[member.vote]
    return f"{mark}{member.name}{you}: {words}{ends}{', muted' * is_muted}"


def is_counting(members: Sequence[Member], own: Collection[int]) -> bool:
    """Return whether the time of an absence, or of the person's own clock, must be counted."""
    has_clock = any(each.due is not None for each in members if each.seat in own)
    return has_clock or any(each.state in _ABSENT for each in members)
