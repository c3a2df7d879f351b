"""A library: the matches of one player, as they are open, saved, listed, judged and counted."""
