"""The engine of darwin-tui: rules, records and opponents, without a terminal."""

__version__ = "0.1.0"
