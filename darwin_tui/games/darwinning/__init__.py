"""The board of Darwinning!."""
