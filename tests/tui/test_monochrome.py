"""No information is shown by colour alone: drawings with the same characters and weight also have
the same colours."""

import re
from typing import Any

import pytest
import sampling
from tui.scenes import asking, drawn, example

from darwin_core.contract import registry
from darwin_tui import paths


def bold_styles():
    """Return the styles that are visible without colour, because they are bold."""
    text = (paths.styles_dir() / "widgets.tcss").read_text()
    return set(re.findall(r"board--([\w-]+) \{[^}]*text-style:[^;}]*bold", text))


BOLD = bold_styles()


def looks(drawing):
    """Return a drawing without its colours, and with them."""
    pieces = [piece for y in range(drawing.canvas.height) for piece in drawing.canvas.row(y)]
    seen = [(text, not BOLD.isdisjoint(style.split())) for text, style in pieces]
    weight = "".join("x" if bold else " " for text, bold in seen for _ in text)
    return ("".join(text for text, _ in seen), weight), tuple(pieces)


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_what_an_action_changes_is_seen_without_colour(slug):
    match = example(2, "plain", actions=60, game=slug)
    viewers = [*sampling.some(range(2), 2, registry.SLUGS.index(slug))]
    drawings: dict[Any, Any] = {}
    for position in range(len(match.history) + 1):
        for viewer in viewers:
            drawing = drawn(asking(match, viewer, position))
            seen, coloured = looks(drawing)
            assert drawings.setdefault(seen, coloured) == coloured
    assert len(drawings) > len(match.history) * len(viewers) / 2
