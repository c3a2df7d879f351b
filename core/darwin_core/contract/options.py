"""Options and presets of a game: their possible values, and reading them from plain texts."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Literal, get_args, get_origin

import msgspec

from darwin_core.contract.game import A, AnyGame, E, Game, Options, Preset, S
from darwin_core.text.language import mark, tr
from darwin_core.text.wording import listed, quoted

Value = bool | int | str
"""A value of an option."""


def read_options(game: Game[S, A, E], values: Mapping[str, object]) -> Options:
    """Return a game's options from plain values; texts such as ``"no"`` are understood.

    Raises:
        ValueError: with one sentence, for an unknown option or value.
    """
    # Other texts stay as they are: they may be words of an option.
    words = {"yes": True, "on": True, "no": False, "off": False}
    plain = {
        key: words.get(value.lower(), value) if isinstance(value, str) else value
        for key, value in values.items()
    }
    kinds = _kinds(game.options)
    for name, value in plain.items():
        if name not in kinds:
            raise ValueError(
                tr(
                    "{game} cannot be played so: it has no option {name}; its options: {names}."
                    if kinds
                    else "{game} cannot be played so: it has no option {name}, nor any other.",
                    game=game.title,
                    name=quoted(name),
                    names=", ".join(kinds),
                )
            )
        try:
            msgspec.convert(value, kinds[name], strict=False)
        except msgspec.ValidationError:
            raise ValueError(
                tr(
                    "{game} cannot be played so: its option {name} can be {values}, not {given}.",
                    game=game.title,
                    name=name,
                    values=listed([*values_of(kinds[name])], mark("or")),
                    given=quoted(str(values[name])),
                )
            ) from None
    return msgspec.convert(plain, game.options, strict=False)


def read_choices(
    texts: Sequence[str], game: AnyGame, seats: int, preset: str | None = None
) -> dict[str, Value]:
    """Return a game's options from ``name=value`` texts.

    Options that are not named are those of the preset or, without a preset, of the default preset
    for the number of seats.

    Raises:
        ValueError: with one sentence, for an unknown option, value or preset.
    """
    base = default_preset(game, seats) if preset is None else find_preset(game, preset)
    values = msgspec.structs.asdict(base.options)
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not text.isprintable():
            raise ValueError(
                tr(
                    "{text} is not an option; options are given as name=value.",
                    text=quoted(text),
                )
            )
        values[name.strip()] = value.strip()
    return msgspec.structs.asdict(read_options(game, values))


def presets_of(game: Game[S, A, E]) -> tuple[Preset, ...]:
    """Return a preset for the rules as printed, which are the defaults of the options, then the
    game's own presets."""
    return (Preset("printed", mark("as printed"), game.options(), seats=()), *game.presets)


def find_preset(game: Game[S, A, E], name: str) -> Preset:
    """Return the preset with a name; ``printed`` names the rules as printed.

    Raises:
        ValueError: with a sentence that lists the presets.
    """
    presets = presets_of(game)
    for preset in presets:
        if preset.name == name:
            return preset
    names = ", ".join(preset.name for preset in presets)
    raise ValueError(
        tr(
            "{game} has no preset {name}; its presets: {names}.",
            game=game.title,
            name=quoted(name),
            names=names,
        )
    )


def default_preset(game: Game[S, A, E], seats: int) -> Preset:
    """Return the preset recommended for a number of seats, else the rules as printed."""
    printed, *others = presets_of(game)
    return next((preset for preset in others if seats in preset.seats), printed)


def rules_title(game: Game[S, A, E], values: Mapping[str, object]) -> str:
    """Return the title of the preset that equals the options, or the word for custom options; empty
    if the game has no presets.

    The title is a message, to be translated where it is shown.

    Args:
        game: the game.
        values: options as plain values, as in the header of a record.

    Raises:
        ValueError: as ``read_options`` does.
    """
    if not game.presets:
        return ""
    options = read_options(game, values)
    titles = (preset.title for preset in presets_of(game) if preset.options == options)
    return next(titles, mark("options of your own"))


@cache
def _kinds(options: type[Options]) -> dict[str, object]:
    """Return the types of a game's options by name."""
    return {field.name: field.type for field in msgspec.structs.fields(options)}


def values_of(kind: object) -> dict[str, Value]:
    """Return the possible values of an option or setting by the words for them.

    Raises:
        TypeError: for a type that is neither ``bool`` nor a choice of words.
    """
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if kind is bool:
        return {mark("yes"): True, mark("no"): False}
    if get_origin(kind) is not Literal:
        raise TypeError(f"the values of an option of type {kind} are unknown")
    return {f"{value}": value for value in get_args(kind)}


def word_of(value: Value) -> str:
    """Return the word for a value of an option or setting, as typed; a message."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value}"
