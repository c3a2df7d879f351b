"""SSH: players sign in with their public keys, and get only a terminal of the program.

Shells, programs of the host, forwarding and subsystems are refused.

=====================  =======================================================
``listener``           the SSH server: listens for connections, and bounds decompression
``gate``               limits of connections before SSH begins; the server's host key
``player_connection``  one connection: sign-in, choice of a name, session and terminal
=====================  =======================================================
"""
