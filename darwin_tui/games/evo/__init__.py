"""The board of Evo."""
