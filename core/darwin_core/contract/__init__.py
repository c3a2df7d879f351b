"""The contract every game fulfils, and what it is made of: options, chance, cards, component tables."""
