"""Pictures of the boards as text: characters, and of each row the sum of its styles.

After an intended change: ``pytest tests/tui/test_pictures.py --snapshot-update``, and look at the
difference.
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
"""Of the scenes of a game one in so many is drawn at a size."""


def picture(pictured, size):
    """Return the drawing of a scene, row by row, and the sum of the places on it."""
    with reading(pictured.language):
        drawing = drawn(pictured.scene, size)
    check_frame(drawing, size, "?ß")
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
    kept = file.read_text(encoding="utf-8").splitlines()
    name = ""
    wrong = []
    for before, now in zip_longest(kept, text.splitlines(), fillvalue=""):
        name = now if now.startswith("#") else name
        wrong += [name, f"-{before}", f"+{now}"] if before != now else []
    assert not wrong, "\n".join(wrong[:60])
