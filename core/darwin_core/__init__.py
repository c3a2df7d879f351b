"""The engine of darwin-tui: rules, records and opponents, with no terminal in it."""

__version__ = "0.1.0"
