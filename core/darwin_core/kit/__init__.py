"""Building blocks that the games share: effects, notation, sentences, refusals, judgements."""
