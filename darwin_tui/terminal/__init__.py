"""The parts that depend on the terminal and on private parts of Textual."""
