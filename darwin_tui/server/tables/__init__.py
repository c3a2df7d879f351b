"""The tables of a server: register, live tables, clocks, chat, and shared services."""
