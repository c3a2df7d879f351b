"""How Darwinning! looks."""
