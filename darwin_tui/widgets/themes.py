"""The program's themes: a naturalist's notebook by lamplight, on paper, and in plain ink."""

from typing import Final

from textual.theme import Theme

from darwin_core.contract.game import SEATS_MAX

DISTINCT_SEATS: Final = 6
"""Colours of seats that look different. From the seventh seat on they repeat, with other marks."""


def _with_all_seats(colours: dict[str, str]) -> dict[str, str]:
    """Return colours with those of the seats from the seventh on, which repeat the first six."""
    repeated = {
        f"seat-{seat}": colours[f"seat-{seat % DISTINCT_SEATS}"]
        for seat in range(DISTINCT_SEATS, SEATS_MAX)
    }
    return colours | repeated


def _theme(
    name: str,
    colours: dict[str, str],
    *,
    surface: str,
    block: str,
    primary: str = "cursor",
    is_dark: bool = True,
) -> Theme:
    """Return a theme of named colours.

    Args:
        surface: background of Textual's widgets.
        block: background of the cursor in lists and tables.
        primary: name of the colour that Textual uses as its primary colour.
    """
    return Theme(
        name=name,
        primary=colours[primary],
        secondary=colours["hue-blue"],
        accent=colours["cursor"],
        foreground=colours["ink"],
        background=colours["table"],
        surface=surface,
        panel=colours["panel"],
        success=colours["good"],
        warning=colours["seat-0"],
        error=colours["bad"],
        dark=is_dark,
        variables={
            **colours,
            "footer-background": surface,
            "footer-foreground": colours["ink-dim"],
            "footer-key-foreground": colours["cursor"],
            "footer-description-foreground": colours["ink-dim"],
            "block-cursor-background": block,
            "block-cursor-foreground": colours["cursor"],
            "block-cursor-text-style": "bold",
        },
    )


# The colours of seats, suits (hues), and of selected, selectable, good and bad differ by CIEDE2000
# 15 or more, also for people who see no red, no green or no blue. A search near the wanted hues
# found them; a test measures them. Each also has a letter or mark.
# Further names, by what they paint:
#   table, panel, strip: the ground of a screen, of a panel in it, and of a row in a panel
#   rule: lines and frames; shadow: edges below what lies on the table
#   stock, stock-ink, stock-dim: the face of a card, and words on it
#   back, back-line: the back of a card; tag: a label at the foot of a card
#   keycap: the key that selects something; token-ink: words on a full colour, such as a seat's
LAMP_COLOURS: Final = _with_all_seats(
    {
        "seat-0": "#d98b15",
        "seat-1": "#ab7da8",
        "seat-2": "#82c8b0",
        "seat-3": "#bda7f9",
        "seat-4": "#e0e267",
        "seat-5": "#d3e2f5",
        "hue-blue": "#5eafe2",
        "hue-yellow": "#f4d521",
        "hue-green": "#91f6b8",
        "hue-orange": "#f17136",
        "hue-grey": "#c7c7ca",
        "hue-brown": "#b29981",
        "ink": "#ebdfc6",
        "ink-dim": "#a2957f",
        "ink-faint": "#978a73",
        "rule": "#6b5c45",
        "selectable": "#e5e7ea",
        "table": "#15120e",
        "panel": "#201b15",
        "strip": "#2a2319",
        "keycap": "#38342f",
        "stock": "#f3ecd4",
        "stock-ink": "#241d14",
        "stock-dim": "#5c513d",
        "back": "#6e1f2c",
        "back-line": "#8a2f3c",
        "tag": "#ffd04a",
        "token-ink": "#15120e",
        "shadow": "#080706",
        "cursor": "#fdd14d",
        "good": "#9fe1ac",
        "bad": "#f56a37",
    }
)


LAMP: Final = _theme("lamp", LAMP_COLOURS, surface="#1d1914", block="#3a3122")

PAPER_COLOURS: Final = _with_all_seats(
    {
        "seat-0": "#6d5806",
        "seat-1": "#9b0be8",
        "seat-2": "#016650",
        "seat-3": "#3d1037",
        "seat-4": "#373319",
        "seat-5": "#283487",
        "hue-blue": "#1762cc",
        "hue-yellow": "#715b02",
        "hue-green": "#1a5c46",
        "hue-orange": "#591c00",
        "hue-grey": "#1d1a1b",
        "hue-brown": "#44455a",
        "ink": "#2b2419",
        "ink-dim": "#675f4e",
        "ink-faint": "#5c5443",
        "rule": "#a08f68",
        "selectable": "#130e0d",
        "table": "#f6efdc",
        "panel": "#fbf6e8",
        "strip": "#efecd0",
        "keycap": "#d9c999",
        "stock": "#fffdf4",
        "stock-ink": "#241d14",
        "stock-dim": "#5c513d",
        "back": "#9c4550",
        "back-line": "#7d2a38",
        "tag": "#231c12",
        "token-ink": "#fff8e6",
        "shadow": "#cdbf98",
        "cursor": "#670d00",
        "good": "#0e4849",
        "bad": "#ba2d05",
    }
)

PAPER: Final = _theme(
    "paper",
    PAPER_COLOURS,
    surface="#efe6cd",
    block="#e0d2a8",
    primary="seat-0",
    is_dark=False,
)

INK_COLOURS: Final = _with_all_seats(
    {
        "seat-0": "#dd932f",
        "seat-1": "#f6b4ed",
        "seat-2": "#5ad3a7",
        "seat-3": "#a987fc",
        "seat-4": "#fef588",
        "seat-5": "#e4fff4",
        "hue-blue": "#75b6ed",
        "hue-yellow": "#ffe94d",
        "hue-green": "#6bffc1",
        "hue-orange": "#f9833f",
        "hue-grey": "#e6e9f1",
        "hue-brown": "#b19f88",
        "ink": "#ffffff",
        "ink-dim": "#d0d0d0",
        "ink-faint": "#b4b4b4",
        "rule": "#808080",
        "selectable": "#9eb8dd",
        "table": "#000000",
        "panel": "#0c0c0c",
        "strip": "#121212",
        "keycap": "#333333",
        "stock": "#ffffff",
        "stock-ink": "#000000",
        "stock-dim": "#3a3a3a",
        "back": "#7a1020",
        "back-line": "#b03040",
        "tag": "#efe623",
        "token-ink": "#000000",
        "shadow": "#3a3a3a",
        "cursor": "#efe623",
        "good": "#baffb4",
        "bad": "#df968b",
    }
)

INK: Final = _theme("ink", INK_COLOURS, surface="#000000", block="#333333")

THEMES: Final = (LAMP, PAPER, INK)
"""The program's themes, the default first."""
