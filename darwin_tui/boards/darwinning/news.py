"""The news of Darwinning!: the rivals' actions since the viewer's last one, in few words; while the
viewer plays, the kinds of combination.

The board shows the current trick, so its events are no news while the viewer plays in it.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from darwin_core.games.darwinning import acts, material
from darwin_core.games.darwinning.acts import DarwinningEvent
from darwin_core.games.darwinning.material import NUMBER_OF
from darwin_core.games.darwinning.texts import card_name, set_words, trait_name
from darwin_core.text.language import tr
from darwin_core.text.wording import first_clauses, listed
from darwin_tui.boards.darwinning.fates import BALANCE
from darwin_tui.boards.darwinning.hand import is_deciding
from darwin_tui.boards.darwinning.marks import (
    Scene,
    being_mark,
    card_chip,
    environment_name,
    short_set,
    short_trait,
)
from darwin_tui.boards.darwinning.trick import kinds_in
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import Styled, length
from darwin_tui.drawing.marks import seat_mark
from darwin_tui.drawing.panel import news_strip
from darwin_tui.play.selection import without_details

NEWS_MAX: Final = 2
"""Maximum number of a seat's last events in the news."""
WIDE_COLUMNS: Final = 118
"""Minimum columns for the kinds of combination beside the news."""
NEWS_COLUMNS_MIN: Final = 48
"""Minimum columns reserved for the news."""
LONG_TITLE_COLUMNS: Final = 100
"""Minimum columns of news with a long title."""
ENVIRONMENT_LETTERS: Final = (11, 7)
"""Maximum letters of an environment's name in long and in short news."""
TRAIT_LETTERS: Final = (13, 7)
"""Maximum letters of a trait's name in long and in short news."""
TRICK_EVENTS: Final = (
    acts.SpeciesDrawn,
    acts.DummyPlaced,
    acts.EraBegan,
    acts.LeaderNamed,
    acts.Played,
    acts.Used,
)
"""Events of a trick that the board shows beside each seat."""


def draw_news(area: Area, scene: Scene) -> None:
    """Draw the news in a row or two; without any, the last sentence of the log.

    While the player chooses cards, a trick that the board shows is not news: the kinds of
    combination are shown instead.
    """
    if _is_choosing_cards(scene):
        if _is_trick_alone(scene):
            area.on("strip").text(1, 0, *kinds_in(scene.view, area.width - 2))
            return
        if area.width >= WIDE_COLUMNS:
            kinds = kinds_in(scene.view, area.width - NEWS_COLUMNS_MIN)
            area, right = area.columns(Grow(), length(kinds) + 2)
            right.on("strip").text(1, 0, *kinds)
    variants = _variants(scene)
    if not variants[0]:
        strip = area.on("strip")
        for event in scene.events[-1:]:
            strip.text(1, 0, *event_words(scene, event, strip.width - 2, "dim"))
        strip.drawing.has_news = True
        return
    news_strip(
        area, variants, tr("since your turn" if area.width >= LONG_TITLE_COLUMNS else "meanwhile")
    )


def shows_last_event(scene: Scene) -> bool:
    """Return whether ``draw_news`` shows the last event of the log."""
    return not (_is_choosing_cards(scene) and _is_trick_alone(scene)) and not _variants(scene)[0]


def _is_trick_alone(scene: Scene) -> bool:
    """Return whether the board shows all events since the viewer's turn as a trick."""
    return all(isinstance(event, TRICK_EVENTS) for event in scene.since)


def _is_choosing_cards(scene: Scene) -> bool:
    """Return whether the viewer chooses cards to play."""
    return is_deciding(scene) and isinstance(scene.view.pending[-1], material.PlayCards)


def event_words(scene: Scene, event: DarwinningEvent, room: int, style: str) -> list[Styled]:
    """Return the sentence of an event, or a few words if it does not fit."""
    words = scene.game.texts.sentence(event, scene.seat_names)
    if len(words) > room and isinstance(
        event, acts.Played | acts.TrickWon | acts.Adapted | acts.Gained | acts.TraitTaken
    ):
        return [seat_mark(event.seat), (f" {_brief(scene, event, is_short=True)}", style)]
    if len(words) > room:
        words = without_details(words)
    return [(first_clauses(words, room), style)]


def _variants(scene: Scene) -> list[list[tuple[int, str]]]:
    """Return the rivals' actions by seat, after the viewer's win of an era's last trick, as
    variants from long to short.

    Each variant has the cards that won nothing or not, and several events per seat or only the
    last; it names cards, or gives their codes.
    """
    by_seat = _events_by_seat(scene)
    without_plays: Mapping[int, Sequence[DarwinningEvent]] = _without_plays(by_seat) or by_seat
    one_by_one: list[tuple[int, Sequence[DarwinningEvent]]] = [
        (seat, [event])
        for seat, events in without_plays.items()
        for event in _last_events(events, NEWS_MAX)
    ]
    # The events of each entry, and how many of its last ones are named.
    entries_and_count: list[tuple[list[tuple[int, Sequence[DarwinningEvent]]], int]] = [
        ([*by_seat.items()], NEWS_MAX),
        ([*without_plays.items()], NEWS_MAX),
        # In two rows, a seat's events can stand below each other.
        (one_by_one, 1),
        ([*by_seat.items()], 1),
    ]
    return [
        _words(scene, entries, count, is_short=is_short)
        for entries, count in entries_and_count
        for is_short in (False, True)
    ]


def _words(
    scene: Scene,
    entries: Sequence[tuple[int, Sequence[DarwinningEvent]]],
    count: int,
    *,
    is_short: bool,
) -> list[tuple[int, str]]:
    """Return each entry's seat with its last events in words."""
    return [
        (
            seat,
            ", ".join(
                _brief(scene, event, is_short=is_short) for event in _last_events(events, count)
            ),
        )
        for seat, events in entries
    ]


def _events_by_seat(scene: Scene) -> dict[int, list[DarwinningEvent]]:
    """Return the news of each seat in event order, first the viewer's win of an era's last
    trick."""
    by_seat: dict[int, list[DarwinningEvent]] = {}
    if own_win := _last_win(scene):
        by_seat[scene.viewer] = [own_win]
    for event in _not_shown(scene):
        seat = getattr(event, "eater" if isinstance(event, acts.Eaten) else "seat", None)
        if seat is None or seat == scene.viewer or seat >= len(scene.view.hands):
            continue
        if _brief(scene, event):
            seat_events = by_seat.setdefault(seat, [])
            if (
                isinstance(event, acts.TrickWon)
                and seat_events
                and isinstance(seat_events[-1], acts.Played)
            ):
                # The winner of a trick with cards has obviously played them.
                seat_events.pop()
            seat_events.append(event)
    return by_seat


def _without_plays(
    by_seat: Mapping[int, Sequence[DarwinningEvent]],
) -> dict[int, Sequence[DarwinningEvent]]:
    """Return each seat's events without the cards that it played; seats without others are left
    out."""
    others: dict[int, Sequence[DarwinningEvent]] = {
        seat: [event for event in events if not isinstance(event, acts.Played)]
        for seat, events in by_seat.items()
    }
    return {seat: events for seat, events in others.items() if events}


def _last_win(scene: Scene) -> acts.TrickWon | None:
    """Return the viewer's win of an era's last trick, which brings nothing, until the feeding or
    the next era."""
    for event in reversed(scene.events):
        if isinstance(event, acts.TrickWon):
            return event if event.is_last and event.seat == scene.viewer else None
        if isinstance(event, acts.EraBegan | acts.Fed):
            break
    return None


def _not_shown(scene: Scene) -> Sequence[DarwinningEvent]:
    """Return the events since the viewer's last action, without the cards of the current trick
    while the viewer plays: the board shows them."""
    if not _is_choosing_cards(scene):
        return scene.since
    # The current trick begins after the last won trick.
    ends = [end for end, event in enumerate(scene.since, 1) if isinstance(event, acts.TrickWon)]
    end = ends[-1] if ends else 0
    later = [event for event in scene.since[end:] if not isinstance(event, TRICK_EVENTS)]
    return [*scene.since[:end], *later]


def _last_events(events: Sequence[DarwinningEvent], count: int) -> list[DarwinningEvent]:
    """Return a seat's last events, always including a trick that it won, because it shows the
    others which cards beat theirs. The gain of a win counts more than the cards that the seat
    played later."""
    wins = [
        (index, event) for index, event in enumerate(events) if isinstance(event, acts.TrickWon)
    ]
    if not wins:
        return [*events[-count:]]
    index, won = wins[-1]
    later = [event for event in events[index + 1 :] if not isinstance(event, acts.Played)]
    if won.is_last:
        # The last trick brought nothing, so the latest event counts more.
        later.reverse()
    return [won, *later[: count - 1]]


def _card(card: int, *, is_short: bool) -> str:
    """Return the name of a card, or in short its code."""
    return card_chip(card, 2)[0].strip() if is_short else card_name(card)


def _brief(scene: Scene, event: DarwinningEvent, *, is_short: bool = False) -> str:
    """Describe an event in few words, without its seat; empty if it is not news."""
    match event:
        case acts.LeaderNamed(seat, leader):
            if seat == leader:
                return tr("leads")
            return tr("lets {seat} lead", seat=scene.names[leader])
        case acts.TraitTaken(_, _, card, _):
            return tr("takes {trait}", trait=trait_name(NUMBER_OF[card]))
        case acts.Played(_, cards):
            return _card(cards[0], is_short=is_short) if len(cards) == 1 else short_set(cards)
        case acts.TrickWon(seat, _, True) if seat == scene.viewer:
            return tr("last trick: no gain")
        case acts.TrickWon(_, cards):
            return tr("wins with {set}", set=short_set(cards) if is_short else set_words(cards))
        case acts.Climbed(_, _, start, place):
            return tr("climbs {start} › {place}", start=start, place=place)
        case acts.Grown(_, _, population):
            return tr("population {number}", number=population)
        case acts.Adapted(_, _, environments):
            if is_short and len(environments) > 1:
                return tr("lives in {number} more", number=len(environments))
            letters = ENVIRONMENT_LETTERS[is_short]
            names = [environment_name(environment, letters) for environment in environments]
            return tr(
                "lives in {places}" if is_short else "adapts to {places}", places=listed(names)
            )
        case acts.Gained(_, card):
            trait = short_trait(NUMBER_OF[card], TRAIT_LETTERS[is_short])
            return tr("gains {trait}", trait=trait)
        case acts.ImprovedNothing():
            return tr("improves nothing")
        case acts.Shared(_, environment):
            name = environment_name(environment, ENVIRONMENT_LETTERS[False])
            return tr("shares {place}", place=name)
        case acts.Eaten(_, eaten):
            return tr("eats {species}", species=being_mark(scene.view, eaten)[0])
        case acts.Fed(_, _, _, _, _, change):
            return tr(BALANCE[change][0])
        case acts.Bitten(_, bites, change):
            return tr("✗{bites}, population −1", bites=bites) if change else f"✗{bites}"
        case acts.Drawn(_, card):
            return tr("draws {card}", card=_card(card, is_short=is_short))
    return ""
