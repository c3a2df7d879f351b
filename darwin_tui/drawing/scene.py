"""A scene: everything that a board draws."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final, Generic

from darwin_core.contract.chooser import Chooser
from darwin_core.contract.game import A, E, Element, Game, S
from darwin_core.teaching.lessons import Look
from darwin_core.teaching.primers import Primer
from darwin_core.text.language import tr
from darwin_core.text.seat_names import SeatNames
from darwin_tui.drawing.canvas import Cursor

if TYPE_CHECKING:
    # Only a replay has beliefs.
    from darwin_core.analysis.beliefs import Belief, LikelyCard


CHOICES_MAX: Final = 6
"""Maximum number of actions that the long text about an element names."""


@dataclass(frozen=True)
class Announcement:
    """A loss in words."""

    seat: int
    title: str
    sentences: tuple[str, ...]
    points: tuple[int, int]
    """Points before and after."""


class _CursorField:
    """The descriptor of a scene's cursor, which notes each read."""

    def __get__(self, scene: "AnyScene | None", owner: type["AnyScene"]) -> Element | None:
        return scene.pointer.read() if scene else None

    def __set__(self, scene: "AnyScene", element: Element | None) -> None:
        vars(scene)["pointer"] = Cursor(element)


@dataclass(frozen=True)
class Scene(Generic[S, A, E]):
    """Everything that a board draws: a view, the events so far, and the choices."""

    game: Game[S, A, E]
    view: S
    viewer: int
    seat_names: SeatNames
    events: Sequence[E] = ()
    """Redacted events so far, the last at the end."""
    chooser: Chooser[A] | None = None
    """The choices; None if there are none, as in a replay."""
    cursor: _CursorField = _CursorField()
    pane: int = 0
    """The open pane, if there is room for only one."""
    frame: int = 0
    """Remaining frames of an animation; 0 for none."""
    order: int = 0
    """Order of the hand, an index of ORDERS."""
    is_paused: bool = False
    """The last events are shown until the player continues."""
    has_log: bool = False
    """The log is open beside the board."""
    said: tuple[str, ...] = ()
    """Sentences about the last action, in a replay whose screen has no panel for them."""
    since: Sequence[E] = ()
    """Events since the viewer's last action."""
    hinted: tuple[Element, ...] = ()
    """Elements of a hint, in the order in which they are chosen."""
    is_hint_worse: bool = False
    """The hint is said to be worse than the first one."""
    primer: Primer | None = None
    """The note on the current phase."""
    losses: tuple[Announcement, ...] = ()
    """Losses being announced."""
    looks: tuple[Look, ...] = ()
    """Places that a lesson mentions."""
    beliefs: "tuple[Belief, ...]" = ()
    """Beliefs about hidden cards by place, if a replay shows them."""
    moving: Sequence[E] = ()
    """Events of the animation; empty without one."""
    selectable: frozenset[Element] = field(init=False)
    pointer: Cursor = field(init=False, repr=False, compare=False)
    """The cursor, which notes a drawing's questions."""

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "selectable", self.chooser.selectable if self.chooser else frozenset()
        )

    def is_on(self, element: Element) -> bool:
        """Return whether the cursor is on an element."""
        return self.pointer.is_on(element)

    def likely(self, seat: int, zone: str) -> "tuple[LikelyCard, ...]":
        """Return the likely faces of a seat's hidden cards in a zone, likeliest first; empty if
        not shown."""
        beliefs = (belief for belief in self.beliefs if (belief.seat, belief.zone) == (seat, zone))
        return next((belief.likely for belief in beliefs), ())

    @property
    def still(self) -> tuple[object, ...]:
        """The values on which a drawing of the scene depends, without the cursor and the frame. The
        view is copied, as the match may change it; of the events since, the number is enough, as
        they are the last of all events."""
        fields = vars(self)
        return (
            self.game.clone(self.view),
            tuple(self.events),
            len(self.since),
            tuple(self.moving),
            *(fields[name] for name in _COMPARED),
        )

    @property
    def names(self) -> tuple[str, ...]:
        return self.seat_names.names

    def style_of(self, element: Element) -> str:
        """Return the style of an element's frame: selected, selectable or dim."""
        if self.is_paused:
            return "dim"
        if self.chooser is None:
            return "selectable"
        if element in self.chooser.selected:
            return "selected"
        if element in self.selectable:
            return "selectable"
        return "dim"

    @property
    def ending(self) -> Sequence[str]:
        """Words about the approaching end, longest first; empty in a pause."""
        return () if self.is_paused else self.game.texts.ending(self.view, self.viewer)

    def text_on(self, element: Element) -> str:
        """Return a sentence about an element and its current use."""
        return self.game.texts.element(self.view, self.viewer, element, self.seat_names)

    def choices_on(self, element: Element) -> list[str]:
        """Return a sentence for each action on an element, up to CHOICES_MAX."""
        if self.chooser is None:
            return []
        ways = [
            self.game.texts.phrase(self.view, action, self.seat_names)
            for action, touched in zip(self.chooser.actions, self.chooser.targets, strict=True)
            if element in touched
        ]
        return [tr("Now: {way}.", way=way) for way in ways[:CHOICES_MAX]]


_COMPARED: Final = {field.name for field in fields(Scene) if field.init} - {
    "view",
    "events",
    "since",
    "moving",
    "cursor",
    "frame",
}
"""The fields that ``still`` compares as they are."""


AnyScene = Scene[Any, Any, Any]
