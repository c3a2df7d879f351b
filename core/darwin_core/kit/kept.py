"""Results kept by what they depend on, so that they are found once."""

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Kept(dict[K, V]):
    """Results by what they depend on, all dropped when there would be too many.

    Unlike ``lru_cache`` it asks for the key alone, where the result is found from much more.
    """

    def __init__(self, most: int) -> None:
        """Keep at most a number of results."""
        super().__init__()
        self.most = most

    def keep(self, key: K, result: V) -> V:
        """Keep a result and return it."""
        if len(self) >= self.most:
            self.clear()
        self[key] = result
        return result
