"""A scene of Darwin's Dice as its board shows it at the current stage of a reveal.

The events and the view tell more than has been turned up so far, so every fact here is as of the
stage: turns, hands, points and unseen cards. The drawing functions call a `DiceView` the table.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

from msgspec.structs import replace

from darwin_core.contract.game import HIDDEN, NOTHING, OMNISCIENT, Clock
from darwin_core.games.dice.acts import (
    Carried,
    DiceEvent,
    Lost,
    Play,
    Revealed,
    Rolled,
    RoundBegan,
    Scored,
    Won,
)
from darwin_core.games.dice.material import (
    DEALS,
    DECK,
    SCORPION,
    SNAKES,
    STRENGTH,
    TRUMP,
    DiceState,
    Hand,
    points_of,
)
from darwin_core.games.dice.rules import clock
from darwin_core.games.dice.texts import is_trump_gone
from darwin_core.games.dice.view import unseen
from darwin_core.text.language import mark
from darwin_tui.drawing import scene
from darwin_tui.drawing.chart import COUNT_FRAMES
from darwin_tui.drawing.overlay import FLIGHT_FRAMES

Scene = scene.Scene[DiceState, Play, DiceEvent]


ROLL_FRAMES: Final = 4
"""Frames of rolling dice."""
SWEEP_FRAMES: Final = 4
"""Frames in which all cards of a turn are face down."""
FLIP_FRAMES: Final = 4
"""Frames of a card once it is turned up; in one more before them it is seen edge-on."""
LAST_FLIP_FRAMES: Final = 6
"""FLIP_FRAMES of the strongest card, which is turned up last."""
LOSS_FRAMES: Final = 6
"""Frames in which only the losses are shown."""
WINNER_FRAMES: Final = 12
"""Frames of the winner and all points; in the first FLIGHT_FRAMES of them the points fly."""


class Stage(NamedTuple):
    """A stage of a reveal."""

    faces: int
    """Number of cards turned up, weakest first."""
    is_edge_on: bool = False
    """The last of these cards is seen edge-on, so that it is not known yet."""
    shows_losses: bool = False
    shows_winner: bool = False
    """The winner and the points of all seats are shown."""
    is_running: bool = True
    """False once the reveal is over."""
    flying: int = 0
    """Remaining frames in which the points fly to the winner."""
    counted: int = 0
    """Number of frames in which the points of a finished round have been counted."""


def stages(seats: int, *, has_losses: bool, is_banked: bool = False) -> list[Stage]:
    """Return the stage of a reveal in each frame of its animation, the first frame first.

    Args:
        seats: number of cards.
        has_losses: some seats lose cards that they have taken.
        is_banked: the turn ends a round, so that points are counted.
    """
    frames = [Stage(0)] * SWEEP_FRAMES
    for faces in range(1, seats + 1):
        frames += [Stage(faces, is_edge_on=True)]
        frames += [Stage(faces)] * (LAST_FLIP_FRAMES if faces == seats else FLIP_FRAMES)
    if has_losses:
        frames += [Stage(seats, shows_losses=True)] * LOSS_FRAMES
    for frames_left in range(WINNER_FRAMES, 0, -1):
        flying = max(frames_left + FLIGHT_FRAMES - WINNER_FRAMES, 0)
        frames += [Stage(seats, shows_losses=True, shows_winner=True, flying=flying)]
    for counted in range(1, COUNT_FRAMES + 1) if is_banked else ():
        frames += [Stage(seats, shows_losses=True, shows_winner=True, counted=counted)]
    return frames


def roll_frames(events: Sequence[DiceEvent]) -> int:
    """Return the number of frames of rolling dice; 0 if none were rolled."""
    return ROLL_FRAMES if any(isinstance(event, Rolled) for event in events) else 0


def stages_of(events: Sequence[DiceEvent]) -> list[Stage]:
    """Return the stage in each frame of the reveal by events; empty if nothing is revealed."""
    reveal = next((event for event in events if isinstance(event, Revealed)), None)
    if reveal is None:
        return []
    has_losses = any(isinstance(event, Lost) and event.cards for event in events)
    is_banked = any(isinstance(event, Scored) for event in events)
    return stages(len(reveal.ranking), has_losses=has_losses, is_banked=is_banked)


@dataclass
class Turn:
    """A turn whose cards were revealed, with its result."""

    round: int
    number: int
    """Number in its round, from 1."""
    reveal: Revealed
    losses: list[Lost] = field(default_factory=list)
    won: Won | None = None
    carried: Carried | None = None
    scored: Scored | None = None

    @property
    def gained(self) -> int:
        """The points that the winner takes."""
        return points_of((*self.won.cards, *self.won.carried)) if self.won else 0

    def loss_of(self, seat: int) -> Lost | None:
        """Return a seat's loss in the turn, if it has any."""
        return next((loss for loss in self.losses if loss.seat == seat), None)


def turns_of(events: Sequence[DiceEvent]) -> list[Turn]:
    """Return all revealed turns, the last at the end."""
    turns: list[Turn] = []
    round_number, turn_number = 0, 0
    for event in events:
        match event:
            case RoundBegan():
                round_number = event.round
                turn_number = 0
            case Revealed():
                turn_number += 1
                turns.append(Turn(round_number, turn_number, event))
            case Lost() if turns:
                turns[-1].losses.append(event)
            case Won() if turns:
                turns[-1].won = event
            case Carried() if turns:
                turns[-1].carried = event
            case Scored() if turns:
                turns[-1].scored = event
            case _:
                # The other events, such as rolls, are between turns.
                pass
    return turns


class Slot(NamedTuple):
    """A place in the hand, kept for a whole round."""

    card: int
    copies: int
    """Number of copies still held; 0 for an empty place."""
    turn: int
    """The turn in which its last card was played; 0 for none."""


class Stakes(NamedTuple):
    """The points that a card can win and lose."""

    sure: int
    """Points that the card brings if it wins, besides the rivals' cards."""
    robbers: tuple[str, ...]
    """Animals that could rob a viewer who plays it."""
    robbed: tuple[int, ...]
    """Seats that the card could rob."""


class _Before(NamedTuple):
    """The cards taken and the points of all seats before a turn."""

    taken: list[bytes]
    points: list[int]


class DiceView:
    """The facts of a scene that the board shows. As each drawing has its own, properties are
    cached."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view: DiceState = scene.view
        self.turns = turns_of(scene.events)
        self.last = self.turns[-1] if self.turns else None
        self.stage = self._stage()

    def _stage(self) -> Stage:
        """Return the stage of the reveal; without one, or after it, the stage that shows
        everything."""
        over = Stage(
            len(self.names),
            shows_losses=True,
            shows_winner=True,
            is_running=False,
            counted=COUNT_FRAMES,
        )
        scene = self.scene
        if self.last is None:
            return over
        frames = stages_of(scene.moving)
        # `frame` counts down. The next turn's dice roll after the reveal, unless there is a pause.
        frames_left = scene.frame - (0 if scene.is_paused else roll_frames(scene.moving))
        return frames[-frames_left] if 0 < frames_left <= len(frames) else over

    # --- the clock

    @property
    def names(self) -> tuple[str, ...]:
        return self.scene.names

    @property
    def seats(self) -> int:
        return len(self.names)

    @property
    def is_held(self) -> bool:
        """True during a pause or the frames of a reveal, when the last turn stays on the table."""
        return self.scene.is_paused or self.stage.is_running

    @property
    def is_revealing(self) -> bool:
        """True while the last turn stays on the table, and there is one."""
        return self.is_held and self.last is not None

    @property
    def is_rolling(self) -> bool:
        """True until the dice have come to rest."""
        return bool(self.scene.frame) and not self.is_held

    @cached_property
    def turn(self) -> int:
        """Index of the displayed turn: the current one, or the last one during a pause."""
        return self.view.turn - 1 if self.is_held and self.view.turn else self.view.turn

    @property
    def is_over(self) -> bool:
        """True if no turn is left to show."""
        return self.turn >= len(self.view.rolls)

    @property
    def roll(self) -> int:
        """The displayed turn's roll; once the match is over, the last one."""
        return self.view.rolls[min(self.turn, len(self.view.rolls) - 1)]

    @property
    def trump(self) -> int:
        """The current trump; NOTHING once the match is over."""
        return NOTHING if self.is_over else TRUMP[self.roll]

    @property
    def is_trump_gone(self) -> bool:
        """True if both copies of the current trump were played before."""
        return not self.is_held and is_trump_gone(self.view)

    @property
    def clock(self) -> Clock:
        """The displayed round and turn."""
        return clock(replace(self.view, turn=self.turn))

    @property
    def darwin(self) -> int:
        """The seat that rolled the displayed dice."""
        if self.stage.shows_winner or self.last is None:
            return self.view.darwin
        darwin = self.view.darwin
        for event in self.scene.events:
            # An earlier turn may have had an equal reveal.
            if event is self.last.reveal:
                break
            if isinstance(event, Rolled):
                darwin = event.darwin
        return darwin

    @property
    def carried(self) -> list[Turn]:
        """The turns whose cards are in the middle, the last at the end."""
        carried: list[Turn] = []
        for turn in reversed(self.turns):
            if turn.carried is None or turn.scored:
                break
            carried.insert(0, turn)
        return carried if self.view.middle else []

    @property
    def middle(self) -> Sequence[int]:
        """The cards in the middle, without those of a turn whose result is not shown yet."""
        turn = self.last
        if turn is None or not self.is_revealing or self.stage.shows_winner:
            return self.view.middle
        if turn.won:
            return turn.won.carried
        # A turn that nobody wins has put its cards, one of each seat, at the end of the middle.
        return (turn.scored.left if turn.scored else self.view.middle)[: -self.seats]

    @property
    def _has_new_hands(self) -> bool:
        """True if the next round's hands are dealt while this one's last turn is still shown."""
        return self.is_revealing and self.last is not None and self.last.scored is not None

    @property
    def hands(self) -> Sequence[Hand]:
        """The cards held by all seats, without those of the next round."""
        return [{}] * self.seats if self._has_new_hands else self.view.hands

    @property
    def deck(self) -> int:
        """The number of cards in the deck. Hands of the next round still count."""
        dealt = sum(sum(hand.values()) for hand in self.view.hands) if self._has_new_hands else 0
        return len(self.view.deck) + dealt

    @cached_property
    def unseen(self) -> Sequence[int]:
        """The cards that the viewer has not seen. They include cards still to be turned up, and
        reveal nothing about the next round's hands."""
        cards = unseen(self.view)
        if self._has_new_hands:
            # The viewer's cards of the next round are in the view already.
            for hand in self.view.hands:
                cards += [card for card in hand if card != HIDDEN for _ in range(hand[card])]
        if self.is_revealing and self.last and self.scene.viewer != OMNISCIENT:
            ranking = self.last.reveal.ranking
            # A card seen edge-on is not known yet. The weakest cards, at the end, are turned up
            # first.
            up = self.stage.faces - self.stage.is_edge_on
            down = ranking[: len(ranking) - up]
            cards += [card for seat, card in down if seat != self.scene.viewer]
        return sorted(cards)

    # --- the card under the cursor

    @property
    def considered(self) -> int | None:
        """The card whose stakes are shown: the one that the viewer has chosen, else the hand's card
        under the cursor; None if there is none, or the last turn is still shown."""
        if self.viewer is None or self.is_over or self.is_held:
            return None
        chosen = self.chosen(self.viewer)
        card = self.scene.pointer.number_of("card")
        if chosen not in (NOTHING, HIDDEN):
            return chosen
        return card if card in self.hands[self.viewer] else None

    def stakes(self, card: int) -> Stakes:
        """Return the points that a card of the viewer's hand can win and lose in this turn, against
        the unseen cards; at a table that does not count them, against any cards."""
        others = self.unseen if self.view.options.counter else DECK
        # The strengths are those without the trump: a snake robs only if no trump is played.
        by_card = STRENGTH[self.roll]
        weaker = sum(by_card[other] < by_card[card] for other in others)
        equal = others.count(card)
        rivals = self.seats - 1
        robbers = []
        # A snake robs the second strongest: all rivals but the snake's owner must be able to stay
        # at or below the card.
        if weaker + equal >= rivals - 1 and any(
            by_card[snake] > by_card[card] for snake in SNAKES.intersection(others)
        ):
            robbers.append("snake")
        if card == self.trump and SCORPION in others:
            robbers.append("scorpion")
        # A snake robs only alone on top: all rivals must be able to stay below it.
        can_rob = card in SNAKES and weaker >= rivals
        can_rob |= card == SCORPION and self.trump in others
        return Stakes(
            points_of((card, *self.middle)),
            tuple(robbers) if self.taken(self.viewer or 0) else (),
            tuple(seat for seat in self.others if can_rob and self.taken(seat)),
        )

    # --- seats

    @property
    def viewer(self) -> int | None:
        """The viewer's seat; None for a spectator."""
        return self.scene.viewer if self.scene.viewer < self.seats else None

    @property
    def others(self) -> list[int]:
        """All seats but the viewer's, in order of play after it; all seats for a spectator."""
        start = 0 if self.viewer is None else self.viewer + 1
        count = self.seats if self.viewer is None else self.seats - 1
        return [(start + step) % self.seats for step in range(count)]

    @cached_property
    def _before(self) -> _Before:
        """The cards taken and the points of all seats before the last turn."""
        taken = [b""] * self.seats
        points = [0] * self.seats
        for event in self.scene.events:
            if event is self.turns[-1].reveal:
                break
            match event:
                case Won(seat, cards, carried):
                    taken[seat] += bytes(cards) + bytes(carried)
                case Lost(seat, _, _):
                    taken[seat] = b""
                case Scored(_, scores, _):
                    points = [a + b for a, b in zip(points, scores, strict=True)]
                    taken = [b""] * self.seats
                case _:
                    # Other events move neither taken cards nor points.
                    pass
        return _Before(taken, points)

    def taken(self, seat: int) -> bytes:
        """Return the cards that a seat has at risk, as far as losses and winner are shown."""
        if self.stage.shows_winner or self.last is None:
            return self.view.taken[seat]
        is_lost = self.stage.shows_losses and self.last.loss_of(seat)
        return b"" if is_lost else self._before.taken[seat]

    def banked(self, seat: int) -> int:
        """Return the points that the end of a round has just made safe, while play pauses on it."""
        is_shown = self.scene.is_paused and self.stage.shows_winner
        for event in reversed(self.scene.events) if is_shown else ():
            if isinstance(event, Scored):
                return event.points[seat]
            if isinstance(event, Revealed):
                break
        return 0

    @property
    def is_banking(self) -> bool:
        """True while the end of a round is shown, as each pile flies to its owner."""
        is_over = self.last is not None and self.last.scored is not None
        return is_over and self.is_revealing and bool(self.stage.counted)

    @cached_property
    def piles(self) -> list[bytes]:
        """The cards that each seat took in the round ended by the last turn."""
        assert self.last is not None
        piles = list(self._before.taken)
        for loss in self.last.losses:
            piles[loss.seat] = b""
        if won := self.last.won:
            piles[won.seat] += bytes(won.cards) + bytes(won.carried)
        return piles

    def robbed_of(self, seat: int) -> int:
        """Return the points of the cards that a seat lost in the round of the last turn."""
        assert self.last is not None
        turns = [turn for turn in self.turns if turn.round == self.last.round]
        losses = [loss for turn in turns if (loss := turn.loss_of(seat))]
        return sum(points_of(loss.cards) for loss in losses)

    def points(self, seat: int) -> int:
        """Return a seat's safe points, as far as they are counted."""
        if not self.stage.shows_winner:
            return self._before.points[seat]
        points = self.view.points[seat]
        if self.is_revealing and self.last and self.last.scored:
            # The part of the round's gain that is not counted yet.
            gain = points_of(self.piles[seat])
            points -= gain - gain * self.stage.counted // COUNT_FRAMES
        return points

    def chosen(self, seat: int) -> int:
        """Return the face-down card before a seat: HIDDEN, NOTHING or a card. While a turn is
        revealed, there is none."""
        return NOTHING if self.is_revealing else self.view.chosen[seat]

    def status(self, seat: int) -> str:
        """Return a message of a word or two about a seat's activity; empty once the match is
        over."""
        if self.is_over:
            return ""
        if self.is_revealing:
            return mark("turned up")
        return mark("chooses" if self.view.chosen[seat] == NOTHING else "✓ chosen")

    # --- the hand

    @cached_property
    def slots(self) -> list[Slot]:
        """The places in the viewer's hand, lowest card first: held cards, and those played in this
        round."""
        if self.viewer is None:
            return []
        round_number = self.last.round if self.is_revealing and self.last else self.clock.round
        played = {
            card: turn.number
            for turn in self.turns
            if turn.round == round_number
            for seat, card in turn.reveal.ranking
            if seat == self.viewer
        }
        # A chosen card may have left the hand already, but keeps its slot.
        own_card = self.view.chosen[self.viewer]
        if own_card not in (NOTHING, HIDDEN):
            played[own_card] = self.clock.turn
        hand = self.hands[self.viewer]
        return [
            Slot(card, hand.get(card, 0), played.get(card, 0)) for card in sorted({*hand, *played})
        ]

    @property
    def cards_dealt(self) -> int:
        """Number of cards in a hand at the start of a round."""
        return DEALS[self.seats].cards
