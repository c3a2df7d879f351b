"""The five games. Each game is a folder with the same file names; larger games have more files.

No game imports another.
"""
