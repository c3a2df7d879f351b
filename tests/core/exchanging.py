"""The smallest change of what is hidden: two things change places."""

from random import Random


def exchange(things: list[int], rng: Random) -> None:
    """Exchange two of some things, if there are two."""
    if len(things) > 1:
        one, two = rng.sample(range(len(things)), 2)
        things[one], things[two] = things[two], things[one]
