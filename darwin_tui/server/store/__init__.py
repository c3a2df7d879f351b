"""The store of a server: its contract, two implementations, and the accounts in it."""
