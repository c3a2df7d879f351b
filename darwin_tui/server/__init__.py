"""The server: many players over SSH and in browsers, at its tables.

Each room imports only those below it, as a contract of the imports says.

``ssh``, ``web``
    The two doors: a terminal over SSH, and a page with one in a browser.
``operations``
    The running of a process: its plan, its sessions, which are an app or a request at a console for
    each connection, its tables and lobbies with their upkeep, its figures, and the orders of the
    host in a shell.
``lobby``
    The server as one account sees it: its sessions, its seats at tables, and the cards of all that
    it may know.
``tables``
    The register of the tables as the store has them, the live ones with the leases that say which
    process runs their bots, their clocks and votes, the chat, and who is here.
``store``
    The contract of a store, with its values, their bytes and its notices; a store of files, one in
    Redis; and the accounts: names, keys, tokens and settings.

``event_log`` names who comes, leaves and is refused, and what fails. The ``sanitiser`` makes safe
what others wrote. The engine knows nothing of the server, and a player at home loads none of it.
"""
