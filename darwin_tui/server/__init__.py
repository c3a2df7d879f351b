"""The server: many players, over SSH and in browsers, at its tables.

Each package imports only those listed below it; an import contract checks this.

``ssh``, ``web``
    The two front doors: SSH for terminals, and a web page with a terminal for browsers.
``operations``
    The server process: its plan, its sessions (an app, or a request at a console, per
    connection), its tables and lobbies with their upkeep, its figures, and notifications for
    players who are away.
``lobby``
    The server as one account sees it: its sessions, its seats, and the cards of the tables and
    people that it may see.
``tables``
    The register of the tables in the store; live tables with the leases that say which process
    runs their bots, clocks and votes; chat and attendance.
``store``
    The contract of a store with its values, their encoding and its notices; a store in files and
    one in Redis; accounts (names, keys, tokens, settings); admission (door, invitations, bans,
    guests); and the host's orders.

``event_log`` logs arrivals, refusals and failures. ``sanitiser`` makes texts written by other
people safe to show. The engine does not import the server, and a player at home never loads it.
"""
