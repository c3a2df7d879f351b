"""SSH: players sign in with their public keys, and get only a terminal of the program.

Shells, programs of the host, forwarding and subsystems are refused.

=====================  =======================================================
``listener``           listens with bounded decompression, and opens or closes it all
``gate``               one connection before SSH: how many, how fast, and the own key
``player_connection``  one connection: who it is, its first visit, its session and terminal
=====================  =======================================================
"""
