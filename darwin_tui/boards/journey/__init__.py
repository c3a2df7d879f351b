"""The table of Darwin's Journey."""
