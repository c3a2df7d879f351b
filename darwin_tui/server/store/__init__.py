"""The store of a server: its contract, and its two implementations."""
