"""The check of a game from a shell: ``python -m darwin_core.lab pebbles``."""

import argparse
import sys
from collections.abc import Sequence

from darwin_core.contract import registry
from darwin_core.lab.check import check_game


def main(args: Sequence[str] | None = None) -> None:
    """Check a game; print the broken laws, or the optional parts that it lacks."""
    parser = argparse.ArgumentParser("python -m darwin_core.lab", description=__doc__)
    # Without choices: for an unknown name, the refused games of other packages are named as well.
    parser.add_argument("game")
    slug = parser.parse_args(args).game
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
    main()
