"""The sentences of Darwin's Journey in hints and element texts, with the tests of their truth."""

import re
from collections import Counter, deque
from functools import partial
from itertools import takewhile

from core.claims import Claim

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import acts, material, objectives, rules
from darwin_core.games.journey.diaries import seals_of, workers_of
from darwin_core.games.journey.names import effect_words
from darwin_core.games.journey.pieces import lacking

from . import oracle

NAMES = ("Ada", "Ben", "Cleo", "Dan")
SEATS = rf"(?:{'|'.join(NAMES)})(?:(?:, | and )(?:{'|'.join(NAMES)}))*"
COLOUR = "|".join((*material.COLOURS, "purple"))
SEALS = rf"\d+ (?:{COLOUR})(?:(?:, | and )\d+ (?:{COLOUR}))*"
STEPS_MAX = 1_500
"""The most steps that are looked through among the consequences of an action."""
DEPTH = 5
"""The most choices of a seat after an action that are looked through."""


def seats_of(words):
    """Return the seats of names in words: ``Ada and Ben``."""
    return {NAMES.index(name) for name in re.split(r", | and ", words)}


def seals_in(words):
    """Return the letters of seals in words: ``2 blue and 1 green``."""
    seals = Counter[str]()
    for part in re.split(r", | and ", words):
        number, colour = part.split()
        seals[material.LETTERS[[*material.COLOURS, "purple"].index(colour)]] += int(number)
    return seals


# --- asking the rules


def applied(state, seat, action):
    """Apply an action; return its events."""
    events: list[acts.JourneyEvent] = []
    rules.apply(state, seat, action, events.append)
    return events


def begun(state, seat, *effects):
    """Return a clone in which a seat has nothing to do but these effects, and its turn."""
    clone = rules.clone(state)
    clone.actor = seat
    clone.pending = [material.Turn(seat, has_placed=True), *effects]
    return clone


def alone(state, seat):
    """Return a clone in which no round continues by itself once its rewards are taken."""
    if not isinstance(state.pending[0], material.Clean):
        return state
    own = [*takewhile(lambda effect: not isinstance(effect, FLOW), reversed(state.pending))]
    return begun(state, seat, *reversed(own or state.pending[-1:]))


FLOW = (
    material.Clean,
    material.Report,
    material.Window,
    material.Evaluate,
    material.Collect,
    material.Award,
    material.KeepStamps,
)
"""The effects that carry a round on once the effects above them are done."""


def steps_of(state, seat, action):
    """Yield the step of an action, and then the steps of all choices of the seat that it leads
    to."""
    state = alone(state, seat)
    after = rules.clone(state)
    yield state, after, applied(after, seat, action)
    waiting = deque([(after, 1)])
    left = STEPS_MAX
    while waiting:
        before, depth = waiting.popleft()
        if rules.to_move(before) != (seat,) or depth == DEPTH:
            continue
        is_free = isinstance(before.pending[-1], material.Turn | material.Act | material.Window)
        for choice in rules.legal(before, seat):
            if choice == acts.END or isinstance(choice, acts.Place):
                continue
            if is_free and isinstance(choice, acts.Achieve | acts.Complete):
                continue
            after = rules.clone(before)
            yield before, after, applied(after, seat, choice)
            waiting.append((after, depth + 1))
            left -= 1
            if not left:
                return


def leads_to(state, seat, subject, happens):
    """Return whether an action, or a choice that it leads to, does something."""
    return any(happens(step, seat) for step in steps_of(state, seat, subject))


def effects_in(effect):
    """Yield an effect and all effects in it."""
    yield effect
    for field in ("parts", "ways"):
        for part in getattr(effect, field, ()):
            yield from effects_in(part)


# --- the sources of a hint


def has_more(field):
    """Return whether a seat has more of something afterwards."""

    def happens(step, seat):
        before, after = (getattr(state, field)[seat] for state in step[:2])
        return bool(after > before)

    return happens


def reads_more(step, seat):
    """Return whether the books count for more: by steps, a fuller museum, or the slot of a book."""
    before, after, _ = step
    stored = [state.specimens.count(material.MUSEUM) for state in step[:2]]
    return (
        after.evolution[seat] > before.evolution[seat]
        or stored[1] > stored[0]
        or after.achieved[seat] != before.achieved[seat]
    )


def gets_a_seal(step, seat):
    before, after = (sum(map(len, state.rows[seat])) for state in step[:2])
    return after > before


def serves_an_objective(step, seat):
    """Return whether a seat has taken or achieved an objective, or has more of its demands."""
    before, after, _ = step
    for field in ("achieved", "reserve", "slots"):
        if getattr(before, field)[seat] != getattr(after, field)[seat]:
            return True
    tiles = {*before.reserve[seat], *before.slots[seat]} - {NOTHING}
    pairs = (
        zip(*(objectives.requirements(state, seat, tile) for state in step[:2]), strict=True)
        for tile in tiles
    )
    return any(now.has > was.has for pair in pairs for was, now in pair)


def comes_nearer_to_a_card(step, seat):
    """Return whether some row lacks less for a crew card that is not completed."""
    before, after, _ = step
    return any(
        lacking(now, material.CREW[card].seals) < lacking(was, material.CREW[card].seals)
        for card, used in zip(before.crew[seat], before.assigned[seat], strict=False)
        if used == NOTHING
        for row, (was, now) in enumerate(zip(before.rows[seat], after.rows[seat], strict=True))
        if row not in before.assigned[seat]
    )


def serves_a_goal(step, seat):
    """Return whether a goal of this or a later round counts more, or lagging costs less."""
    before, after, _ = step
    goals = before.goals[before.round - 1 :]
    counts = [[objectives.goal_count(state, seat, goal) for goal in goals] for state in step[:2]]
    return (
        any(now > was for was, now in zip(*counts, strict=True))
        or after.ships[seat] > before.ships[seat]
        or after.achieved[seat] != before.achieved[seat]
    )


def puts_a_piece_farther(step, seat):
    before, after, _ = step
    explorers = zip(before.explorers[seat], after.explorers[seat], strict=True)
    return (
        after.ships[seat] > before.ships[seat]
        or after.lenses.count(seat) > before.lenses.count(seat)
        or len(after.tents[seat]) > len(before.tents[seat])
        or any(now != was for was, now in explorers)
    )


def researches(step, seat):
    before, after = (state.research[seat].bit_count() for state in step[:2])
    return after > before


def sends_stamps(step, seat):
    before, after = (sum(stamps[seat] for stamps in state.envelopes) for state in step[:2])
    return after > before


def comes_earlier(step, seat):
    before, after = ([*dict.fromkeys(state.queue + state.order)].index(seat) for state in step[:2])
    return after < before


SOURCES = {
    "at once": has_more("points"),
    "in coins": has_more("coins"),
    "in knowledge": has_more("knowledge"),
    "by evolution": reads_more,
    "by seals": gets_a_seal,
    "for objectives": serves_an_objective,
    "for a crew card": comes_nearer_to_a_card,
    "for the Beagle's goals": serves_a_goal,
    "for the voyage": puts_a_piece_farther,
    "by specimens": researches,
    "by envelopes": sends_stamps,
    "by the turn order": comes_earlier,
}
WITHOUT_FIGURES = {
    "it scores points": "at once",
    "it brings coins": "in coins",
    "it brings knowledge": "in knowledge",
    "your books are worth more": "by evolution",
    "your worker gets a seal": "by seals",
    "it counts for an objective": "for objectives",
    "a crew card comes nearer": "for a crew card",
    "it counts for the Beagle's goals": "for the Beagle's goals",
    "it brings a piece of yours farther on the board": "for the voyage",
    "you research a specimen": "by specimens",
    "it puts stamps on the envelopes": "by envelopes",
    "you play earlier in the next round": "by the turn order",
}
SOURCE = "|".join(SOURCES)


def brings_so_much(state, seat, subject, said):
    """Return whether the source named gains something; points at once are exact, all others an
    estimate."""
    number, source = int(said[1]), said[2]

    def scores(step, seat, least):
        before, after, _ = step
        first = min(state.points[seat], before.points[seat])
        return after.points[seat] - first >= least

    if source == "at once":
        return leads_to(state, seat, subject, partial(scores, least=number))
    return leads_to(state, seat, subject, SOURCES[source])


def brings_some(state, seat, subject, said):
    return leads_to(state, seat, subject, SOURCES[WITHOUT_FIGURES[said[0]]])


def leads_to_the_effect(state, seat, subject, said):
    """Return whether the effect comes up, or is among those of the location or card."""

    def comes(step, seat):
        effects = (inner for effect in step[1].pending for inner in effects_in(effect))
        return any(_words(effect) == said[1] for effect in effects)

    if leads_to(state, seat, subject, comes):
        return True
    gain = re.fullmatch(r"(\d+) (coins?|points?|knowledge|steps?)", said[1])
    if not gain:
        return False
    field = gain[2] if gain[2] == "knowledge" else f"{gain[2].rstrip('s')}s"

    def gains(step, seat):
        gained = [
            event for event in step[2] if isinstance(event, acts.Gained) and event.seat == seat
        ]
        return any(getattr(event, field) == int(gain[1]) for event in gained)

    return leads_to(state, seat, subject, gains)


def _words(effect):
    try:
        return effect_words(effect)
    except LookupError:
        # Some effects are steps of the rules, without words.
        return ""


def only_costs(state, seat, subject, said):
    """Return whether an action itself gains nothing that a hint could name."""
    step = next(steps_of(state, seat, subject))
    return not any(happens(step, seat) for happens in SOURCES.values())


def achieves(state, seat, subject, said):
    before = state.achieved[seat]
    applied(state, seat, subject)
    return state.achieved[seat].bit_count() > before.bit_count()


def changes_nothing(state, seat, subject, said):
    """Return whether nothing of a seat changes, where nothing else is to come."""
    notes = [effect for effect in state.pending if isinstance(effect, material.Inside)]
    before = begun(state, seat, *notes, state.pending[-1])
    after = rules.clone(before)
    applied(after, seat, subject)
    names = [name for name in before.__struct_fields__ if name not in ("pending", "actor")]
    return all(getattr(before, name) == getattr(after, name) for name in names)


def keeps_stamps(state, seat, subject, said):
    """Return whether a seat keeps its stamps if all skip until the stamps are counted."""
    events = applied(state, seat, acts.SKIP)
    while not any(isinstance(event, acts.Collected) for event in events):
        (other,) = rules.to_move(state)
        choices = rules.legal(state, other)
        events += applied(state, other, acts.SKIP if acts.SKIP in choices else choices[-1])
    collected = next(event for event in events if isinstance(event, acts.Collected))
    return not collected.taken[seat]


def has_other_actions(state, seat, subject, said):
    return (len(rules.legal(state, seat)) > 1) == (said[0] == "it leaves other actions undone")


# --- objectives and crew cards


def lacks_for(state, seat, tile, words):
    """Return whether words name just the unmet demands of an objective, with their figures."""
    lack = [
        requirement
        for requirement in objectives.requirements(state, seat, tile)
        if requirement.has < requirement.needs
    ]
    wanted = Counter(
        (shortage.needs, shortage.has) for shortage in lack if shortage.what != "at_beagle"
    )
    is_behind = any(shortage.what == "at_beagle" for shortage in lack)
    named = Counter[tuple[int, int]]()
    for part in words.split(", "):
        if part != "the ship at the Beagle":
            match = re.search(r"^(.*?)(?: \(now (\d+)\))?$", part)
            assert match
            needs = sum(map(int, re.findall(r"\d+", match[1])))
            named[needs, int(match[2] or 0)] += 1
    return named == wanted and is_behind == ("the ship at the Beagle" in words)


def tile_of(state, seat, subject):
    """Return the objective that a text is about."""
    if isinstance(subject, acts.Take):
        return subject.tile
    kind, number = subject
    return state.slots[seat][number] if kind == "slot" else number


def still_needs(state, seat, subject, said):
    return lacks_for(state, seat, tile_of(state, seat, subject), said[1])


def has_begun(state, seat, subject, said):
    tile = tile_of(state, seat, subject)
    has = [requirement.has for requirement in objectives.requirements(state, seat, tile)]
    return any(has) == bool(said[1])


def is_met(state, seat, subject, said):
    tile = tile_of(state, seat, subject)
    return all(
        requirement.has >= requirement.needs
        for requirement in objectives.requirements(state, seat, tile)
    )


def is_achieved(state, seat, subject, said):
    slot = state.slots[seat].index(tile_of(state, seat, subject))
    return bool(state.achieved[seat] >> slot & 1)


def holds_its_owner(state, subject):
    """Return the seat of a crew card."""
    (owner,) = (seat for seat, crew in enumerate(state.crew) if subject[1] in crew)
    return owner


def row_of_card(state, seat, subject, said):
    """Return whether a row has the seals of a crew card, or lacks just the number named."""
    owner = holds_its_owner(state, subject)
    card = subject[1]
    row = int(said[1]) - 1
    used = state.assigned[owner][state.crew[owner].index(card)]
    if "completed" in said[0]:
        return used == row
    seals = "".join(material.LETTERS[seal] for seal in state.rows[owner][row])
    lack = oracle.lack(seals, material.CREW[card].seals)
    if said[2] == "has the seals":
        return lack == 0 and used == NOTHING
    named = re.findall(r"\d+", said[3])
    number = int(named[0]) if "of these" in said[3] else sum(map(int, named))
    return lack == number and not {*seals_in(said[3].split(": ")[-1])} - {
        *material.CREW[card].seals
    }


def lets_a_worker_in(state, seat, subject, said):
    """Return whether a worker with a card's first seal alone can go where the seal leads, without
    knowledge, and whether the goal of that round counts the seal."""
    colour = material.COLOURS.index(said[1])
    page = {
        "explore": "exploration",
        "sail": "navigation",
        "send stamps": "correspondence",
        "buy a seal": "academy",
    }[said[3]]
    clone = begun(state, seat)
    clone.round = 1
    clone.pending = [material.Turn(seat)]
    clone.knowledge = (0,) * len(clone.coins)
    # The scrolls are filled after the draft.
    clone.scrolls = bytes(len(clone.scrolls))
    counts = []
    for row in (b"", bytes((colour,))):
        clone.rows = tuple((row, b"", b"", b"") for _ in clone.rows)
        counts.append([objectives.goal_count(clone, seat, goal) for goal in clone.goals])
    placings = [action for action in rules.legal(clone, seat) if isinstance(action, acts.Place)]
    pages = {material.LOCATIONS[action.location].page for action in placings if action.worker == 0}
    gains = {
        (material.GOAL_TILES[goal].points, number)
        for number, (goal, was, now) in enumerate(zip(state.goals, *counts, strict=True), 1)
        if now > was
    }
    named = {(int(said[4]), int(said[5]))} if said[4] else set()
    is_first = material.CREW[subject.card].start == material.LETTERS[colour]
    return (
        is_first and page in pages and gains == named and int(said[2]) == len(state.crew[seat]) + 1
    )


def is_reward(state, seat, subject, said):
    """Compare the words for a reward with its effects, by a table typed by hand."""
    reward = material.CREW[subject.card].reward
    kinds, numbers = LATER_WORDS[re.sub(r"\d+", "0", said[1])]
    figures = [*map(int, re.findall(r"\d+", said[1]))]
    return tuple(map(type, reward)) == kinds and figures == numbers(state, seat, reward)


def no_numbers(*_):
    return []


LATER_WORDS = {
    "0 coins": ((material.Coins,), lambda state, seat, reward: [reward[0].number]),
    "0 points": ((material.Points,), lambda state, seat, reward: [reward[0].number]),
    "0 steps towards books of 0 points": (
        (material.Evolve,),
        lambda state, seat, reward: [reward[0].steps, material.BOOK_POINTS],
    ),
    "two walks of an explorer, 0 spaces each": (
        (material.Explore, material.Explore),
        lambda state, seat, reward: [{part.moves for part in reward}.pop()],
    ),
    "a free lens, worth 0 coins": (
        (material.Lens,),
        lambda state, seat, reward: [material.LENS_COST * reward[0].is_free],
    ),
    "an objective achieved, met or not": (
        (material.TakeObjective, material.AchieveUnmet),
        no_numbers,
    ),
    "a purple seal, which is of any colour": ((material.Purple,), no_numbers),
}
"""Words for the rewards of crew cards, with the effects, and the figures in the words."""


# --- locations


def goes_there(state, seat, subject, said):
    """Compare the workers named, and their payments, with the events of placing each worker."""
    location = subject[1]
    clone = begun(state, seat)
    clone.pending = [material.Turn(seat)]
    paid = {}
    for action in rules.legal(clone, seat):
        if isinstance(action, acts.Place) and action.location == location:
            events = applied(rules.clone(clone), seat, action)
            placed = next(event for event in events if isinstance(event, acts.Placed))
            paid[action.worker] = placed.coins, placed.knowledge
    named = {}
    for found_match in re.finditer(PRICED, said[0]):
        coins = found_match["coins"] or 0
        knowledge = found_match["knowledge"] or found_match["alone"] or 0
        for worker in re.findall(r"\d+", found_match["workers"]):
            named[int(worker) - 1] = int(coins), int(knowledge)
    return named == paid


PRICED = (
    r"workers? (?P<workers>\d(?:, \d)*(?: and \d)?) (?:at no cost|for "
    r"(?:(?P<coins>\d+) coins?(?: and (?P<knowledge>\d+) knowledge)?|(?P<alone>\d+) knowledge))"
)


def cannot_go(state, seat, location, **means):
    """Return whether no worker can be placed at a location, if the seat had these means."""
    clone = begun(state, seat)
    clone.pending = [material.Turn(seat)]
    for name, value in means.items():
        setattr(clone, name, value)
    return not any(
        isinstance(action, acts.Place) and action.location == location
        for action in rules.legal(clone, seat)
    )


def at_home(state, seat):
    workers = state.workers[seat]
    return [hand for hand in workers_of(state, seat) if workers[hand] == NOTHING]


def has_too_few_seals(state, seat, subject, said):
    seals = seals_of(state, subject[1])
    rows = [*state.rows[seat], b""]
    lack = [lacking(rows[worker], seals) for worker in at_home(state, seat)]
    fewer = min(lack)
    return seals_in(said[1]) == Counter(seals) and fewer == int(said[2]) > state.knowledge[seat]


def costs_too_much(state, seat, subject, said):
    """Return whether coins are missing: with one coin less than said, no worker can go there."""
    location = subject[1]
    cost = int(said[1])
    seats = len(state.coins)
    poor = {"coins": (cost - 1,) * seats, "knowledge": (99,) * seats}
    return state.coins[seat] < cost and cannot_go(state, seat, location, **poor)


def has_coins(state, seat, subject, said):
    return state.coins[seat] == int(said[1])


def has_knowledge(state, seat, subject, said):
    return state.knowledge[seat] == int(said[1])


def is_taken(state, seat, subject, said):
    location = subject[1]
    there = sum(where.count(location) for where in state.workers)
    return there == 1 and state.lenses[location] != NOTHING


def has_nobody_at_home(state, seat, subject, said):
    return not at_home(state, seat)


def can_do_nothing(state, seat, subject, said):
    return cannot_go(state, seat, subject[1])


def is_here(state, seat, subject, said):
    kind, number = subject
    if kind == "location":
        there = {who for who, where in enumerate(state.workers) if number in where}
    else:
        there = {who for who, ship in enumerate(state.ships) if ship == number}
        there |= {who for who, explorers in enumerate(state.explorers) if number in explorers}
    return there == seats_of(said[1])


def needs_seals(state, seat, subject, said):
    return seals_in(said[1]) == Counter(seals_of(state, subject[1]))


def is_locked(state, seat, subject, said):
    location = subject[1]
    page = material.LOCATIONS[location].page
    above = [
        number
        for number in range(location)
        if material.LOCATIONS[number].page == page != "special"
        and not material.LOCATIONS[number].is_open
    ]
    is_first = all(state.lenses[number] != NOTHING for number in above)
    inside = location in [
        effect.location for effect in state.pending if isinstance(effect, material.Inside)
    ]
    if state.lenses[location] != NOTHING:
        return False
    if said[1] == "being performed now":
        return inside
    return not inside and is_first == (said[1] != "the one above first")


def has_lens_of(state, seat, subject, said):
    owner = state.lenses[subject[1]]
    return owner == (material.NEUTRAL if said[1] == "from the start" else NAMES.index(said[1][3:]))


# --- letters, seals, specimens


def letters_of(state, seat, subject, said):
    """Compare the stamps on an envelope, and the seats that would win it, with the oracle."""
    stamps = state.envelopes[subject[1]]
    first, second = oracle.winners(stamps)
    if said[0] == "no stamps yet":
        return not any(stamps)
    if said[1]:
        named = {NAMES.index(name): int(number) for number, name in STAMPS.findall(said[1])}
        return named == {who: number for who, number in enumerate(stamps) if number}
    return bool(seats_of(said[3]) == (first if said[2] == "now first" else second))


STAMPS = re.compile(r"(\d+) of (\w+)")


def has_stamps(state, seat, subject, said):
    stack = subject[1]
    is_named = (
        said[1] == "The discard" if stack == material.DISCARD else said[1] == f"Stack {stack + 1}"
    )
    return is_named and state.stacks[seat][stack] == int(said[2])


def costs_a_seal(state, seat, subject, said):
    spot = subject[1]
    scroll = spot // 3
    coins = 0 if state.achieved[seat] >> 1 & 1 else scroll
    named = int(said[3] or 0)
    return (int(said[1]) - 1, material.COLOURS.index(said[2]), named) == (
        scroll,
        state.scrolls[spot],
        coins,
    )


def lies_there(state, seat, subject, said):
    space = state.specimens[subject[1]]
    return said[3] == (
        "in the museum" if space == material.MUSEUM else f"on {material.SPACES[space].name}"
    ) and (material.COLOURS.index(said[1].lower()), material.KINDS.index(said[2])) == divmod(
        subject[1], len(material.KINDS)
    )


def would_gain(state, seat, subject, said):
    """Return whether delivering the specimen, as if researched, would gain the amounts named."""
    number = subject[1]
    clone = begun(state, seat, material.Redeliver() if said[1] else material.DeliverSpecimen())
    research = [*clone.research]
    research[seat] |= 1 << number
    clone.research = tuple(research)
    events = applied(clone, seat, acts.Deliver(number))
    delivered = next(event for event in events if isinstance(event, acts.Delivered))
    return (delivered.coins, delivered.steps) == (int(said[2] or 0), int(said[3] or 0))


def is_known_to(state, seat, subject, said):
    done = {who for who, research in enumerate(state.research) if research >> subject[1] & 1}
    return done == (set() if said[1] == "nobody" else seats_of(said[1]))


def lies_to_research(state, seat, subject, said):
    specimen = len(material.KINDS) * material.COLOURS.index(said[1]) + material.KINDS.index(said[2])
    return state.specimens[specimen] == subject[1]


def is_for_the_first(state, seat, subject, said):
    space = subject[1]
    row = material.SPACES[space]
    return bool(state.firsts[material.RIBBONS.index(space)]) and row.ribbon + row.first == int(
        said[1]
    )


def costs_a_tent(state, seat, subject, said):
    site = subject[1]
    costs = material.place_costs(site, len(state.coins))
    return material.CAMPSITES[site].space == said[1] and costs[len(state.camps[site])] == int(
        said[2] or 0
    )


# --- workers


def has_row(state, seat, subject, said):
    row = state.rows[seat][subject[1]]
    return seals_in(said[1]) == Counter(material.LETTERS[seal] for seal in row)


def is_at_home(state, seat, subject, said):
    worker = subject[1]
    is_home = worker in workers_of(state, seat) and state.workers[seat][worker] == NOTHING
    return is_home == (said[1] == "at home")


def has_distinction(state, seat, subject, said):
    size = len(state.rows[seat][subject[1]])
    return size >= 6 if "gold" in said[0] else 4 <= size < 6


def has_a_spot(state, seat, subject, said):
    size = len(state.rows[seat][subject[1]])
    return size == 6 if said[0] == "full" else material.SPOT_COSTS[size] == int(said[1])


def is_used_for(state, seat, subject, said):
    card = next(card for card in state.crew[seat] if material.CREW[card].name == said[1])
    return state.assigned[seat][state.crew[seat].index(card)] == subject[1]


def are_left(state, seat, subject, said):
    colour = subject[1]
    return (
        state.bag[colour] == int(said[2])
        and [*material.COLOURS, "purple"][colour] == said[1].lower()
    )


def have_landed(state, seat, subject, said):
    there = {who: explorers[subject[1]] for who, explorers in enumerate(state.explorers)}
    named = {NAMES.index(name): space for name, space in LANDED.findall(said[0])}
    return named == {who: material.SPACES[at].name for who, at in there.items() if at != NOTHING}


LANDED = re.compile(r"(\w+) at (\w+)")


THINGS = r".+"
GAIN = r"(?: (\d+) coins?)?(?: and)?(?: (\d+) steps?)?"

CLAIMS = (
    Claim(rf"about (\d+) points? ({SOURCE})", brings_so_much),
    Claim("|".join(WITHOUT_FIGURES), brings_some),
    Claim(r"it (?:leads to|gives) (.+)", leads_to_the_effect),
    Claim(
        rf"({'|'.join(material.COLOURS)}) lets worker (\d) "
        r"(explore|sail|send stamps|buy a seal)"
        r"(?: and scores (\d+) in round (\d))?",
        lets_a_worker_in,
    ),
    Claim(r"later (.+)", is_reward),
    Claim(r"it only costs", only_costs),
    Claim(r"it achieves the objective", achieves),
    Claim(r"it brings nothing", changes_nothing),
    Claim(r"your stamps stay on the envelope", keeps_stamps),
    Claim(r"it leaves other actions undone|nothing is left to do in this turn", has_other_actions),
    Claim(r"(?:it )?still needs (.+)", still_needs),
    Claim(r"you meet it already|can be achieved", is_met),
    Claim(r"you have (some) of it|all of it is still to do", has_begun),
    Claim(r"achieved", is_achieved),
    Claim(
        r"The [\w ]+: (?:completed with )?row (\d)(?: (has the seals)| lacks (.+))?", row_of_card
    ),
    Claim(rf"{re.sub('[?]P<[a-z]+>', '?:', PRICED)}(?:, .+)?", goes_there),
    Claim(rf"(?:(?:O|I[ABC])\d+: )?here: ({SEATS})", is_here),
    Claim(rf"needs ({SEALS})", needs_seals),
    Claim(rf"it asks for ({SEALS}): (\d+) seals? too few", has_too_few_seals),
    Claim(r"(?:an occupied area|a lens there) costs (\d+) coins?(?: in all)?", costs_too_much),
    Claim(r"you have (\d+) coins?", has_coins),
    Claim(r"you have (\d+) knowledge", has_knowledge),
    Claim(r"\w+ \d holds one worker, and one is there already", is_taken),
    Claim(r"no worker is at home", has_nobody_at_home),
    Claim(r"none of it can be done now", can_do_nothing),
    Claim(r"locked, (lens \d+ coins|lens free|the one above first|being performed now)", is_locked),
    Claim(r"unlocked (from the start|by \w+)", has_lens_of),
    Claim(rf"no stamps yet|stamps: (.+)|(now first|second) ({SEATS})", letters_of),
    Claim(r"(Stack \d|The discard): (\d+) stamps? left", has_stamps),
    Claim(r"Scroll (\d): a (\w+) seal for (?:(\d+) coins? and )?the spot's cost", costs_a_seal),
    Claim(
        rf"({'|'.join(map(str.capitalize, material.COLOURS))}) (\w+): (in the museum|on \w+)",
        lies_there,
    ),
    Claim(rf"delivering it( again)? gains{GAIN}", would_gain),
    Claim(rf"researched by (nobody|{SEATS})", is_known_to),
    Claim(r"(?:(?:O|I[ABC])\d+: )?the (\w+) (\w+) to research", lies_to_research),
    Claim(r"(?:(?:O|I[ABC])\d+: )?(\d+) points? for the first", is_for_the_first),
    Claim(r"((?:O|I[ABC])\d+): now (?:at no cost|(\d+) coins?)", costs_a_tent),
    Claim(rf"(?:Row \d: |Worker \d: )?({SEALS})", has_row),
    Claim(r"(?:The fifth worker|Worker \d): (at home|not unlocked yet)", is_at_home),
    Claim(r"silver (?:and gold )?distinction", has_distinction),
    Claim(r"the next spot costs (\d+)|full", has_a_spot),
    Claim(r"used for the ([\w ]+)", is_used_for),
    Claim(r"(\w+): (\d+) seals? in the (?:bag|supply)", are_left),
    Claim(r"Island [ABC]: .+", have_landed),
)

PLAIN = (
    # Texts from the tables are compared with the rules page, word by word, in test_page.
    r"(?:Exploration|Navigation|Correspondence|Academy|Special|Lens) \d(?: \(\w+\))?: .+",
    r"The (?:museum|objectives|turn order): .+",
    r"the same as Lens \d",
    r"(?:O|I[ABC])\d+: (?!now |here: |the \w+ \w+ to research|\d+ points? for the first).+",
    r"campsite with .+",
    r"a ship that comes here places an explorer on island [ABC]",
    r"the Beagle's anchor of round \d",
    r"(?:Silver|Gold) slot \d: .+",
    r"costs \d+ coins",
    r"holds (?:silver|gold): .+",
    r"(?:research|have|place|pitch|collect|bring|send) .+",
    r"(?:Silver|Gold): .+",
    r"Envelope \d: first .+, second .+",
    r"emptying it gives .+|used when all stacks are empty",
    r"Its seal now|what it gives once a worker has the five seals it needs",
    r".+ once one row has .+",
    r"Buy no seal|End the turn|Neither|Pitch no tent|Place no more stamps|Skip it|Stay|Continue",
    r"Keep the (?:knowledge|stamps)",
    r"it is of no use now",
    # Parts of a location, a reward or a choice, as its table has them.
    r"(?:Explore|Navigate) \d(?: with an extra stop)?",
    r"\d+ (?:coins?|points?|knowledge|steps?|seals?(?:, \d off)?|stamps?(?: on any envelopes)?)",
    r"\d off|An objective|Achieve an objective|Deliver a specimen.*|Research .+|A (?:lens|tent.*)",
    r"no row",
)


def extra(state, seat):
    """Yield elements of the board that the cursor reaches besides those of legal actions."""
    if isinstance(state.pending[-1], material.Equip) or not state.round:
        return
    yield from (("location", location) for location in range(len(material.LOCATIONS)))
    yield from (("specimen", specimen) for specimen in range(len(state.specimens)))
    yield from (("crew", card) for crew in state.crew for card in crew)
    yield from (("tile", tile) for tile in {*state.display, *state.reserve[seat]})
    yield from (("envelope", envelope) for envelope in range(len(state.envelopes)))
    yield from (("row", row) for row in range(len(state.rows[seat])))
    yield from (("tile", tile) for tile in state.slots[seat] if tile != NOTHING)
