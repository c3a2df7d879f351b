"""The games. Each is a folder with the same file names in it, and larger ones have more files.

No game imports another.
"""
