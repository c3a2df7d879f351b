"""The games. Each is a folder with the same file names in it; none imports another."""
