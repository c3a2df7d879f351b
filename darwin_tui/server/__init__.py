"""The server: many players over SSH and in browsers, at its tables.

Each room imports only those below it, as a contract of the imports says.

``ssh``, ``web``
    The two servers: SSH for terminals, and a web page with a terminal for browsers.
``operations``
    The running of a process: its plan, its sessions, which are an app or a request at a console for
    each connection, its tables and lobbies with their upkeep, its figures, and the notifications of
    players who are away.
``lobby``
    The server as one account sees it: its sessions, its seats, and the cards of the tables and
    people that it may see.
``tables``
    The register of the tables in the store, live tables with the leases that tell which process
    runs their bots, clocks and votes, the chat, and the attendance.
``store``
    The contract of a store, with its values, their bytes and its notices; a store of files, one in
    Redis; the accounts: names, keys, tokens and settings; the admission: the door, invitations,
    bans and guests; and the orders of the host.

``event_log`` logs arrivals, refusals and failures. The ``sanitiser`` makes texts of other people
safe to show. The engine knows nothing of the server, and a player at home loads none of it.
"""
