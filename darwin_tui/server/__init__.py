"""The server: many players over SSH and in browsers, at its tables.

What is kept
    ``store`` is a package: the contract of a store, with its values, their bytes and its notices,
    and two stores, one of files and one in Redis.
Accounts
    ``accounts`` keys, tokens and settings, and the names that a new player may choose.
Tables
    ``server_tables`` puts together what a process has, works in the background, writes its figures;
    ``services`` is what all parts share, with ``talk``, which is the chat. ``tables`` is a package:
    the register of the tables as the store has them, those that are open, with the leases that say
    which process runs their bots, and their clocks and votes.
What one account is given
    ``lobby`` is a package: the server as one account sees it, each of its sessions, its places at
    tables, and all that is shown there. The ``sanitiser`` makes safe what others wrote.
Connections
    ``ssh`` and ``web`` are the two doors, ``event_log`` names who comes, leaves and is refused, and
    what fails. ``sessions`` runs one app for each connection, or one of the ``requests`` at a
    ``console``.
Processes
    A process is run as its ``plan`` says, by the host beside the apps that it serves. ``orders``
    are what its owner asks for in a shell, among them the copy of a whole store.

Imports go one way: the engine knows nothing of the server, and a player at home loads none of it.
"""
