"""Textual's strips create their caches only when these are used, and otherwise stay the same."""

import subprocess
import sys
from typing import Any

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from darwin_tui.terminal import painter

TEXTUAL_OWN = """
from textual.cache import FIFOCache
from textual.strip import Strip
strip = Strip([])
caches = {name: getattr(strip, name) for name in Strip.__slots__}
print({name: each._maxsize for name, each in caches.items() if isinstance(each, FIFOCache)})
print({name for name, each in caches.items() if each is None} == {
    "_cell_length", "_render_cache", "_link_ids", "_cell_count"})
"""


def test_the_caches_are_those_of_textual():
    """Another process, which imports none of our modules, reports Textual's own caches."""
    done = subprocess.run(
        [sys.executable, "-c", TEXTUAL_OWN], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{painter._SIZES}\nTrue\n"


def test_a_line_has_no_cache_until_it_is_used():
    strip: Any = Strip([Segment("a fox and a lion", Style(bold=True))])
    slots = {name: getattr(Strip, name) for name in painter._SIZES}

    def made() -> list[str]:
        return [name for name, slot in slots.items() if _is_set(slot, strip)]

    assert made() == []
    assert strip.crop(2, 5).text == "fox"
    assert made() == ["_crop_cache"]
    assert strip.crop(2, 5) is strip.crop(2, 5)
    assert [part.text for part in strip.divide([5, 9, 16])] == ["a fox", " and", " a lion"]
    assert made() == ["_divide_cache", "_crop_cache"]
    assert not hasattr(strip, "_no_such_cache")


def _is_set(slot: Any, strip: Strip) -> bool:
    try:
        slot.__get__(strip)
    except AttributeError:
        return False
    return True
