"""The table of Evo."""
