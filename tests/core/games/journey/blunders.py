"""Absurd actions in Darwin's Journey, at the very end of the match.

The first seat takes the last turn of all. A gain that it misses is lost, coins are worth a fifth of
a point, and effects on later turns are worth nothing.
"""

from functools import partial

from core.blunders import Blunder

from darwin_core.games.journey import material
from darwin_core.games.journey.acts import END, Complete, Move, Place

from .positions import at, calm, page

MUSEUM = page("museum")
STAMPS_AND_POINTS = next(
    tile for tile, row in enumerate(material.OBJECTIVES) if (row.points, row.stacks) == (15, 2)
)
ALL_SEALS = tuple(range(1, 13))


def last(*rows, seats=2):
    """Return the last turn of the match, with a worker at home; a seat has no seals but these."""
    return calm(seats).round(5).rows(0, *rows).late()


def done(table):
    """Place the last worker where nothing is left to choose."""
    return table.play(Place(0, material.ORDER_LOCATION)).state


def sent(table, location):
    """Place the last worker."""
    return table.play(Place(0, location)).state


def objective_met():
    table = last().objectives(0, STAMPS_AND_POINTS).give(0, points=16)
    return done(table.stamps(0, stacks=(0, 0, 4)))


def crew_ready():
    return last("GGRBB").crew(14, 1, 2).play(Place(0, material.ORDER_LOCATION), END).state


def seal_of_choice():
    table = last("GRRRR", "R", "B", "G").crew(11, 1, 2)
    return table.play(Place(0, material.ORDER_LOCATION), Complete(10, 0)).state


def ribbon_ahead():
    return sent(last("G").explorer(0, "IA14"), page("exploration"))


def behind_the_beagle():
    return sent(last("B").ship(0, "O20").research(0, "green reptile"), page("navigation"))


def beagle_far_ahead():
    table = last("GRBBB").crew(8, 1, 2).ship(0, "O13").research(0, "green reptile")
    return table.play(Place(0, material.ORDER_LOCATION), Complete(7, 0)).state


def row_of_four():
    return sent(last("RGGG", "R", "B", "G").give(0, coins=8), page("academy"))


def letter_to_win():
    table = last("Y").letters(7, 1, 2).stamps(0)
    table.stamps(1, stacks=(2, 0, 0), envelopes=(1, 4, 5))
    return sent(table, page("correspondence"))


def last_tent():
    table = last("G").explorer(0, "IA2").tents(0, "O6", "O12", "O19", "IA7")
    return table.play(Place(0, page("exploration")), Move(at("IA4"))).state


def museum_row():
    """Return a position in which one specimen completes a row of the museum."""
    table = last().give(0, coins=0, knowledge=0, steps=11).research(0, "green reptile")
    return table.lay(green_reptile="O2", green_plant="museum", green_bird="museum").lay(
        green_fossil="museum"
    )


def knowledge_for_points():
    return sent(last("GR").specials(5, 11).give(0, coins=0), page("special"))


def lens_for_nothing():
    table = last("GG", "BB", "YY", "RR").give(0, coins=4, knowledge=0)
    return sent(table.explorer(0, "IA14"), page("small"))


COINS = ("place 1 T", "place 1 O")
"""Placements of the last worker that bring only coins, or an objective that nobody can achieve any
more."""
BIRDS = ("examine Gb", "examine Bb", "examine Yb", "examine Rb")


def goal(name, *rows, seats=2):
    """Return the last turn with this goal of the Beagle still to be scored, and the ship beside
    it."""
    tile = next(number for number, row in enumerate(material.GOAL_TILES, 1) if row.name == name)
    others = [number for number in range(1, len(material.GOAL_TILES) + 1) if number != tile]
    return last(*rows, seats=seats).goals(*others[:4], tile).ship(0, "O21")


def island_ahead():
    return last("G").explorer(0, "IC8")


def dear_campsite():
    table = last("G").explorer(0, "IC2").give(0, coins=4)
    return table.play(Place(0, page("exploration")), Move(at("IC3"))).state


def row_or_none():
    table = museum_row().research(0, "green reptile", "red fossil").lay(red_fossil="IA5")
    return sent(table, MUSEUM)


def any_bird():
    return sent(goal("birds", "YYGG").specials(6), page("special"))


def bird_in_museum():
    table = goal("birds").lay(red_bird="museum", green_reptile="museum", blue_plant="museum")
    return sent(table.give(0, coins=0), MUSEUM)


def card_to_copy():
    table = last("RRBYY").crew(7, 14, 1).give(0, steps=36)
    return table.play(Place(0, material.ORDER_LOCATION), Complete(6, 0)).state


def blue_seal():
    return sent(goal("blue seals", "R").scrolls("GBY ...").give(0, coins=2), page("academy"))


def stack_to_empty():
    table = goal("empty stacks", "Y").stamps(0, stacks=(2, 4, 4))
    return sent(table, page("correspondence"))


def tent_for_the_goal():
    return sent(goal("tents", "G").explorer(0, "IA2"), page("exploration"))


def lens_for_the_goal():
    return sent(goal("unlocked locations", "G").give(0, coins=4), page("small"))


def gold_objective():
    tile = next(
        tile
        for tile, row in enumerate(material.OBJECTIVES)
        if (row.evolution, row.stacks) == (8, 2)
    )
    table = last().objectives(0, tile).give(0, coins=4, steps=8)
    return done(table.stamps(0, stacks=(0, 0, 4))), tile


def page_unlocked():
    table = last("RRRYY").crew(9, 1, 2).ship(0, "O22")
    return table.play(Place(0, material.ORDER_LOCATION), Complete(8, 0)).state


def envelope_ahead():
    table = last("Y").letters(7, 1, 2).stamps(0)
    return table.stamps(1, stacks=(4, 4, 3), envelopes=(1, 0, 0))


def scored_in(round, name):
    """Return the numbers of five goals, so that a round scores the one with this name."""
    tile = next(number for number, row in enumerate(material.GOAL_TILES, 1) if row.name == name)
    others = [number for number in range(1, len(material.GOAL_TILES) + 1) if number != tile]
    return [*others[: round - 1], tile, *others[round - 1 : 4]]


def lens_paid_for():
    table = calm().round(4).rows(0, "GGG", "BB", "YY", "RR").give(0, coins=13)
    table.goals(*scored_in(4, "birds")).explorer(0, "IA7").ship(0, "O13").ship(1, "O13")
    return sent(table, page("small"))


def purse_is_empty():
    sail = page("navigation", 3)
    table = calm().round(3).rows(0, "B", "BBB", "GG", "RR").ship(0, "O6").ship(1, "O9")
    return table.give(0, coins=0).lens(0, sail).play(Place(1, sail)).state


def red_seals_to_buy():
    table = calm().round(3).rows(0, "RR", "G", "B", "Y").give(0, coins=6)
    table.goals(*scored_in(3, "red seals")).lens(0, page("academy", 2))
    return table.ship(0, "O12").ship(1, "O12").state


def island_to_explore():
    table = calm().round(3).rows(0, "GG", "BB", "YY", "RR").explorer(0, "IA1").give(0, coins=1)
    return sent(table, page("exploration"))


def objective_to_take():
    return sent(calm().round(3).rows(0, "G", "B", "Y", "R").give(0, coins=0), page("objectives"))


def objectives_run_out():
    table = calm().round(3)
    table.state.silver = table.state.gold = table.state.starters = table.state.display = b""
    return table.late().state


def museum_with(kind, seats):
    """Return the last turn in which this kind is the goal, and only two of it are in the museum."""
    others = [other_kind for other_kind in material.KINDS if other_kind != kind]
    table = goal(f"{kind}s", seats=seats).give(0, coins=0)
    lie = {
        f"{colour}_{other_kind}": "museum"
        for colour, other_kind in zip(material.COLOURS, others, strict=False)
    }
    return table.lay(**lie, **{f"red_{kind}": "museum", f"yellow_{kind}": "museum"})


def academy_with(colour, seats):
    """Return the last turn in which seals of this colour are the goal, and three are for sale."""
    others = [
        other_colour[0].upper() for other_colour in material.COLOURS[:3] if other_colour != colour
    ][:2]
    spots = "".join([others[0], colour[0].upper(), others[1]])
    table = goal(f"{colour} seals", "R", seats=seats)
    return table.scrolls(f"{spots} ...").give(0, coins=2)


def tents_with(seats):
    return goal("tents", "G", seats=seats).explorer(0, "IA2")


def stacks_with(seats):
    return goal("empty stacks", "Y", seats=seats).stamps(0, stacks=(2, 4, 4))


def lenses_with(seats):
    return goal("unlocked locations", "G", seats=seats).give(0, coins=6)


def state_of(table, *where):
    return table(*where).state


def sent_to(table, name, seats, location):
    return sent(table(name, seats), location)


def of_each_goal(seats):
    """Yield positions of the last turn with each goal that one action serves."""
    for kind in material.KINDS:
        letter = kind[0]
        yield Blunder(
            f"The last of {seats} goes for one of two {kind}s in the museum, which are the goal.",
            partial(state_of, museum_with, kind, seats),
            absurd=COINS,
        )
        yield Blunder(
            f"Where {kind}s are the goal at {seats}, one of them is researched in the museum.",
            partial(sent_to, museum_with, kind, seats, MUSEUM),
            sensible=(f"examine Y{letter}", f"examine R{letter}"),
        )
    for colour in material.COLOURS[:4]:
        yield Blunder(
            f"A {colour} seal is bought where {colour} seals are the goal at {seats}.",
            partial(sent_to, academy_with, colour, seats, page("academy")),
            sensible=tuple(f"buy 2 {row}" for row in (1, 2, 3, 4)),
        )
        yield Blunder(
            f"The last worker of {seats} buys a {colour} seal, the goal, and earns no coins.",
            partial(state_of, academy_with, colour, seats),
            absurd=COINS,
        )
    for worker, build in (
        ("explores where a free campsite serves the goal", tents_with),
        ("posts the last stamps of a stack, the goal", stacks_with),
        ("unlocks a location, the goal", lenses_with),
    ):
        yield Blunder(
            f"The last worker of {seats} {worker}, and earns no coins.",
            partial(state_of, build, seats),
            absurd=COINS,
        )


BLUNDERS = (
    Blunder(
        "A lens that a worker and two coins were paid for is put somewhere.",
        lens_paid_for,
        absurd=("skip",),
    ),
    Blunder(
        # The space before them depends on how the rivals play on: it gains by the fitted policy.
        "With an empty purse the ship sails to the four coins, or to the space before them.",
        purse_is_empty,
        absurd=("go O8", "go O7", "skip"),
    ),
    Blunder(
        "Where each red seal is worth four points this round, two are bought, and no objective "
        "is taken.",
        red_seals_to_buy,
        absurd=("place 1 O", "place 2 O", "place 3 O", "place 4 O"),
    ),
    Blunder("An explorer that may move on does not stay.", island_to_explore, absurd=("skip",)),
    Blunder(
        "A worker sent for an objective takes one while there is room for it.",
        objective_to_take,
        absurd=("skip",),
    ),
    Blunder(
        "With no objective left, its location gives two coins, and the turn order three and the "
        "first place.",
        objectives_run_out,
        absurd=("place 1 O",),
    ),
    Blunder(
        "An objective that is met is turned down before the match ends, where it gives points.",
        objective_met,
        absurd=("end", f"achieve {STAMPS_AND_POINTS + 1} s1"),
    ),
    Blunder(
        "A crew card that is complete brings its 8 points during the rewards, the last chance.",
        crew_ready,
        absurd=("skip",),
    ),
    Blunder(
        "The free seal makes the row of five one of six, which scores four points more.",
        seal_of_choice,
        sensible=("add P 1",),
    ),
    Blunder("A ribbon in reach is taken.", ribbon_ahead, sensible=("go IA16",)),
    Blunder(
        "The ship sails to the Beagle before the goal is scored: staying behind loses five points.",
        behind_the_beagle,
        absurd=("skip",),
    ),
    Blunder("The free voyage to the Beagle is made.", beagle_far_ahead, absurd=("skip",)),
    Blunder(
        "A seal is bought for the row of four, which scores three points then.",
        row_of_four,
        sensible=tuple(f"buy {spot} 1" for spot in ALL_SEALS),
    ),
    Blunder(
        "The stamps go on the one envelope that they win, for four points.",
        letter_to_win,
        sensible=("stamp 1 1", "stamp 2 1", "stamp 3 1"),
    ),
    Blunder("The last tent is pitched: it costs a coin at most.", last_tent, absurd=("skip",)),
    Blunder(
        "The last worker delivers what completes a row, and does not earn coins of no use.",
        lambda: museum_row().state,
        absurd=("place 1 T", "place 1 O"),
    ),
    Blunder(
        "A specimen is delivered if nothing else is left to do.",
        lambda: sent(museum_row(), MUSEUM),
        absurd=("skip",),
    ),
    Blunder(
        "Knowledge is given for seven points, not for coins that are worth one.",
        knowledge_for_points,
        sensible=("do 2",),
    ),
    Blunder(
        "The last lens goes where something can be done, not on the Academy without a coin left.",
        lens_for_nothing,
        absurd=("unlock A2",),
    ),
    Blunder(
        "The explorer goes to the end of the island, which gives eleven points to the first one.",
        lambda: sent(island_ahead(), page("exploration")),
        sensible=("go IC10",),
    ),
    Blunder(
        "The last worker explores where eleven points are in reach, and does not earn coins.",
        lambda: island_ahead().state,
        absurd=COINS,
    ),
    Blunder(
        "The last worker sails where six points are in reach, and does not earn coins.",
        lambda: last("B").ship(0, "O24").state,
        absurd=COINS,
    ),
    Blunder(
        "A campsite of eight points is worth its two coins at the end of the match.",
        dear_campsite,
        absurd=("skip",),
    ),
    Blunder(
        "The specimen that completes a row of the museum is delivered, not another one.",
        row_or_none,
        sensible=("bring Gr",),
    ),
    Blunder("Where the Beagle's goal is birds, a bird is researched.", any_bird, sensible=BIRDS),
    Blunder(
        "In the museum, too, the bird is researched where birds are the goal.",
        bird_in_museum,
        sensible=("examine Yb", "examine Rb"),
    ),
    Blunder(
        "The card of eight points is copied, not the one of eight coins.",
        card_to_copy,
        absurd=("imitate 1", "skip"),
    ),
    Blunder(
        "Of three seals of one price the blue one is bought where blue seals are the goal.",
        blue_seal,
        sensible=("buy 2 1", "buy 2 2", "buy 2 3", "buy 2 4"),
    ),
    Blunder(
        "The stack of two stamps is emptied where empty stacks are the goal.",
        stack_to_empty,
        sensible=("stamp 1 1", "stamp 1 2", "stamp 1 3"),
    ),
    Blunder(
        "The explorer stops at a free campsite where tents are the goal.",
        tent_for_the_goal,
        sensible=("go IA4",),
    ),
    Blunder(
        "A lens is worth its four coins where unlocked locations are the goal.",
        lens_for_the_goal,
        absurd=("skip",),
    ),
    Blunder(
        "In the last turn an achieved objective goes on the slot of eight points.",
        lambda: gold_objective()[0],
        sensible=(f"achieve {gold_objective()[1] + 1} g5",),
    ),
    Blunder(
        "Who completes a crew card that uses a locked location uses one.",
        page_unlocked,
        absurd=("skip",),
    ),
    Blunder(
        "The last worker posts the letters that win four points, and does not earn coins.",
        lambda: envelope_ahead().state,
        absurd=COINS,
    ),
    Blunder(
        "The last worker buys a fifth seal for a row, and does not earn coins.",
        lambda: last("RGGG", "R", "B", "G").give(0, coins=8).state,
        absurd=COINS,
    ),
    Blunder(
        "The last worker goes for a ribbon of three points, and does not earn coins.",
        lambda: last("G").explorer(0, "IA14").state,
        absurd=COINS,
    ),
    Blunder(
        "One step before the last book the last worker takes three steps, not coins.",
        lambda: last("YB").specials(11, 2).give(0, steps=35).state,
        absurd=COINS,
    ),
    Blunder(
        "The last worker gives knowledge for seven points, and does not earn coins.",
        lambda: last("GR").specials(5, 11).state,
        absurd=COINS,
    ),
    *of_each_goal(2),
    *of_each_goal(3),
)
