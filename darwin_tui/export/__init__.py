"""A match for readers without the program: as text, as data, as pictures, as a film.

An export contains what one viewer may know; the whole match is exported only once it is over.
"""
