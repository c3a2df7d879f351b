"""Workers: where bots decide and finished matches are judged, off the event loop.

``pool`` hands out tasks, ``worker`` is a process that does them; what is quick runs in a thread.
"""
