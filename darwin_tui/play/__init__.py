"""Play at a table, independent of the screen."""
