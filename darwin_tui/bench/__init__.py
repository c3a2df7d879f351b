"""How fast it is, as ratios to peers measured in the same run.

Both sides of a pair are looped from Python through their public functions, in one process, in
alternating slices, so that the machine's moods fall on both alike.
"""
