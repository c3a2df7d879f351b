"""The saved matches that a player wants to see: which of them, and in which order."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from darwin_core.contract import registry
from darwin_core.contract.game import when
from darwin_core.teaching import lessons
from darwin_core.text.language import mark, tr
from darwin_core.text.wording import listed
from darwin_tui.library.lessons import Progresses
from darwin_tui.library.saves import Listed
from darwin_tui.paths import Locations
from darwin_tui.widgets.boxes import title_of

STATES: Final = (mark("all"), mark("not finished"), mark("over"), mark("lessons"))
"""The states that the list can be limited to."""
ALL, UNFINISHED, OVER, LESSONS = STATES
ORDERS: Final = (
    mark("newest first"),
    mark("oldest first"),
    mark("by game"),
    mark("by title"),
)
"""The orders of the list."""
NEWEST, OLDEST, BY_GAME, BY_TITLE = ORDERS


class SavedFilter:
    """The wish of a player."""

    def __init__(self) -> None:
        self.state = ALL
        self.game = ""
        """The game that the list is limited to; empty for all."""
        self.words = ""
        """The words that the list is limited to; empty for all."""
        self.order = NEWEST
        self._steps: dict[Path, int] = {}
        """The steps that unfinished lessons have reached, from 0, by their records."""

    def read_lessons(self, locations: Locations) -> None:
        """Read how far lessons are."""
        begun = Progresses(locations).all().values()
        self._steps = {Path(each.path): each.step for each in begun}

    def is_begun_lesson(self, row: Listed) -> bool:
        """Return whether a match is a lesson that can be continued as such."""
        return row.path in self._steps

    @property
    def limits(self) -> str:
        """Words for what the list is limited to; empty if it is not."""
        found = [tr("“{words}”", words=self.words)] if self.words else []
        found += [title_of(self.game)] if self.game else []
        found += [tr(self.state)] if self.state != ALL else []
        return listed(found)

    def next_state(self) -> None:
        """Limit the list to the next state."""
        self.state = _next(STATES, self.state)

    def next_game(self, found: Sequence[Listed]) -> None:
        """Limit the list to the next game that there are matches of, at last to none."""
        games = ["", *dict.fromkeys(row.game for row in found if row.game)]
        self.game = _next(games, self.game)

    def next_order(self) -> None:
        """Choose the next order."""
        self.order = _next(ORDERS, self.order)

    def rows(self, found: Sequence[Listed]) -> list[Listed]:
        """Return the matches that are wanted in their order; they come newest first."""
        rows = [row for row in found if self._fits(row)]
        if self.order == OLDEST:
            return rows[::-1]
        if self.order == BY_GAME:
            slugs = registry.slugs()
            return sorted(rows, key=lambda row: slugs.index(row.game) if row.game else -1)
        if self.order == BY_TITLE:
            return sorted(rows, key=lambda row: row.title.casefold())
        return rows

    def _fits(self, row: Listed) -> bool:
        is_state = {
            ALL: True,
            UNFINISHED: not row.over,
            OVER: row.over,
            LESSONS: _is_lesson(row),
        }[self.state]
        return is_state and self.game in ("", row.game) and self._has_words(row)

    def _has_words(self, row: Listed) -> bool:
        """Return whether the words that are sought are in a row, in any order."""
        names = [player.name for player in row.players]
        game = title_of(row.game) if row.game else ""
        text = " ".join([game, self.state_of(row), row.title, *names]).casefold()
        return all(word in text for word in self.words.casefold().split())

    def state_of(self, row: Listed) -> str:
        """Return how far a match is, or who has won it, in words."""
        if row.trouble:
            return tr("✗ damaged" if row.game else "✗ no record")
        if row.path in self._steps:
            return tr("lesson, step {number}", number=self._steps[row.path] + 1)
        state = when(registry.get(row.game), row.clock) if row.clock else ""
        if row.over:
            state = tr("won by {players}", players=listed(row.winners))
        return tr("lesson, {state}", state=state) if _is_lesson(row) else state


def _is_lesson(row: Listed) -> bool:
    return bool(row.game) and lessons.is_lesson(row.game, row.seed)


def _next(choices: Sequence[str], now: str) -> str:
    """Return the choice after the present one; the first if that is gone."""
    return choices[(choices.index(now) + 1) % len(choices)] if now in choices else choices[0]
