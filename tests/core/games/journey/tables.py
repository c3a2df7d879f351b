"""Effects in the words of the rules page, to compare tables with tables typed by hand."""

from darwin_core.games.journey import material

PLAIN = {
    material.Seal: "free seal",
    material.Purple: "purple seal",
    material.TakeObjective: "objective",
    material.Museum: "museum",
    material.Redeliver: "re-deliver",
    material.LandExplorer: "place an explorer",
    material.Overtake: "ship to the Beagle",
    material.PitchTent: "a tent anywhere",
    material.ReuseTent: "re-use a tent",
    material.PerformLocked: "perform a locked place",
    material.CopyCrew: "copy a crew card",
    material.AchieveUnmet: "achieve",
}
"""Effects without figures."""


def rendered(effects):
    """Format effects, joined by a plus in their order."""
    return " + ".join(map(_rendered, effects))


def _rendered(effect):
    """Format one effect as the rules page does."""
    match effect:
        case material.Coins(number):
            words = f"{number} coin{'s' * (number > 1)}"
        case material.Points(number):
            words = f"{number} point{'s' * (number > 1)}"
        case material.Knowledge(number):
            words = f"{number} knowledge"
        case material.Evolve(steps):
            words = f"evolution +{steps}"
        case material.Explore(moves, stops=0):
            words = f"explore {moves}"
        case material.Navigate(moves, stops=0):
            words = f"navigate {moves}"
        case material.Correspond(stamps, is_free):
            words = f"correspondence {stamps}" + ", any envelopes" * is_free
        case material.Academy(discount):
            words = f"academy −{discount}" if discount else "academy"
        case material.Lens(is_free):
            words = "unlock free" if is_free else "unlock"
        case material.ResearchSpecimen("any", cost=0):
            words = "research any"
        case material.ResearchSpecimen("island", cost=0):
            words = "research on an island"
        case material.Spend(ways):
            words = f"1 knowledge for {' or '.join(map(_rendered, ways))}"
        case material.Either(ways):
            words = " or ".join(map(_rendered, ways))
        case material.InOrder(parts):
            words = rendered(parts)
        case _:
            words = PLAIN[type(effect)]
    return words
