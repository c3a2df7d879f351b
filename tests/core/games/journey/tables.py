"""Effects of the tables in short words, to compare them with tables typed by hand."""

from darwin_core.games.journey.state import (
    Academy,
    Camp,
    Coins,
    Copy,
    Correspond,
    Disembark,
    Either,
    Evolve,
    Explore,
    Gain,
    Knowledge,
    Lens,
    Museum,
    Navigate,
    Overtake,
    Perform,
    Points,
    Purple,
    Redeliver,
    Research,
    Retent,
    Seal,
    Spend,
    Triumph,
)

PLAIN = {
    Seal: "any seal",
    Purple: "purple seal",
    Gain: "objective",
    Museum: "museum",
    Redeliver: "deliver again",
    Disembark: "explorer ashore",
    Overtake: "ship to the Beagle",
    Retent: "tent again",
    Perform: "locked location",
    Copy: "copy a card",
    Triumph: "achieve",
}
"""Effects without figures."""


def told(effects):
    """Effects in words, joined by a plus in their order."""
    return " + ".join(map(_told, effects))


def _told(effect):
    match effect:
        case Coins(number):
            words = f"{number} coins"
        case Points(number):
            words = f"{number} points"
        case Knowledge(number):
            words = f"{number} knowledge"
        case Evolve(steps):
            words = f"evolution {steps}"
        case Explore(moves, stops=0):
            words = f"explore {moves}"
        case Navigate(moves, stops=0):
            words = f"navigate {moves}"
        case Correspond(stamps, is_free):
            words = f"correspondence {stamps}" + " anywhere" * is_free
        case Academy(discount):
            words = f"academy -{discount}"
        case Lens(is_free):
            words = "free lens" if is_free else "lens"
        case Research(where, cost=0):
            words = f"research {where}"
        case Camp(site=254):
            words = "tent anywhere"
        case Spend(ways):
            words = f"knowledge for ({' or '.join(map(_told, ways))})"
        case Either(ways):
            words = f"({' or '.join(map(_told, ways))})"
        case _:
            words = PLAIN[type(effect)]
    return words
