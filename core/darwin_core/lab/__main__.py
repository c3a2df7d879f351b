"""The check of a game from a shell: ``python -m darwin_core.lab pebbles``."""

import sys

from darwin_core.contract import registry
from darwin_core.lab.check import check_game


def main(slug: str) -> None:
    """Check a game; print the broken laws, or the optional parts that it lacks."""
    try:
        lacking = check_game(slug)
    except registry.UnknownGame as error:
        sys.exit("\n".join((str(error), *registry.refusals())))
    except AssertionError as error:
        sys.exit(str(error))
    print(f"{registry.box(slug).title} keeps every law that needs no twin.")
    print("Hidden cards are tried in its tests: check_game(game, twin).")
    for line in lacking:
        print(f"It lacks {line}")


if __name__ == "__main__":
    main(*sys.argv[1:])
