"""The analysis of records: winning chances, luck and decisions, turning points, better actions.

The policies and values by which bots play also judge the positions of a match, with one viewer's
knowledge: a seat's, a spectator's, or everybody's.
"""
