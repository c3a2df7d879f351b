"""The matches that a player has finished, read from their records: figures, and nothing kept
beside them."""
