"""Teaching: lessons, puzzles, primers of a first match, and the facts that their texts state."""
