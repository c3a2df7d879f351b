"""Each answer to "Why not another action?" is true by the rules, in random positions."""

import re
from collections import Counter

import sampling
from core.claims import walk

from darwin_core.contract import registry
from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import acts, diaries, material, objectives, pieces, rules
from darwin_core.games.journey.names import effects_words, slot_words
from darwin_core.text.seat_names import SeatNames

from . import claims, oracle, positions

GAME = registry.get("journey")
POSITIONS = 300
"""The number of positions for each number of seats."""
OTHERS = 12
"""The most actions that are compared with the best one in a position."""
COINS_MAX = 40


def price(state, seat, action):
    """Return the fewest coins with which an action is legal."""
    for coins in range(COINS_MAX):
        poor = rules.clone(state)
        poor.coins = tuple(coins if other == seat else has for other, has in enumerate(poor.coins))
        if action in rules.legal(poor, seat):
            return coins
    raise AssertionError(action)


def price_of_placing(state, seat, action):
    """Return the coins of a placing by its event, with the lens of a small diary."""
    lens = material.LENS_COST * (material.LOCATIONS[action.location].page == "small")
    return placed(state, seat, action).coins + lens


def placed(state, seat, action):
    events = claims.applied(rules.clone(state), seat, action)
    return next(event for event in events if isinstance(event, acts.Placed))


def coins_of(state, seat, action):
    if isinstance(action, acts.Place):
        return price_of_placing(state, seat, action)
    return price(state, seat, action)


def costs(state, seat, best, other, said):
    cost, more = coins_of(state, seat, best), coins_of(state, seat, other)
    return more - cost == int(said[1]) and ("more" in said[0]) == bool(cost)


def is_occupied(state, seat, best, other, said):
    area = material.areas(len(state.coins))
    there = [area[at] for workers in state.workers for at in workers if at != NOTHING]
    paid = placed(state, seat, other).coins
    return area[other.location] in there and paid == int(said[1])


def takes_knowledge(state, seat, best, other, said):
    known = [
        placed(state, seat, action).knowledge if isinstance(action, acts.Place) else 0
        for action in (best, other)
    ]
    return known[1] - known[0] == int(said[1]) and ("more" in said[0]) == bool(known[0])


def costs_stamps(state, seat, best, other, said):
    collecting = next(e for e in state.pending if isinstance(e, material.Collect))
    has = state.envelopes[collecting.envelope][seat]
    return (collecting.taken[seat], has) == (int(said[1]), int(said[2]))


# --- crew cards


def kept_colours(state, seat):
    return {material.CREW[card].start for card in state.crew[seat]}


def has_that_seal(state, seat, best, other, said):
    kept = kept_colours(state, seat)
    return (
        colour_of(other) == said[1]
        and material.CREW[other.card].start in kept
        and material.CREW[best.card].start not in kept
        and said[2] in use_of(state, seat, best)
    )


def colour_of(action):
    """Return the colour of a crew card's first seal."""
    return material.COLOURS[material.LETTERS.index(material.CREW[action.card].start)]


def use_of(state, seat, action):
    """Return the reason of a crew card, whose first words name the use of its first seal."""
    advised = GAME.bots.advise(GAME.view(state, seat), seat, SeatNames())
    return next(advice.reason for advice in advised if advice.action == action)


def lets_do_else(state, seat, best, other, said):
    """Compare the first seals and their uses, whose truth is tested with the reasons."""
    own, its = (use_of(state, seat, action) for action in (best, other))
    return f"{said[1]} lets worker {said[2]} {said[3]}" in its and said[4] in own


def shares_fewer(state, seat, best, other, said):
    wanted = {letter for card in state.crew[seat] for letter in material.CREW[card].seals}
    its, own = (len(wanted & {*material.CREW[action.card].seals}) for action in (other, best))
    named = [int(said[1]), int(said[2])] if said[1] else [0, own]
    return [its, own] == named and its < own


def brings_reward(state, seat, best, other, said):
    return effects_words(material.CREW[other.card].reward) == said[1]


def rewards(best, other):
    return [material.CREW[action.card].reward for action in (best, other)]


def copies(state, seat, best, other, said):
    """Return whether the card copies, and there is nothing to copy once all cards are completed."""
    done = claims.begun(state, seat, material.CopyCrew())
    done.crew = tuple(bytes((number,)) for number in range(len(done.crew)))
    done.assigned = tuple(bytes((0,)) for _ in done.crew)
    return rewards(best, other)[1] == (material.CopyCrew(),) and not objectives.copyable(done)


def performs_once(state, seat, best, other, said):
    """Return whether performing a location leaves all locations locked, and a lens opens one."""
    own, its = rewards(best, other)
    if its != (material.PerformLocked(),):
        return False
    if "lens" in said[0] and not isinstance(own[0], material.Lens):
        return False
    first = begun_with_means(state, seat, *its)
    action = rules.legal(first, seat)[0]
    locked = diaries.locked_locations(first.lenses)
    rules.apply(first, seat, action, None)
    if diaries.locked_locations(first.lenses) != locked:
        return False
    second = begun_with_means(state, seat, material.Lens(is_free=True))
    action = next(a for a in rules.legal(second, seat) if isinstance(a, acts.Unlock))
    rules.apply(second, seat, action, None)
    return len(diaries.locked_locations(second.lenses)) == len(locked) - 1


def begun_with_means(state, seat, *effects):
    """Return a clone after a draft, with coins and with these effects to do."""
    clone = claims.begun(state, seat, *effects)
    clone.round = 1
    clone.coins = (20,) * len(clone.coins)
    return clone


def tent_costs(state, seat, best, other, said):
    if rewards(best, other)[1] != (material.PitchTent(),):
        return False
    tent = begun_with_means(state, seat, material.PitchTent())
    tent.camps = tuple(b"" for _ in tent.camps)
    prices = [
        price(tent, seat, action)
        for action in rules.legal(tent, seat)
        if isinstance(action, acts.Pitch)
    ]
    return (min(prices), max(prices)) == (int(said[1]), int(said[2]))


def sails_to_the_beagle(state, seat, best, other, said):
    sailing = begun_with_means(state, seat, material.Overtake())
    sailing.ships = bytes(material.ANCHORS[0] for _ in sailing.ships)
    can_sail = pieces.can(sailing, material.Overtake(), pieces.means(sailing))
    return rewards(best, other)[1] == (material.Overtake(),) and not can_sail


def is_in_no_goal(state, seat, best, other, said):
    """Compare the counts of all goals without a seal and with it."""
    points, _ = goal_of_seal(state, seat, best)
    named = [colour_of(other), colour_of(best), points]
    return named == [said[1], said[2], int(said[3])] and not goal_of_seal(state, seat, other)


def goal_of_seal(state, seat, action):
    """Return the points of a card's first seal for a goal, and the round of the goal."""
    colour = material.LETTERS.index(material.CREW[action.card].start)
    counts = []
    for row in (b"", bytes((colour,))):
        clone = rules.clone(state)
        clone.rows = tuple((row, b"", b"", b"") for _ in clone.rows)
        counts.append([objectives.goal_count(clone, seat, goal) for goal in clone.goals])
    for number, (was, now) in enumerate(zip(*counts, strict=True), 1):
        if now > was:
            return material.GOAL_TILES[state.goals[number - 1]].points, number
    return None


def points_of(parts):
    return sum(part.number for part in parts if isinstance(part, material.Points))


def gives_fewer_points(state, seat, best, other, said):
    own, its = map(points_of, rewards(best, other))
    if "no points" in said[0]:
        return own > 0 == its
    return own - its == int(said[1]) and its > 0


def asks_for_more_colours(state, seat, best, other, said):
    colours = [len(Counter(material.CREW[action.card].seals)) for action in (other, best)]
    return colours == [int(said[1]), int(said[2])] and colours[0] > colours[1]


def has_fewer_alike(state, seat, best, other, said):
    rows = [material.CREW[action.card] for action in (other, best)]
    alike = [Counter(row.seals)[row.start] for row in rows]
    return alike == [int(said[1]), int(said[2])] and len(rows[0].seals) == 5


# --- workers


def is_not_used(state, seat, best, other, said):
    """Return whether so many seals of a row do not fit the location."""
    row = state.rows[seat][other.worker]
    seals = diaries.seals_of(state, other.location)
    lack = oracle.lack("".join(material.LETTERS[seal] for seal in row), seals)
    return other.worker + 1 == int(said[2]) and len(row) - (len(seals) - lack) == int(said[1])


def does_less(state, seat, best, other, said):
    """Compare the numbers of the first effects of two locations for the workers that go there."""
    kind, name = {
        "explores": (material.Explore, "moves"),
        "sails": (material.Navigate, "moves"),
        "sends": (material.Correspond, "stamps"),
    }[said[1]]
    if isinstance(other, acts.Move):
        return sails_less(state, seat, best, other, said)
    numbers = []
    for action in (best, other):
        after = rules.clone(state)
        rules.apply(after, seat, action, None)
        effects = (inner for effect in after.pending for inner in claims.effects_in(effect))
        numbers.append(next(getattr(effect, name) for effect in effects if type(effect) is kind))
    return bool(numbers[0] - numbers[1] == int(said[2]))


def counts_a_lens(state, seat, best, other, said):
    with_lens = rules.clone(state)
    free = with_lens.lenses.index(NOTHING)
    with_lens.lenses = with_lens.lenses[:free] + bytes((seat,)) + with_lens.lenses[free + 1 :]
    goal = state.goals[state.round - 1]
    counts = [objectives.goal_count(now, seat, goal) for now in (state, with_lens)]
    points = material.GOAL_TILES[goal].points * (counts[1] - counts[0])
    return points == int(said[1]) and material.LOCATIONS[best.location].page == "small"


MISSING = {
    "its location moves no explorer": material.Explore,
    "its location moves no ship": material.Navigate,
    "its location sends no stamps": material.Correspond,
    "its location sells no seal": material.Academy,
    "its location places no lens": material.Lens,
    "its location is not for the museum": material.Museum,
    "its location gives no objective": material.TakeObjective,
}


def lacks_the_effect(state, seat, best, other, said):
    """Return whether one placing has an effect that the other placing lacks."""
    has = []
    for action in (best, other):
        now = rules.clone(state)
        rules.apply(now, seat, action, None)
        # Below are the effects that were pending before.
        new = now.pending[len(state.pending) - 1 :]
        has.append(MISSING[said[0]] in {type(part) for effect in new for part in parts_of(effect)})
    return has == [True, False]


def parts_of(effect):
    return (effect, *getattr(effect, "parts", ()))


# --- ships, explorers, stamps


def after(state, seat, action):
    """Return the state after an action alone."""
    clone = claims.alone(rules.clone(state), seat)
    rules.apply(clone, seat, action, None)
    return clone


def lags_more(state, seat, best, other, said):
    own, its = (objectives.lag(after(state, seat, action), seat) for action in (best, other))
    return its - own == int(said[1])


def first_points(state, seat, action):
    """Return the points of the ribbons that are taken by a move."""
    now = after(state, seat, action)
    taken = [index for index, left in enumerate(state.firsts) if left and not now.firsts[index]]
    ribbons = [material.SPACES[material.RIBBONS[index]] for index in taken]
    return sum(ribbon.ribbon + ribbon.first for ribbon in ribbons)


def is_less_first(state, seat, best, other, said):
    own, its = (first_points(state, seat, action) for action in (best, other))
    if "no points" in said[0]:
        return its == 0 < own
    return own - its == int(said[1]) and its > 0


def lies_nothing(state, seat, best, other, said):
    """Return whether a space has no reward, and no specimen or campsite for the seat."""
    space = other.space
    specimen = state.specimens.find(space)
    return (
        material.SPACES[space].name == said[1]
        and not material.SPACES[space].reward
        and (specimen < 0 or bool(state.research[seat] >> specimen & 1))
        and space not in material.CAMP_AT
    )


def sails_less(state, seat, best, other, said):
    return moves_to(state, seat, best) - moves_to(state, seat, other) == int(said[2])


def moves_to(state, seat, action):
    """Return the fewest moves with which a piece reaches the space of a move."""
    kind = material.Explore if material.TRACK[action.space] else material.Navigate
    return next(
        moves
        for moves in range(len(material.SPACES))
        if action in rules.legal(claims.begun(state, seat, kind(moves)), seat)
    )


def stays_back(state, seat, best, other, said):
    piece = "explorer" if material.TRACK[best.space] else "ship"
    return other == acts.SKIP and (piece, moves_to(state, seat, best)) == (said[1], int(said[2]))


# --- stamps and envelopes


def rank(state, seat, envelope, more=0):
    """Return a seat's rank on an envelope with some stamps more; 2 if it wins no reward."""
    stamps = [*state.envelopes[envelope]]
    stamps[seat] += more
    winners = oracle.winners(tuple(stamps))
    return next((number for number, seats in enumerate(winners) if seat in seats), 2)


def ranks(state, seat, action):
    return rank(state, seat, action.envelope), rank(state, seat, action.envelope, 1)


def reward(state, envelope, number):
    tile = material.LETTER_TILES[state.letters[envelope]]
    return effects_words((tile.first, tile.second)[number])


def wins_another(state, seat, best, other, said):
    """Return whether both stamps improve a rank, or neither, and name the rewards."""
    (was, now), (best_was, best_now) = (ranks(state, seat, action) for action in (other, best))
    named = [reward(state, other.envelope, now), reward(state, best.envelope, best_now)]
    is_won = said[0].startswith("it wins")
    return (
        named == [said[1], said[2]]
        and (now < was) == (best_now < best_was) == is_won
        and said[1] != said[2]
    )


def wins_nothing_more(state, seat, best, other, said):
    (was, now), (best_was, best_now) = (ranks(state, seat, action) for action in (other, best))
    gives = best.envelope + 1, reward(state, best.envelope, best_now)
    return gives == (int(said[1]), said[2]) and was == now and best_now < best_was


def lacks_stamps(state, seat, best, other, said):
    """Return whether so many stamps win a reward, and fewer do not."""
    number, place = int(said[1]), ("first", "second").index(said[2])
    skips_it = other == acts.SKIP
    envelope, sent = (int(said[3]) - 1, 0) if skips_it else (other.envelope, 1)
    wins = [rank(state, seat, envelope, sent + more) <= place for more in (number - 1, number)]
    return wins == [False, True] and (not skips_it or envelope == best.envelope)


def has_a_lead(state, seat, best, other, said):
    action = best if other == acts.SKIP else other
    envelope = int(said[1]) - 1 if said[1] else action.envelope
    stamps = [*state.envelopes[envelope]]
    lead = stamps.pop(seat) - max(stamps)
    return envelope == action.envelope and lead == int(said[2] or said[3]) >= 0


def wins_with_one_more(state, seat, best, other, said):
    was, now = ranks(state, seat, best)
    named = reward(state, best.envelope, now) == said[2]
    return named and int(said[1]) == best.envelope + 1 and now < was


def stack_rewards(best, other):
    return [effects_words(material.STACKS[action.stack].reward) for action in (best, other)]


def stamps_left(state, seat, action):
    return after(state, seat, action).stacks[seat][action.stack]


def empties_none(state, seat, best, other, said):
    left = [stamps_left(state, seat, action) for action in (best, other)]
    gain = effects_words(material.STACKS[best.stack].reward)
    return left[1] > left[0] == 0 and gain == said[1]


def has_more_to_go(state, seat, best, other, said):
    left = [stamps_left(state, seat, action) for action in (best, other)]
    return left[1] - left[0] == int(said[1]) and stack_rewards(other, best) == [said[2], said[3]]


def empties_another(state, seat, best, other, said):
    return stack_rewards(other, best) == [said[1], said[2]] and best.stack != other.stack


# --- seals, specimens, objectives


def locations_open_to(state, seat, worker):
    """Return the unlocked locations whose seals a row has."""
    row = "".join(material.LETTERS[seal] for seal in state.rows[seat][worker])
    return {
        location
        for location in range(len(material.LOCATIONS))
        if not diaries.is_locked(state, location)
        and not oracle.lack(row, diaries.seals_of(state, location))
    }


def opens_fewer(state, seat, best, other, said):
    opened = []
    for action in (best, other):
        now = after(state, seat, action)
        open_now = locations_open_to(now, seat, action.row)
        opened.append(len(open_now - locations_open_to(state, seat, action.row)))
    named = int(said[1]) if said[1] else 0
    return opened[0] > opened[1] == named


def brings_no_card_nearer(state, seat, best, other, said):
    own, its = (
        claims.comes_nearer_to_a_card((state, after(state, seat, action), ()), seat)
        for action in (best, other)
    )
    return own and not its


def has_no_worker_for_it(state, seat, best, other, said):
    seals = diaries.seals_of(state, other.location)
    return all(pieces.lacking(row, seals) for row in diaries.rows_of(state, seat))


def delivers_less(state, seat, best, other, said):
    gains = []
    for action in (best, other):
        events = claims.applied(rules.clone(state), seat, action)
        gains.append(next(event for event in events if isinstance(event, acts.Delivered)))
    coins, steps = gains[0].coins - gains[1].coins, gains[0].steps - gains[1].steps
    less, number = said[2], int(said[1])
    if said[3]:
        signs = {"coin": coins, "step": steps}
        return signs[less] == number and signs[said[4]] == -int(said[3])
    return (coins if less == "coin" else steps) == number


def is_not_asked_for(state, seat, best, other, said):
    """Compare the demands of all objectives before and after a specimen is researched."""
    more = rules.clone(state)
    research = [*more.research]
    research[seat] |= 1 << other.specimen
    more.research = tuple(research)
    return all(
        was.has == now.has or was.has >= was.needs
        for tile in objectives.own_objectives(state, seat)
        for was, now in zip(
            *(objectives.requirements(now, seat, tile) for now in (state, more)), strict=True
        )
    )


def demands(state, seat, action):
    return [*objectives.requirements(state, seat, action.tile)]


def meets_less(state, seat, best, other, said):
    own, its = (
        [demand.has >= demand.needs for demand in demands(state, seat, action)].count(True)
        for action in (best, other)
    )
    return own > its == int(said[1] or 0)


def has_nothing_for_it(state, seat, best, other, said):
    return not any(demand.has for demand in demands(state, seat, other))


def scores_less(state, seat, best, other, said):
    points = [material.SLOTS[action.slot].points for action in (best, other)]
    return points[0] - points[1] == int(said[1])


# --- skipping


def leaves_out(state, seat, best, other, said):
    """Return whether the best action is known by the gain that is left out."""
    match best:
        case acts.Buy() | acts.Add():
            row = after(state, seat, best).rows[seat][best.row]
            return said[1] == f"a {material.COLOURS[row[-1]]} seal for row {best.row + 1}"
        case acts.Stamp():
            gain = effects_words(material.STACKS[best.stack].reward)
            return said[1] == gain and not stamps_left(state, seat, best)
        case acts.Achieve():
            return said[1] == slot_words(best.slot)
        case acts.Land():
            return said[1] == f"an explorer on island {material.ISLANDS[best.island]}"
    if said[1] == "a campsite":
        return False
    return other == acts.SKIP and said[1] in GAME.texts.phrase(state, best, SeatNames(claims.NAMES))


def ends(state, seat, best, other, said):
    return other == acts.END != best


COLOUR = "|".join(material.COLOURS)
CONTRASTS = (
    (r"(?:with its lens )?it costs (\d+) coins?(?: more)?", costs),
    (r"its area is occupied: (\d+) coins?", is_occupied),
    (r"it takes (\d+) knowledge (?:more )?for missing seals", takes_knowledge),
    (r"it costs (\d+) of your (\d+) stamps?", costs_stamps),
    (rf"another ({COLOUR}) seal; only your purple one would let you (.+)", has_that_seal),
    (rf"its ({COLOUR}) seal lets worker (\d) (.+), not (.+)", lets_do_else),
    (
        r"your other cards ask for (?:(\d) of its colours, not (\d)|none of its colours)",
        shares_fewer,
    ),
    (r"its five seals bring this: (.+)", brings_reward),
    (r"it gives nothing unless another crew card is still open", copies),
    (
        r"it uses a locked location once(?:; a lens opens it for good|, without opening it)",
        performs_once,
    ),
    (r"its tent still costs (\d+) to (\d+) coins?", tent_costs),
    (r"it gives nothing while your ship is at the Beagle", sails_to_the_beagle),
    (
        rf"its ({COLOUR}) seal counts for no goal; the ({COLOUR}) seal scores (\d) points",
        is_in_no_goal,
    ),
    (r"it gives (\d+) points? less|it gives no points itself", gives_fewer_points),
    (r"it asks for (\d) colours, not (\d)", asks_for_more_colours),
    (r"(\d) of its five seals are of its first colour, not (\d)", has_fewer_alike),
    (r"(\d+) seals? of worker (\d) would not be used", is_not_used),
    (r"it (explores|sails|sends) (\d+) (?:spaces?|stamps?) less", does_less),
    ("|".join(MISSING), lacks_the_effect),
    (r"a lens counts (\d+) points? after this round", counts_a_lens),
    (r"your penalty for lagging stays (\d+) points? higher", lags_more),
    (r"it gets (?:(\d+) points? less|no points) as the first", is_less_first),
    (r"nothing lies on (\w+)", lies_nothing),
    (r"your (ship|explorer) stays (\d+) spaces? farther back", stays_back),
    (r"(?:it wins|its reward is) (?!nothing)(.+), not (.+)", wins_another),
    (r"it wins nothing more, where envelope (\d) gives (.+)", wins_nothing_more),
    (
        r"you (?:still )?lack (\d+) stamps? for (?:its|the) (first|second) reward"
        r"(?: of envelope (\d))?",
        lacks_stamps,
    ),
    (
        r"your lead on envelope (\d) stays at (\d+) stamps?|"
        r"it only adds to a lead of (\d+) stamps?",
        has_a_lead,
    ),
    (r"envelope (\d) gives (.+) only with one stamp more", wins_with_one_more),
    (r"it empties no stack, which would give (.+)", empties_none),
    (r"its stack has (\d+) stamps? more to go for (.+); (.+) is nearer", has_more_to_go),
    (r"its stack gives (.+), not (.+)", empties_another),
    (
        r"it opens fewer locations to its worker: (\d+)|it lets its worker into no other location",
        opens_fewer,
    ),
    (r"it brings no crew card nearer", brings_no_card_nearer),
    (r"none of your workers has its seals yet", has_no_worker_for_it),
    (
        r"it gives (\d+) (coin|step)s? less(?:, though (\d+) (coin|step)s? more)?",
        delivers_less,
    ),
    (r"no objective of yours asks for it", is_not_asked_for),
    (
        r"you have met fewer of its demands: (\d+)|you have met none of its demands in full",
        meets_less,
    ),
    (r"all of it is still to do", has_nothing_for_it),
    (r"its slot scores (\d+) points? less", scores_less),
    (r"it leaves out(?: an objective)?: (.+)", leaves_out),
    (r"it ends your turn before that", ends),
)
RARE = {
    r"its five seals bring this: (.+)",
    r"none of your workers has its seals yet",
    r"all of it is still to do",
    r"it costs (\d+) of your (\d+) stamps?",
}
"""Clauses that few positions call for."""


def test_a_space_that_ships_can_pass_by_is_no_move_on_the_way():
    table = positions.asked(material.Navigate(2))
    space, loop, before = (acts.Move(positions.at(name)) for name in ("O3", "O2", "O1"))
    assert not GAME.bots.contrast(table.state, 0, space, loop, SeatNames())
    said = GAME.bots.contrast(table.state, 0, space, before, SeatNames())
    assert said == "it sails 1 space less"


def test_claims_of_contrasts_are_true():
    tests = [(re.compile(pattern), holds) for pattern, holds in CONTRASTS]
    said, false = Counter[str](), dict[str, list[str]]()
    number = sampling.part(POSITIONS, sampling.CLAIMS_INTERVAL)
    for seats in GAME.seats:
        for case, step, state in walk(GAME, seats, number):
            for seat in GAME.to_move(state):
                view = GAME.view(state, seat)
                best, *others = [
                    advice.action for advice in GAME.bots.advise(view, seat, case.seat_names)
                ]
                for other in others[:: max(len(others) // OTHERS, 1)]:
                    clause = GAME.bots.contrast(view, seat, best, other, case.seat_names)
                    if not clause:
                        said[f"(none) {type(best).__name__}"] += 1
                        continue
                    pattern, holds, match = next(
                        (
                            (pattern.pattern, holds, match)
                            for pattern, holds in tests
                            if (match := pattern.fullmatch(clause))
                        ),
                        ("no claim", None, None),
                    )
                    said[pattern] += 1
                    now = rules.clone(state)
                    if not holds or not match or not holds(now, seat, best, other, match):
                        where = f"{case}, step {step}: {clause}; {best} / {other}"
                        false.setdefault(pattern, []).append(where)
    assert not false, "\n".join(
        f"{len(cases)} of {said[p]} {cases[:2]}" for p, cases in false.items()
    )
    if sampling.is_full():
        assert {*said} >= {pattern for pattern, _ in CONTRASTS} - RARE, {
            pattern for pattern, _ in CONTRASTS
        } - {*said}
