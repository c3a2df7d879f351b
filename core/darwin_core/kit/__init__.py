"""Building blocks that the games share: effects, states, notation, sentences, refusals, judgements,
fitted policies and achievements."""
