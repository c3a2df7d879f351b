"""A library: the matches of one player, as they are saved, listed, judged and counted."""
