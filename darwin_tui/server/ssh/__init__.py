"""SSH: players sign in with their public keys, and get a terminal at the server and nothing else.

There is no shell, no program of the host, no forwarding and no subsystem; each of them is refused.

================  ============================================================
``door``          listens, and opens or closes it all
``gate``          one connection before SSH: how many, and how fast
``player``        one connection: who it is, and its one session
``channel``       the session, and its terminal as the sessions of a server use it
``guesses``       exchanges of keys that clients begin before they are agreed on
``host_key``      the server's own key
``compression``   decompression that is bounded
================  ============================================================
"""
