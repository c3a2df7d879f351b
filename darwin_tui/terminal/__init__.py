"""Everything that depends on the terminal and on private parts of Textual."""
