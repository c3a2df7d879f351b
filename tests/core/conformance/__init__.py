"""What holds for every game, tried on each game that is registered."""
