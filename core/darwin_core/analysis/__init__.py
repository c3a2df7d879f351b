"""The analysis of records: chances to win, luck and decisions, turning points, better moves.

The same policies and values that bots play by judge the positions of a match, with one viewer's
knowledge: a seat's, a spectator's, or everybody's.
"""
