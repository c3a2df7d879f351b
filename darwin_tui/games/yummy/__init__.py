"""The table of Yummy Darwinism."""
