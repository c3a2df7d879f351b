"""Stored pictures of the boards as text: the characters of each row, and a digest of its styles.

After an intended change, run ``pytest tests/tui/test_pictures.py --snapshot-update`` and look at
the difference.
"""

from hashlib import blake2b
from itertools import zip_longest

import pytest
from tui.checks import check_frame
from tui.pictured import FOLDER, scenes_of
from tui.scenes import BOARDS, drawn, rows

from darwin_core.contract import registry
from darwin_core.text.language import reading

EVERY = {BOARDS[0]: 1, BOARDS[1]: 7, BOARDS[2]: 4, BOARDS[3]: 17}
"""At each size, one in so many of a game's scenes is drawn."""


def picture(pictured, size):
    """Return the rows of a scene's drawing with their digests, and a digest of its regions."""
    with reading(pictured.language):
        drawing = drawn(pictured.scene, size)
    check_frame(drawing, size)
    return [
        f"# {pictured.name}",
        *(f"{row} {digest(drawing.canvas.row(y))}" for y, row in enumerate(rows(drawing))),
        f"places {digest(drawing.places.items())}",
    ]


def digest(parts):
    return blake2b(repr([*parts]).encode(), digest_size=2).hexdigest()


@pytest.mark.parametrize("size", BOARDS, ids=str)
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_boards_look_like_their_pictures(slug, size, request):
    file = FOLDER / f"{slug}-{size[0]}x{size[1]}.txt"
    pictures = [picture(scene, size) for scene in scenes_of(slug)[:: EVERY[size]]]
    text = "\n".join(row for rows in pictures for row in rows) + "\n"
    if request.config.getoption("--snapshot-update"):
        file.write_text(text, encoding="utf-8")
    stored = file.read_text(encoding="utf-8").splitlines()
    name = ""
    wrong = []
    for before, now in zip_longest(stored, text.splitlines(), fillvalue=""):
        name = now if now.startswith("#") else name
        wrong += [name, f"-{before}", f"+{now}"] if before != now else []
    assert not wrong, "\n".join(wrong[:60])
