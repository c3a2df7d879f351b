"""The tables of a server: register, live tables, clocks, chat, and what a process shares."""
