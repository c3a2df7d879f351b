"""Workers: where bots decide and finished matches are judged, off the event loop.

``pool`` distributes tasks, ``worker`` is a process that does them; quick work runs in a thread.
"""
