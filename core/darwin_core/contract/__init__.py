"""The contract that every game fulfils, with its options, chance, cards and component tables."""
