"""Cards of a hand and triplets on the felt, in all sizes, and their names.

A band is the strip at the top of a card or triplet in its group's colour. A card's use, and the
uses of a triplet, are the words on its tag: the actions that are possible with it now.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from darwin_core.contract.game import HIDDEN
from darwin_core.games.yummy.material import (
    CARDS,
    CITIZENS,
    FIRST_ACTION,
    GROUP_OF,
    GROUPS,
    JOKERS,
    POLITICS,
    TRUMPED,
    USA,
    VALUE_OF_GROUP,
    Triplet,
    without_article,
)
from darwin_core.games.yummy.rules import SIZE, Danger, group_of, is_one_kind, points_of
from darwin_core.games.yummy.texts import card_name, group_name
from darwin_core.text.language import UMLAUTS, Reader, mark, noun, reader, tr, tr_n
from darwin_core.text.wording import a, counted
from darwin_tui.drawing.area import Area, Grow, big_text, cut, fit
from darwin_tui.drawing.canvas import Styled
from darwin_tui.drawing.card import Face, cut_corners, ring, risen
from darwin_tui.drawing.card import card as blank_card
from darwin_tui.drawing.card import tag as draw_tag
from darwin_tui.drawing.marks import SIGNS, State
from darwin_tui.drawing.picture import Picture, pictures

# --- names of cards and groups

DIVIDER: Final = "·"
"""Sign between the syllables of a word in HYPHENATED."""
HYPHENATED: Final = """
anar·chist bour·geois scien·tist pro·leta·riat trade union·ist pen·sioner mili·tary con·trol·ler
judi·ciary corrup·tion diplo·macy organ·ised legis·la·ture assas·sin Super·man presi·dent
pol·lution con·trol eco·nomic boy·cott demon·stra·tion govern·men·tal repres·sion depor·ta·tion
evic·tion de-·esca·la·tion strat·egy house-·to-·house tele·phone tor·ture com·mis·sion
employ·ment preven·tive Auto·nomer Wissen·schaft·ler Prole·tarier Gewerk·schaf·ter
Fahr·karten·kon·trol·leur Judi·kative Verfas·sungs·schutz Korrup·tion Diplo·matie
Organi·siertes Ver·brechen Legis·lative Atten·täter Präsi·dent Umwelt·schutz
Wirt·schafts·boykott Demon·stra·tion Staat·liche Repres·sion Depor·ta·tion Zwangs·räumung
Deeska·lie·rungs·strate·gie Raster·fahn·dung Telefon·sex-Affäre Kirchen·asyl
Folter·kommis·sion Stellen·strei·chung Giftgas·anschlag Terror·anschlag
Selbst·mord-Atten·täter Präven·tiv·schlag Außen·politik bezwin·gen
"""
"""The long words of the names in all languages, each with the points where it may be divided."""
_SYLLABLES: Final = {
    word.replace(DIVIDER, ""): word.split(DIVIDER)
    for word in (*HYPHENATED.split(), *HYPHENATED.translate(UMLAUTS).split())
}
"""The syllables of each long word, also as it is spelt without umlauts."""
SHORT: Final = {
    "Fahrkartenkontrolleur": "Kontrolleur",
    "Verfassungsschutz": "Verf.-Schutz",
    "Organisiertes Verbrechen": "Org. Verbr.",
    "organised crime": "org. crime",
    "ticket controller": "controller",
    "trade unionist": "unionist",
    "Staatsmacht": "Staat",
    "aliens invade the USA": "aliens invade",
    "pollution control": "pollution",
    "economic boycott": "boycott",
    "governmental repression": "repression",
    "de-escalation strategy": "de-escalation",
    "house-to-house search": "house search",
    "telephone sex affair": "sex affair",
    "torture commission": "commission",
    "employment cuts": "employm. cuts",
    "toxic gas attack": "toxic gas",
    "suicide bomber": "bomber",
    "preventive war": "prevent. war",
    "foreign affairs": "foreign aff.",
    "Wissenschaftler": "Wissensch.",
    "Gewerkschafter": "Gewerksch.",
    "Wirtschaftsboykott": "Boykott",
    "Direkte Aktion": "Dir. Aktion",
    "Staatliche Repression": "Repression",
    "Deeskalierungsstrategie": "Deeskalierung",
    "Rasterfahndung": "Rasterfahnd.",
    "Telefonsex-Affäre": "Telefonsex",
    "Folterkommission": "Folterkomm.",
    "Stellenstreichung": "Stellenstr.",
    "Giftgasanschlag": "Giftgas",
    "Terroranschlag": "Terroranschl.",
    "Selbstmord-Attentäter": "Selbstm.-Att.",
    "Präventivschlag": "Präv.-Schlag",
    "Aliens bezwingen die USA": "Aliens bezw.",
}
"""Names of cards and groups with abbreviations better than a cut."""
LETTERS_LEAST: Final = 4
"""Minimum letters of an abbreviation with a full stop."""
_NAMES_KEPT_MAX: Final = 2048
"""Maximum number of names in a width whose lines are kept."""
_WIDTHS_KEPT_MAX: Final = 64
"""Maximum number of widths in a reader's language whose short names are kept."""
MARKED: Final = "×"
"""Sign of a mark on a triplet, and before a number of copies."""


def band(group: int) -> str:
    """Return the name of a group's ground."""
    return GROUPS[group].name.lower()


def band_ink(group: int) -> str:
    """Return the name of the ink on a group's ground."""
    return "dark-ink" if group in (CITIZENS, POLITICS) else "light-ink"


_HUES: Final = ("yellow", "green", "brown", "grey", "orange", "blue")
"""The colours of the groups' names in texts, in the order of GROUPS."""


def hue(group: int) -> str:
    """Return the colour of a group's name in a text."""
    return f"hue-{_HUES[group]}"


def letter(group: int) -> str:
    """Return a group's letter in the reader's language."""
    return noun(GROUPS[group].name)[0].upper()


def column_of(card: int) -> int:
    """Return a card's column in a list of all cards: its group, or the USA for an alien."""
    return min(GROUP_OF[card], USA)


def target(card: int) -> int:
    """Return the group on whose triplets an action card is played."""
    return USA if GROUP_OF[card] == CITIZENS else TRUMPED[card]


def plain_name(card: int) -> str:
    """Return a card's name without its article; all jokers have the same name, and so have all
    hidden cards."""
    if card == HIDDEN:
        return a("card")
    return tr("joker") if card in JOKERS else without_article(card_name(card))


def fitted(card: int, width: int) -> str:
    """Return a card's name in one row: in full, without its article, abbreviated, or cut."""
    whole = tr("joker") if card in JOKERS else card_name(card)
    name = plain_name(card)
    for text in (whole, name, SHORT.get(name, name)):
        if len(text) <= width:
            return text
    return cut(SHORT.get(name, name), width)


def likely_name(card: int, room: int) -> str:
    """Return a likely card's name without its article, fitted to a room."""
    name = plain_name(card)
    return name if len(name) <= room else fitted(card, room)


_VOWELS_AT_END: Final = re.compile(r"(?<=.{5})[aeiouäöü]+\.$")
"""The vowels before the full stop of an abbreviation, after five letters or more."""


def fitted_group(group: int, width: int) -> str:
    """Return a group's name, shortened to fit; its letter in a single column. Fewer than four
    columns have no full stop after the first letters."""
    if width == 1:
        return letter(group)
    name: str = group_name(group)
    if len(name) > width:
        name = SHORT.get(name, name)
    if width < LETTERS_LEAST:
        return name[:width]
    # Abbreviate as people do, "citiz." and "polit.", if that fits.
    return _VOWELS_AT_END.sub(".", cut(name, width))


def name_lines(card: int, width: int, rows: int) -> list[str]:
    """Return a card's name in up to a number of rows, long words divided between syllables. The
    last row is cut if even the shortest form of the name is too long."""
    whole = tr("joker") if card in JOKERS else card_name(card)
    plain = plain_name(card)
    for name in (whole, plain, SHORT.get(plain, plain)):
        lines = _wrapped(name, width)
        if len(lines) <= rows and all(len(line) <= width for line in lines):
            return lines
    lines = _wrapped(plain, width)
    # The last row is cut from undivided words.
    rest = " ".join(lines[rows - 1 :]).replace("- ", "")
    return [*lines[: rows - 1], cut(rest, width)]


@lru_cache(maxsize=_NAMES_KEPT_MAX)
def _wrapped(name: str, width: int) -> list[str]:
    """Return a name in lines. A word longer than a line begins a line and is divided."""
    lines = [""]
    for word in name.split():
        line = f"{lines[-1]} {word}".strip()
        if len(line) <= width:
            lines[-1] = line
        elif len(word) <= width:
            lines.append(word)
        else:
            lines = [*filter(None, lines), *_divided(word, width)]
    return lines


def _divided(word: str, width: int) -> list[str]:
    """Divide a word into rows, with as many syllables in each as fit."""
    lines: list[str] = []
    line = ""
    for syllable in _SYLLABLES.get(word, [word]):
        if line and len(line) + len(syllable) + 1 > width:
            lines.append(line if line.endswith("-") else f"{line}-")
            line = syllable
        else:
            line += syllable
    return [cut(text, width) for text in (*lines, line)]


def short(card: int, width: int = 3) -> str:
    """Return a card's name in ``width`` letters, without its article.

    If names of one column begin alike, the last letter is the first in which they differ. A joker
    is a question mark, a hidden card is shaded.
    """
    if card == HIDDEN:
        return "▒" * width
    if card in JOKERS:
        return "?".center(width)
    name = plain_name(card)
    last = _last_letters(width, reader()).get(card, width - 1)
    return f"{name[: width - 1] + name[last : last + 1]:<{width}}"


@lru_cache(maxsize=_WIDTHS_KEPT_MAX)
def _last_letters(width: int, reader: Reader) -> dict[int, int]:
    """Return the index of the first differing letter for each card whose name begins like another
    of its column.

    Args:
        width: letters that are compared.
        reader: the reader whose language the names have, part of the cache's key.
    """
    names = {
        card: without_article(noun(row.name))
        for card, row in enumerate(CARDS)
        if card not in JOKERS
    }
    last: dict[int, int] = {}
    for one, other in combinations(names, 2):
        if column_of(one) == column_of(other) and names[one][:width] == names[other][:width]:
            pairs = enumerate(zip(names[one], names[other], strict=False))
            last[one] = last[other] = next(at for at, (mine, theirs) in pairs if mine != theirs)
    return last


def short_list(cards: Sequence[int]) -> str:
    """Return cards in words, equal ones together, without articles."""
    words = []
    for label in dict.fromkeys(cards):
        name = plain_name(label)
        times = f" {MARKED}{cards.count(label)}" if cards.count(label) > 1 else ""
        words.append(f"{SHORT.get(name, name)}{times}")
    return " ".join(words)


# --- cards and triplets

EMBLEM: Final = (12, 4)
"""Columns and rows of an emblem."""
EMBLEM_LEAST: Final = (9, 8)
"""Minimum columns and rows of a card with an emblem, cut at its edges."""
SMALL_LEAST: Final = (7, 7)
"""Minimum columns and rows of a card with the small emblem."""
NAME_ROWS: Final = 3
"""Maximum rows of a name."""
WIDE_LEAST: Final = 9
"""Minimum columns of a card with centred words."""
AIRY_LEAST: Final = 11
"""Minimum columns of a card whose words touch none of its edges."""
DOUBLED_LEAST: Final = (18, 14)
"""Minimum columns and rows of a card whose emblem is doubled, cut at its edges."""
FRAMED_LEAST: Final = 6
"""Minimum rows of a card that has a frame in ASCII, where a frame takes two rows."""
BIG_CARD_ROWS: Final = 10
"""Minimum rows of a card with a big number."""
BIG_TRIPLET_ROWS: Final = 7
"""Minimum rows of a triplet with big points."""
PICTURED_TRIPLET_ROWS: Final = 11
"""Minimum rows of a triplet with its group's picture."""
NAMED_COLUMNS: Final = 6
"""Minimum columns of a chip with a blank before its name."""
BIG_ROWS: Final = 3
"""Rows of a band with a big digit."""
LOW_TRIPLET_ROWS: Final = 3
"""Maximum rows of a triplet without rounded corners and margins."""
LINE_LEAST: Final = 15
"""Minimum columns of a one-row triplet with its cards; narrower ones are chips."""
LEAST_OF_GROUP: Final = 4
"""Minimum letters of a group's name on a chip, with the blank after it."""
MARKED_COLUMNS: Final = 18
"""Columns of a large triplet up to which its marks have no word."""
TINT: Final = 16
"""Percentage of the group's colour in the ground of an emblem."""
ACTION_TINT: Final = 62
"""Percentage of the group's colour in the ground of an action card, the rest is black."""
CITIZENS_ACTION_TINT: Final = 72
"""ACTION_TINT of the citizens' action cards."""
PLAYS: Final = "▸"
"""Sign of an action card, and of a card that can be played on a triplet."""


# --- cards of a hand


def emblem(card: int, size: str = "") -> Picture:
    """Return a card's emblem: its group's, or for an action the emblem of the group it hits."""
    if card in JOKERS:
        return pictures("yummy")[f"joker{size}"]
    group = target(card) if card >= FIRST_ACTION else GROUP_OF[card]
    return pictures("yummy")[f"{band(group)}{size}"]


def band_words(cards: Sequence[int], columns: int, *, has_emblem: bool) -> str:
    """Return the words on the band over a group's neighbouring cards: name and points.

    As many words as fit; the name is complete or omitted.

    Args:
        cards: cards of the group, playing cards before actions.
        columns: columns that the words fill.
        has_emblem: the cards show the group below; else its letter replaces the name.
    """
    group = GROUP_OF[cards[0]]
    is_action = cards[0] >= FIRST_ACTION
    name: str = group_name(group)
    name = SHORT.get(name, name)
    value = VALUE_OF_GROUP[group]
    short_points = tr_n("{number} pt", "{number} pts", value)
    wordings = (PLAYS,) if is_action else (counted(value, "point"), short_points, str(value))
    for points in wordings:
        if len(name) + len(points) < columns:
            return f"{name}{points:>{columns - len(name)}}"
    alone = PLAYS if is_action else short_points if has_emblem else f"{letter(group)} {value}"
    words = (name, tr("action") if is_action else alone, alone)
    return next((form for form in words if len(form) <= columns), alone[:columns]).ljust(columns)


def draw_card(
    area: Area, card: int, copies: int, state: State, use: str, words: str | None = None
) -> None:
    """Draw a card of a hand in all cells of an area, a row higher if selected.

    Args:
        area: at least 5 by 4 cells, with a row above it.
        card: its label.
        copies: number of cards with the label; one card stands for them all.
        state: shown by ring, tag and edge.
        use: written on its tag; empty for none.
        words: its part of the words on its group's shared band; by default it has its own band.
    """
    has_emblem = area.look.has_pictures and _has_room(area, EMBLEM_LEAST)
    is_small = not has_emblem and area.look.has_pictures and _has_room(area, SMALL_LEAST)
    is_big = has_emblem and area.height >= BIG_CARD_ROWS
    is_doubled = _has_room(area, DOUBLED_LEAST)
    face = _face(area, card, state, BIG_ROWS if is_big else 1)
    if words is None:
        _card_band(face.band, card, copies)
    else:
        face.band.text(0, 0, (words, f"strong {band_ink(GROUP_OF[card])}"))
    body = face.body
    if has_emblem or is_small:
        picture = emblem(card, "-small" if is_small else "")
        body = _draw_emblem(face.body, card, picture.doubled() if is_doubled else picture)
        if words is not None and copies > 1:
            face.body.right(0, (f"{MARKED}{copies}", f"strong {_paper(card)[1]}"))
    ink = _paper(card)[1]
    rows = max(body.height - bool(use), 1)
    is_wide = body.width >= WIDE_LEAST
    room = body.width - 2 * int(body.width >= AIRY_LEAST)
    lines = name_lines(card, room, min(rows, NAME_ROWS))
    for y, line in enumerate(lines):
        x = (body.width - len(line)) // 2 if is_wide else 0
        body.text(x, y, (line, f"strong {ink}"))
    # A shared band already has the points of playing cards.
    effect = _effect(card) if has_emblem and (words is None or card >= FIRST_ACTION) else ""
    if len(effect) <= body.width and len(lines) < max(body.height - 1, 1):
        style = ink if card >= FIRST_ACTION else "stock-dim"
        body.centre(len(lines), (effect, style))
    _draw_use(body, use, is_wide=is_wide)


def _has_room(area: Area, least: tuple[int, int]) -> bool:
    """Return whether an area has at least these columns and rows."""
    return area.width >= least[0] and area.height >= least[1]


def _paper(card: int) -> tuple[str, str]:
    """Return the ground of a card's face, and its ink."""
    if card >= FIRST_ACTION:
        return action_ground(GROUP_OF[card]), "light-ink"
    return "stock", "stock-ink"


def _face(area: Area, card: int, state: State, band_rows: int) -> Face:
    """Draw a card without words; return its band and its body. In ASCII, a low card has no frame:
    its body has three rows."""
    colour = band(GROUP_OF[card])
    stock, _ = _paper(card)
    if not area.look.is_ascii or area.height >= FRAMED_LEAST:
        return blank_card(
            area, state, band=colour, band_rows=band_rows, stock=stock, is_risen=state.is_selected
        )
    area = risen(area) if state.is_selected else area
    face = Face(area.at(0, 0, area.width, 1, colour), area.at(0, 1, area.width, 3, stock))
    if state.is_focused or state.is_selected:
        ring(area, has_above=not state.is_selected)
    return face


def _draw_emblem(body: Area, card: int, picture: Picture) -> Area:
    """Draw a card's emblem, cut at the body's edges; return the body below it."""
    above, below = body.rows(picture.height // 2, Grow())
    if card < FIRST_ACTION:
        above = above.on(f"stock~{TINT}~{band(GROUP_OF[card])}")
    above.picture((body.width - picture.width) // 2, 0, picture)
    return below


def _draw_use(body: Area, use: str, *, is_wide: bool) -> None:
    """Write a card's current use on its tag, or on its last row."""
    room = body.width - 2 if is_wide else body.width
    if len(use) > room:
        # The word says more than the sign before it.
        use = cut(use.partition(" ")[2] or use, room)
    if use and is_wide:
        draw_tag(body, use)
    elif use:
        foot = body.at(0, body.height - 1, body.width, 1, "tag")
        foot.text(0, 0, (use, "strong token-ink"))


def action_ground(group: int) -> str:
    """Return the ground of a group's action cards: its colour, darkened."""
    return f"{band(group)}~{CITIZENS_ACTION_TINT if group == CITIZENS else ACTION_TINT}~#000000"


def _effect(card: int) -> str:
    """Return the points of a card's triplets, or the effect of an action card."""
    if card < FIRST_ACTION:
        return tr("a triplet: {points}", points=VALUE_OF_GROUP[GROUP_OF[card]])
    verb = tr("marks") if GROUP_OF[card] == CITIZENS else tr("takes")
    return f"{verb} {group_name(target(card))}"


def _card_band(area: Area, card: int, copies: int) -> None:
    """Draw the band of a single card: points or sign, number of copies, group and kind."""
    group = GROUP_OF[card]
    ink = band_ink(group)
    points = PLAYS if card >= FIRST_ACTION else str(VALUE_OF_GROUP[group])
    number = f"{MARKED}{copies}" if copies > 1 else ""
    if area.height == 1:
        # A band of one row has words in place of a big number and corners.
        room = area.width - len(number)
        words = band_words([card], room, has_emblem=False)
        area.text(0, 0, (f"{words}{number}", f"strong {ink}"))
        return
    area.picture(1, 0, big_text(points, ink))
    area.right(0, (number, f"strong {ink}"), margin=1)
    area.right(1, (fitted_group(group, area.width - 6), f"strong {ink}"), margin=1)
    kind = mark("action") if card >= FIRST_ACTION else mark("joker") if card in JOKERS else ""
    if kind and area.width >= EMBLEM[0]:
        area.right(2, (tr(kind), ink), margin=1)


def draw_entry(area: Area, card: int, copies: int, state: State) -> None:
    """Draw a card in one row, for a hand of more cards than fit."""
    sign, style = SIGNS[state]
    if state.is_focused:
        area = area.on("cursor")
        style = "strong token-ink"
    ink = "strong token-ink" if state.is_focused else hue(GROUP_OF[card])
    number = f"{MARKED}{copies}" if copies > 1 else ""
    # Before the name are three characters: the sign, the group's letter, and the action's sign.
    room = area.width - 3 - len(number)
    plays = PLAYS if card >= FIRST_ACTION else " "
    area.text(0, 0, (sign, style), (letter(GROUP_OF[card]) + plays, ink), (short(card, room), ink))
    area.right(0, (number, ink))


def draw_chip(area: Area, card: int) -> None:
    """Draw a card among all hands: in one row as a chip, in more rows with band and name."""
    group = GROUP_OF[card]
    ink = f"strong {band_ink(group)}"
    name = short(card, area.width - 1) if area.width < NAMED_COLUMNS else ""
    name = name or fitted(card, area.width - 2)
    chip = area.at(0, 0, area.width, 1, band(group))
    if area.height == 1:
        chip.text(
            0, 0, (letter(group), ink), (name if area.width < NAMED_COLUMNS else f" {name}", ink)
        )
        return
    points = PLAYS if card >= FIRST_ACTION else str(VALUE_OF_GROUP[group])
    chip.text(0, 0, (letter(group), ink))
    chip.right(0, (points, ink))
    lines = name_lines(card, area.width, area.height - 1)
    stock, paper_ink = _paper(card)
    body = area.at(0, 1, area.width, area.height - 1, stock)
    for y, line in enumerate(lines):
        body.text(0, y, (line, paper_ink))


# --- triplets


def threats(by: Sequence[Danger] | None, room: int) -> Styled:
    """Return the dangers to a triplet, with their groups if they fit.

    ``! executive ×3``: three executive action cards could take it. ``− citizens ×2``: two marks
    could cost it points. ``safe``: there are no dangers. Empty once the match is over.
    """
    if by is None:
        return ("", "")
    if not by:
        return (tr("safe"), "stock-good")
    words = " ".join(
        f"{_sign(danger)} {group_name(danger.group)} {MARKED}{danger.left}" for danger in by
    )
    return (words if len(words) <= room else few_threats(by, room), "stock-bad")


def few_threats(by: Sequence[Danger], room: int) -> str:
    """Return a few words with the numbers of action cards that could take a triplet, and that could
    only mark it; in the least room, only the first of both that is not 0."""
    takes, marks = (
        sum(danger.left for danger in by if danger.takes is kind) for kind in (True, False)
    )
    forms = (
        (mark("{number} could take it"), mark("{number} could mark it")),
        (mark("{number} take"), mark("{number} mark")),
    )
    ways = [
        [tr(words, number=left) for words, left in zip(form, (takes, marks), strict=True) if left]
        for form in forms
    ]
    texts = [", ".join(way) for way in ways] + [way[0] for way in ways]
    return fit(room, [text for text in texts if text])


def _sign(danger: Danger) -> str:
    """Return the sign of cards that could take a triplet, or of cards that could mark it."""
    return "!" if danger.takes else "−"


def draw_triplet(
    area: Area, triplet: Triplet, by: Sequence[Danger] | None, state: State, uses: Sequence[str]
) -> None:
    """Draw a triplet in all cells of an area, from a row of letters to large overlapping cards.

    Args:
        area: 1, 2, 3, 5 to 8, or at least 11 rows.
        triplet: three cards and their marks.
        state: shown by the band.
        uses: the cards that can be played on it, or the ways to use them.
    """
    group = group_of(triplet)
    height = area.height
    ground = "cursor" if state.is_focused else band(group)
    ink = "token-ink" if state.is_focused else band_ink(group)
    is_big = height >= BIG_TRIPLET_ROWS and area.look.has_pictures
    if height == 1:
        _line(area, triplet, by, state)
        return
    words = f"{PLAYS} {', '.join(uses)}" if uses else ""
    top = area.at(0, 0, area.width, BIG_ROWS if is_big else 1, ground)
    # The words at the foot take the place of the dangers, which move to the band.
    has_danger = bool(words)
    margin = int(height > LOW_TRIPLET_ROWS)
    _triplet_band(top, triplet, by, state, f"strong {ink}", has_danger, margin)
    body = area.at(0, top.height, area.width, height - top.height, "stock")
    if height >= PICTURED_TRIPLET_ROWS and area.look.has_pictures:
        picture = body.at(0, 0, area.width, EMBLEM[1], f"stock~{TINT}~{band(group)}")
        picture.picture((area.width - EMBLEM[0]) // 2, 0, pictures("yummy")[band(group)])
        body = body.at(0, EMBLEM[1], area.width, body.height - EMBLEM[1])
    names = body.height - 1 if height > 2 else 0
    if names >= SIZE:
        _draw_names(body, triplet, names)
    elif height == 2 and not words:
        _draw_kind(body, triplet, by)
    elif names or not words:
        body.text(1, 0, (_cards_or_kind(triplet, area.width - 2), "stock-ink"))
    foot_ground = "tag" if words else "stock-low"
    if height > 2 or words:
        foot = body.at(0, body.height - 1, area.width, 1, foot_ground)
        foot.text(1, 0, _foot_words(triplet, by, words, area.width - 2))
    if height > LOW_TRIPLET_ROWS:
        cut_corners(area, ground, foot_ground, area.ground)
        if state.is_focused or state.is_selected:
            area.at(0, 0, 1, 1).put(0, 0, [(SIGNS[state][0], f"strong {ink} on {ground}")])


def _foot_words(triplet: Triplet, by: Sequence[Danger] | None, uses: str, room: int) -> Styled:
    """Return the uses of a triplet, or its dangers, or its kind."""
    if uses:
        return (cut(uses, room), "strong token-ink")
    danger = threats(by, room)
    return danger if danger[0] else (cut(_kind(triplet), room), "stock-ink")


def _draw_names(area: Area, triplet: Triplet, rows: int) -> None:
    """Draw the cards' names, one per row, with their kind below if there are more rows."""
    for y, card in enumerate(triplet[:SIZE]):
        row = area.at(0, y, area.width, 1, "stock-low" if y % 2 else "stock")
        name = fitted(card, area.width - 2)
        if card in JOKERS:
            star = "" if area.look.is_ascii else "★"
            row.text(1, 0, (f"{name} ", "strong stock-ink"), (star, "stock-bad"))
        else:
            row.text(1, 0, (name, "stock-ink"))
    if rows > SIZE:
        area.text(1, SIZE, (_kind(triplet), "stock-ink"))


def _draw_kind(area: Area, triplet: Triplet, by: Sequence[Danger] | None) -> None:
    """Write a triplet's cards or kind in a row, in as many words as fit beside its dangers."""
    danger = few_threats(by, area.width // 2) if by else ""
    end = area.right(0, (danger, "stock-bad"), margin=1) if danger else area.width - 1
    star = " ★" if triplet[SIZE - 1] in JOKERS else ""
    few = tr("3 alike" if is_one_kind(triplet) else "3 kinds")
    ways = (short_list(triplet[:SIZE]), f"{_kind(triplet)}{star}", f"{few}{star}", few)
    words = next((words for words in ways if len(words) < end - 1), "")
    area.text(1, 0, (words, "stock-ink"))


def _cards_or_kind(triplet: Triplet, room: int) -> str:
    """Return a triplet's cards in a row if their full names fit, else their kind; a star is a
    joker."""
    names = short_list(triplet[:SIZE])
    if len(names) <= room:
        return names
    return f"{_kind(triplet)} ★" if triplet[SIZE - 1] in JOKERS else _kind(triplet)


def _kind(triplet: Triplet) -> str:
    return tr("three the same" if is_one_kind(triplet) else "all different")


def _triplet_band(
    area: Area,
    triplet: Triplet,
    by: Sequence[Danger] | None,
    state: State,
    ink: str,
    has_danger: bool,
    margin: int,
) -> None:
    """Draw the band of a triplet: group, marks and points, large in a high band.

    Args:
        area: one row, or BIG_ROWS.
        has_danger: the dangers are written here.
        margin: blank columns at the right edge, for a rounded corner.
    """
    group = group_of(triplet)
    marks = MARKED * (len(triplet) - SIZE)
    danger = few_threats(by, area.width // 2) if by and has_danger else ""
    points = str(points_of(triplet))
    sign = SIGNS[state][0] if state is not State.SELECTABLE else " "
    if area.region.height == 1:
        y = 0
        tail = f"{marks} {points}".strip()
        if danger and len(group_name(group)) + len(danger) + len(tail) + 3 <= area.width - margin:
            tail = f"{danger} {tail}"
    else:
        area.picture(2, 0, big_text(points, ink.split()[-1]))
        area.right(
            0,
            (
                tr("{marks} marked", marks=marks)
                if marks and area.width > MARKED_COLUMNS
                else marks,
                ink,
            ),
            margin=1,
        )
        area.right(2, (danger, ink), margin=1)
        y = 1
        tail = ""
    area.text(0, y, (sign, ink))
    if not tail:
        area.right(y, (fitted_group(group, area.width - 8), ink), margin=1)
        return
    x = area.right(0, (tail, ink), margin=margin)
    name = fitted_group(group, x - 2)
    area.text(1, 0, (name, ink))


def _line(area: Area, triplet: Triplet, by: Sequence[Danger] | None, state: State) -> None:
    """Draw a triplet in one row: group letter, cards, and marks or danger; or a chip."""
    group = group_of(triplet)
    ground, ink = band(group), f"strong {band_ink(group)}"
    if state.is_focused:
        ground, ink = "cursor", "strong token-ink"
    row = area.on(ground)
    sign = (SIGNS[state][0], ink)
    if area.width < LINE_LEAST:
        words = chip_words(triplet, area.width - 1)
        if len(words) < area.width:
            row.text(0, 0, sign, (words, ink))
        else:
            row.text(0, 0, (sign[0] + words[1:] if state.is_focused else words, ink))
        return
    # The gravest danger comes first: cards that could take the triplet.
    danger = _sign(by[0]) if by else " "
    marks = MARKED * (len(triplet) - SIZE)
    cards = " ".join(short(card) for card in triplet[:SIZE])
    row.text(0, 0, sign, (f"{letter(group)} {cards}", ink))
    row.right(0, (f"{marks or danger}", ink))


def chip_words(triplet: Triplet, room: int) -> str:
    """Return a triplet in a few letters: group, marks and points."""
    points = f"{MARKED * (len(triplet) - SIZE)}{points_of(triplet)}"
    group = group_of(triplet)
    columns_left = room - len(points) - 1
    if columns_left < LEAST_OF_GROUP - 1:
        return f"{letter(group)}{points}"
    return f"{fitted_group(group, columns_left)} {points}"
