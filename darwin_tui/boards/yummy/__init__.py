"""The board of Yummy Darwinism."""
