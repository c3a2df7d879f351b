"""Effects in the words of the rules page, to compare tables with tables typed by hand."""

from darwin_core.games.journey.material import (
    Academy,
    AchieveUnmet,
    Coins,
    CopyCrew,
    Correspond,
    Either,
    Evolve,
    Explore,
    InOrder,
    Knowledge,
    LandExplorer,
    Lens,
    Museum,
    Navigate,
    Overtake,
    PerformLocked,
    PitchTent,
    Points,
    Purple,
    Redeliver,
    ResearchSpecimen,
    ReuseTent,
    Seal,
    Spend,
    TakeObjective,
)

PLAIN = {
    Seal: "free seal",
    Purple: "purple seal",
    TakeObjective: "objective",
    Museum: "museum",
    Redeliver: "re-deliver",
    LandExplorer: "place an explorer",
    Overtake: "ship to the Beagle",
    PitchTent: "a tent anywhere",
    ReuseTent: "re-use a tent",
    PerformLocked: "perform a locked place",
    CopyCrew: "copy a crew card",
    AchieveUnmet: "achieve",
}
"""Effects without figures."""


def rendered(effects):
    """Format effects, joined by a plus in their order."""
    return " + ".join(map(_rendered, effects))


def _rendered(effect):
    match effect:
        case Coins(number):
            words = f"{number} coin{'s' * (number > 1)}"
        case Points(number):
            words = f"{number} point{'s' * (number > 1)}"
        case Knowledge(number):
            words = f"{number} knowledge"
        case Evolve(steps):
            words = f"evolution +{steps}"
        case Explore(moves, stops=0):
            words = f"explore {moves}"
        case Navigate(moves, stops=0):
            words = f"navigate {moves}"
        case Correspond(stamps, is_free):
            words = f"correspondence {stamps}" + ", any envelopes" * is_free
        case Academy(discount):
            words = f"academy −{discount}" if discount else "academy"
        case Lens(is_free):
            words = "unlock free" if is_free else "unlock"
        case ResearchSpecimen("any", cost=0):
            words = "research any"
        case ResearchSpecimen("island", cost=0):
            words = "research on an island"
        case Spend(ways):
            words = f"1 knowledge for {' or '.join(map(_rendered, ways))}"
        case Either(ways):
            words = " or ".join(map(_rendered, ways))
        case InOrder(parts):
            words = rendered(parts)
        case _:
            words = PLAIN[type(effect)]
    return words
