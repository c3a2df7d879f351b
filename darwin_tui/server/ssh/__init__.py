"""SSH: players sign in with their public keys, and get a terminal at the server and nothing else.

There is no shell, no program of the host, no forwarding and no subsystem; each of them is refused.

=====================  =======================================================
``listener``           listens with bounded decompression, and opens or closes it all
``gate``               one connection before SSH: how many, how fast, and the own key
``player_connection``  one connection: who it is, its first visit, its session and terminal
=====================  =======================================================
"""
