"""The laws that hold for every game, tried on each registered game."""
