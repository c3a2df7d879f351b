"""The tables of a server: their register, those that are open, and their clocks."""
