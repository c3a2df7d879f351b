"""The program's own themes: a naturalist's notebook by lamplight, on paper, and in plain ink."""

from typing import Final

from textual.theme import Theme

# Suits and seats keep apart under the common kinds of colour blindness, and each has its letter or
# mark beside the colour.
LAMP_COLOURS: Final = {
    "seat-0": "#f0a63c",
    "seat-1": "#d98cb8",
    "seat-2": "#7fc8b0",
    "seat-3": "#b7a6ea",
    "seat-4": "#c9c26a",
    "seat-5": "#9fb4c7",
    "bear": "#62b5ea",
    "lion": "#f2d64b",
    "fox": "#2fbf8f",
    "snake": "#f0733a",
    "owl": "#c3c3c3",
    "scorpion": "#c99a6b",
    "ink": "#ebdfc6",
    "ink-dim": "#a2957f",
    "ink-faint": "#8b7f6b",
    "rule": "#4a4236",
    "lit": "#d8c9a8",
    "cursor": "#ffd45e",
    "good": "#8fd694",
    "bad": "#ff8f70",
}

LAMP: Final = Theme(
    name="lamp",
    primary="#ffd45e",
    secondary="#62b5ea",
    accent="#ffd45e",
    foreground="#ebdfc6",
    background="#15120e",
    surface="#1d1914",
    panel="#262019",
    success="#8fd694",
    warning="#f0a63c",
    error="#ff8f70",
    dark=True,
    variables={
        **LAMP_COLOURS,
        "footer-background": "#1d1914",
        "footer-foreground": "#a2957f",
        "footer-key-foreground": "#ffd45e",
        "footer-description-foreground": "#a2957f",
        "block-cursor-background": "#3a3122",
        "block-cursor-foreground": "#ffd45e",
        "block-cursor-text-style": "bold",
    },
)

PAPER_COLOURS: Final = {
    "seat-0": "#8a4b00",
    "seat-1": "#97296b",
    "seat-2": "#00624c",
    "seat-3": "#5540a0",
    "seat-4": "#5c5600",
    "seat-5": "#3c5468",
    "bear": "#00598f",
    "lion": "#6e5800",
    "fox": "#00664a",
    "snake": "#a83c00",
    "owl": "#545454",
    "scorpion": "#744a20",
    "ink": "#2b2419",
    "ink-dim": "#62573f",
    "ink-faint": "#6b6049",
    "rule": "#c5b793",
    "lit": "#4a3f2a",
    "cursor": "#a12a00",
    "good": "#1c6b2a",
    "bad": "#a82a10",
}

PAPER: Final = Theme(
    name="paper",
    primary="#8a4b00",
    secondary="#00598f",
    accent="#a12a00",
    foreground="#2b2419",
    background="#f6efdc",
    surface="#efe6cd",
    panel="#e6dbbd",
    success="#1c6b2a",
    warning="#8a4b00",
    error="#a82a10",
    dark=False,
    variables={
        **PAPER_COLOURS,
        "footer-background": "#efe6cd",
        "footer-foreground": "#62573f",
        "footer-key-foreground": "#a12a00",
        "footer-description-foreground": "#62573f",
        "block-cursor-background": "#e0d2a8",
        "block-cursor-foreground": "#a12a00",
        "block-cursor-text-style": "bold",
    },
)

INK_COLOURS: Final = {
    "seat-0": "#ffb347",
    "seat-1": "#ff9ed2",
    "seat-2": "#7ff0d0",
    "seat-3": "#cdbfff",
    "seat-4": "#e6df7a",
    "seat-5": "#c2d6e8",
    "bear": "#7cc8ff",
    "lion": "#ffe94d",
    "fox": "#4be3ae",
    "snake": "#ff9466",
    "owl": "#e6e6e6",
    "scorpion": "#e8bd8f",
    "ink": "#ffffff",
    "ink-dim": "#d0d0d0",
    "ink-faint": "#b4b4b4",
    "rule": "#808080",
    "lit": "#ffffff",
    "cursor": "#ffff00",
    "good": "#8dff8d",
    "bad": "#ff9c8c",
}

INK: Final = Theme(
    name="ink",
    primary="#ffff00",
    secondary="#7cc8ff",
    accent="#ffff00",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#1c1c1c",
    success="#8dff8d",
    warning="#ffb347",
    error="#ff9c8c",
    dark=True,
    variables={
        **INK_COLOURS,
        "footer-background": "#000000",
        "footer-foreground": "#d0d0d0",
        "footer-key-foreground": "#ffff00",
        "footer-description-foreground": "#d0d0d0",
        "block-cursor-background": "#333333",
        "block-cursor-foreground": "#ffff00",
        "block-cursor-text-style": "bold",
    },
)

OWN: Final = (LAMP, PAPER, INK)
