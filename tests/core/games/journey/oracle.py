"""A second, slow and plain implementation of the rules, to compare with the engine.

It is written from the rulebook and the rules page alone. It finds a seat's possible actions by
trying, with spaces by name, seals by letter and specimens by words. ``Reading`` is a state in this
form.
"""

from collections import Counter
from itertools import product

from darwin_core.games.journey import material

NAMES = [space.name for space in material.SPACES]
ROADS = {space.name: space.next for space in material.SPACES}
PAGES = [location.page for location in material.LOCATIONS]
KINDS = ("reptile", "plant", "bird", "fossil")
COLOURS = ("green", "blue", "yellow", "red")
ALL = [(colour, kind) for colour in COLOURS for kind in KINDS]
ISLES = ("IA", "IB", "IC")
NOTHING = 254
SPOTS = (0, 0, 1, 1, 2, 3)
LOCKED_PAGES = ("exploration", "navigation", "correspondence", "academy", "special")


def ways(start, moves, jumped=()):
    """Return all ways of at most ``moves`` spaces, as lists of the spaces entered. Jumped spaces
    are listed but not counted."""
    paths = []

    def walk(path, counted):
        for following in ROADS[path[-1] if path else start]:
            there = counted + (following not in jumped)
            if there <= moves:
                if following not in jumped:
                    paths.append([*path, following])
                walk([*path, following], there)

    walk([], 0)
    return paths


def ends(start, moves, jumped=()):
    """Return the spaces where these moves may end."""
    return {way[-1] for way in ways(start, moves, jumped)}


def lack(row, wanted):
    """Return the number of seals of a demand that a row lacks; purple ones replace any colour."""
    missing = Counter(wanted) - Counter(seal for seal in row if seal != "P")
    return max(sum(missing.values()) - row.count("P"), 0)


class Reading:
    """A state in plain words, for the acting seat."""

    def __init__(self, state):
        self.state = state
        self.seat = seat = state.actor
        self.seats = len(state.coins)
        self.coins = state.coins[seat]
        self.knowledge = state.knowledge[seat]
        self.rows = ["".join("GBYRP"[seal] for seal in row) for row in state.rows[seat]]
        self.done = {ALL[number] for number in range(16) if state.research[seat] >> number & 1}
        self.where = {
            ALL[number]: "museum" if space == 250 else NAMES[space]
            for number, space in enumerate(state.specimens)
        }
        self.discount = 0
        if len(state.pending) > 1 and hasattr(state.pending[1], "discount"):
            kind = type(state.pending[1]).__name__
            self.discount = state.pending[1].discount if kind == "Act" else 0
        if state.pending and type(state.pending[0]).__name__ == "CheaperTurn":
            self.discount = state.pending[0].discount

    # --- small questions

    def abilities(self):
        achieved = self.state.achieved[self.seat]
        return {
            slot.ability for number, slot in enumerate(material.SLOTS) if achieved >> number & 1
        }

    def explorer(self, island):
        space = self.state.explorers[self.seat][island]
        return None if space == NOTHING else NAMES[space]

    def blocked(self, island):
        """Return the inner spaces of an island with explorers of others."""
        last = {0: "IA24", 1: "IB14", 2: "IC10"}[island]
        spaces = {
            NAMES[explorers[island]]
            for seat, explorers in enumerate(self.state.explorers)
            if seat != self.seat and explorers[island] != NOTHING
        }
        return spaces - {f"{ISLES[island]}0", last}

    def beagle(self):
        return {1: "O1", 2: "O4", 3: "O8", 4: "O14", 5: "O21"}[max(self.state.round, 1)]

    def ship(self):
        return NAMES[self.state.ships[self.seat]]

    def tent_cost(self, site):
        """Return the cost of the cheapest place of a campsite, or None."""
        standing = self.state.camps[site]
        costs = list(material.CAMPSITES[site].costs)
        if self.seats == 4:
            costs.append(costs[1] + 2)
        costs = costs[len(standing) :]
        own = self.seat in standing or len(self.state.tents[self.seat]) == 5
        return None if own or not costs else costs[0]

    def actions(self, location):
        """Return the actions of a location, without distinctions."""
        if PAGES[location] == "order":
            return ["money"]
        if PAGES[location] == "special":
            return list(material.TILES[self.state.specials[location - 12]].actions)
        return list(material.LOCATIONS[location].actions)

    def needs(self, location):
        if PAGES[location] == "special":
            return material.TILES[self.state.specials[location - 12]].seals
        return material.LOCATIONS[location].seals

    def is_locked(self, location):
        return (
            PAGES[location] in LOCKED_PAGES
            and not material.LOCATIONS[location].is_open
            and self.state.lenses[location] == NOTHING
        )

    def area(self, location):
        """Return the name of a location's area; None for a rectangle."""
        name = PAGES[location]
        if name in ("museum", "objectives", "order"):
            return None
        if name == "small":
            return name
        if name == "special":
            return f"special {location % 2}" if self.seats == 4 else name
        if self.seats == 4:
            return name
        return "left" if name in ("exploration", "navigation") else "right"

    # --- choices

    def buys(self, discount):
        """List the seals of the Academy that can be paid, with their rows and costs."""
        prices = {}
        for spot, row in product(range(12), range(4)):
            if self.state.scrolls[spot] != NOTHING and len(self.rows[row]) < 6:
                scroll = 0 if "scrolls" in self.abilities() else spot // 3
                cost = max(scroll + SPOTS[len(self.rows[row])] - discount - self.discount, 0)
                if cost <= self.coins:
                    prices[spot, row] = cost
        return prices

    def researches(self, where):
        new = [specimen for specimen in ALL if specimen not in self.done]
        if where == "museum":
            new = [specimen for specimen in new if self.where[specimen] == "museum"]
        if where == "island":
            own = [ISLES[island] for island in range(3) if self.explorer(island)]
            new = [
                specimen
                for specimen in new
                if self.where[specimen] != "museum" and self.where[specimen][:2] in own
            ]
        return new

    def deliveries(self):
        return [
            specimen
            for specimen in ALL
            if specimen in self.done and self.where[specimen] != "museum"
        ]

    def redeliveries(self):
        return [
            specimen
            for specimen in ALL
            if specimen in self.done and self.where[specimen] == "museum"
        ]

    def delivery_gain(self, specimen, is_again):
        """Return the coins and steps of a delivery."""
        colour, kind = specimen
        filled = [other for other in ALL if other != specimen and self.where[other] == "museum"]
        row = [other for other in filled if other[0] == colour]
        column = [other for other in filled if other[1] == kind]
        around = len(row) + len(column)
        coin = 0 if is_again else self.state.row_coins[COLOURS.index(colour)]
        return 6 - around + coin, around + (len(row) == 3)

    def slots_for(self, tile):
        """List the free slots of a tile's colour that can be paid."""
        first = 5 * material.OBJECTIVES[tile].is_gold
        return [
            slot
            for slot in range(first, first + 5)
            if self.state.slots[self.seat][slot] == NOTHING
            and material.SLOTS[slot].cost <= self.coins
        ]

    def takings(self):
        """List tiles and slots, NOTHING for the reserve."""
        if len(self.state.reserve[self.seat]) < 2:
            return {(tile, NOTHING) for tile in self.state.display}
        return {(tile, slot) for tile in self.state.display for slot in self.slots_for(tile)}

    def unachieved(self):
        objectives = {
            (tile, slot) for tile in self.state.reserve[self.seat] for slot in self.slots_for(tile)
        }
        for slot, tile in enumerate(self.state.slots[self.seat]):
            if tile != NOTHING and not self.state.achieved[self.seat] >> slot & 1:
                objectives.add((tile, slot))
        return objectives

    def is_met(self, tile):
        asked = material.OBJECTIVES[tile]
        state = self.state
        seat = self.seat
        if lack("".join(self.rows), asked.seals):
            return False
        for name, number in Counter(asked.specimens).items():
            if sum(name in specimen for specimen in self.done) < number:
                return False
        if asked.at_beagle and int(self.ship()[1:]) < int(self.beagle()[1:]):
            return False
        has = {
            "points": state.points[seat],
            "coins": self.coins,
            "knowledge": self.knowledge,
            "stacks": sum(not stack for stack in state.stacks[seat][:3]),
            "lenses": sum(owner == seat for owner in state.lenses),
            "tents": sum(seat in camp for camp in state.camps),
            "evolution": state.evolution[seat],
        }
        return all(has[name] >= getattr(asked, name) for name in has)

    def achievements(self):
        return {(tile, slot) for tile, slot in self.unachieved() if self.is_met(tile)}

    def completions(self):
        used = [row for row in self.state.assigned[self.seat] if row != NOTHING]
        return {
            (card, row)
            for card, given in zip(
                self.state.crew[self.seat], self.state.assigned[self.seat], strict=True
            )
            for row in range(4)
            if given == NOTHING
            and row not in used
            and not lack(self.rows[row], material.CREW[card].seals)
        }

    def copies(self):
        return {
            card
            for crew, assigned in zip(self.state.crew, self.state.assigned, strict=True)
            for card, row in zip(crew, assigned, strict=True)
            if row == NOTHING and card != 6
        }

    def unlockings(self, inside=None):
        """List the locked locations that a lens can unlock, except those being performed."""
        locations = set()
        for location in range(18):
            above = [
                other
                for other in range(location)
                if PAGES[other] == PAGES[location] != "special" and self.is_locked(other)
            ]
            if self.is_locked(location) and not above:
                locations.add(location)
        if self.state.rules == 1:
            return locations
        return locations - (self.inside() if inside is None else inside)

    def inside(self):
        """Return the locked locations that are being performed."""
        return {
            effect.location for effect in self.state.pending if type(effect).__name__ == "Inside"
        }

    def visits(self, inside=None):
        """List the locked locations where something can be done, none twice in a chain."""
        inside = self.inside() if inside is None else inside
        return {
            location
            for location in range(18)
            if self.is_locked(location)
            and location not in inside
            and any(self.can(part, inside | {location}) for part in self.actions(location))
        }

    def camps(self, site):
        sites = range(9) if site == NOTHING else [site]
        costs = {number: self.tent_cost(number) for number in sites}
        return {number for number, cost in costs.items() if cost is not None and cost <= self.coins}

    # --- possibility

    def can(self, effect, inside=None):
        if effect == "money":
            return True
        state, seat = self.state, self.seat
        has_room = any(len(row) < 6 for row in self.rows)
        match type(effect).__name__:
            case "Coins" | "Points" | "Knowledge" | "Evolve":
                return True
            case "Explore":
                isles = range(3) if effect.island == NOTHING else [effect.island]
                return any(
                    ends(self.explorer(island), effect.moves, self.blocked(island))
                    for island in isles
                    if self.explorer(island)
                )
            case "Navigate":
                return bool(ends(self.ship(), effect.moves))
            case "Correspond":
                return sum(state.stacks[seat]) > 0
            case "Academy":
                return bool(self.buys(effect.discount))
            case "Seal":
                return has_room and any(state.bag[:4])
            case "Purple":
                return has_room and state.bag[4] > 0
            case "TakeObjective":
                return bool(self.takings())
            case "AchieveUnmet":
                return bool(self.unachieved())
            case "Lens":
                left = sum(owner == seat for owner in state.lenses) < 6
                return (
                    left and (effect.is_free or self.coins >= 4) and bool(self.unlockings(inside))
                )
            case "Museum":
                return bool(self.deliveries() or self.researches("museum"))
            case "DeliverSpecimen":
                return effect.cost <= self.coins and bool(self.deliveries())
            case "ResearchSpecimen":
                return effect.cost <= self.coins and bool(self.researches(effect.where))
            case "Redeliver":
                return bool(self.redeliveries())
            case "LandExplorer":
                return NOTHING in state.explorers[seat]
            case "Overtake":
                return int(self.ship()[1:]) < int(self.beagle()[1:])
            case "PitchTent":
                return bool(self.camps(effect.site))
            case "ReuseTent":
                return bool(state.tents[seat])
            case "PerformLocked":
                return bool(self.visits(inside))
            case "CopyCrew":
                return bool(self.copies())
            case "Spend":
                return self.knowledge > 0
            case "Either":
                return any(self.can(way, inside) for way in effect.ways)
            case "InOrder" | "AnyOrder":
                return any(self.can(part, inside) for part in effect.parts)
            case other:
                raise LookupError(other)

    # --- placing

    def placings(self):
        """List workers and locations, each with coins and knowledge paid."""
        state, seat = self.state, self.seat
        everywhere = [place for workers in state.workers for place in workers if place != NOTHING]
        areas = {self.area(place) for place in everywhere} - {None}
        places = {}
        for worker, location in product(range(5), range(23)):
            if state.workers[seat][worker] != NOTHING:
                continue
            if worker == 4 and "worker" not in self.abilities():
                continue
            if self.is_locked(location):
                continue
            if not material.LOCATIONS[location].is_open and location in everywhere:
                continue
            row = self.rows[worker] if worker < 4 else ""
            cost = 0
            if self.area(location) in areas:
                cost = (3 if self.seats == 2 else 2) - ("occupied" in self.abilities())
            spent = lack(row, self.needs(location))
            if cost > self.coins or spent > self.knowledge:
                continue
            if self.is_of_use(location, row, cost, spent):
                places[worker, location] = cost, spent
        return places

    def is_of_use(self, location, row, cost, spent):
        """Return whether something could be done there after paying, with the gain of
        distinctions."""
        coins, knowledge, discount = self.coins, self.knowledge, self.discount
        self.coins = coins - cost
        self.knowledge = knowledge - spent
        self.discount = 0
        if PAGES[location] == "special" and len(row) >= 4:
            self.coins += 2
        if PAGES[location] == "academy" and len(row) == 6:
            self.discount = 1
        useful = any(self.can(action) for action in self.actions(location))
        self.coins = coins
        self.knowledge = knowledge
        self.discount = discount
        return useful


# --- the end of a round and of the match


def winners(stamps):
    """Return the seats of the first and of the second reward."""
    first = max(stamps)
    if not first:
        return set(), set()
    rest = [number for number in stamps if 0 < number < first]
    second = max(rest, default=0)
    return (
        {seat for seat, number in enumerate(stamps) if number == first},
        {seat for seat, number in enumerate(stamps) if second and number == second},
    )


def lag(turn, ship, achieved):
    """Return the points lost in a round for the gaps between a ship and the Beagle."""
    lost = 0
    anchors = ["O1", "O4", "O8", "O14", "O21"]
    for gap, (points, anchor) in enumerate(zip((2, 3, 4, 5), anchors[1:], strict=True)):
        if turn >= gap + 2 and ship < int(anchor[1:]):
            lost += min(points, 2) if achieved >> 8 & 1 else points
    return lost


def books(steps):
    firsts = (1, 2, 3, 4, 6, 8, 10, 12, 15, 18, 21, 24, 28, 32, 36)
    return len([first for first in firsts if steps >= first])


def total(state, seat):
    """Return the final score."""
    achieved = [number for number in range(10) if state.achieved[seat] >> number & 1]
    points = state.points[seat]
    points += sum((1, 1, 2, 2, 5, 4, 4, 2, 4, 8)[number] for number in achieved)
    points += 4 * (4 in achieved and 9 in achieved)
    points += sum({5: 3, 6: 7}.get(len(row), 0) for row in state.rows[seat])
    points += 5 * (len(state.tents[seat]) == 5)
    full = [
        colour for colour in range(4) if set(state.specimens[4 * colour : 4 * colour + 4]) == {250}
    ]
    points += (2 + len(full)) * (books(state.evolution[seat]) + (3 in achieved))
    return points + state.coins[seat] // 5 + state.knowledge[seat]
