"""Words of the games that the engine translates, listed so that ``lab.messages`` finds them."""

from typing import Final

from darwin_core.contract import registry

NOUNS: Final = tuple(
    dict.fromkeys(word for slug in registry.SLUGS for word in registry.get(slug).clock_words)
)
"""The nouns for rounds and turns, each once."""
MESSAGES: Final = ("buried", "crew")
"""Places of face-down cards, as the games name them."""
