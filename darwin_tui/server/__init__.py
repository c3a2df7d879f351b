"""The server: many players over SSH and in browsers, at the tables of one house.

What is kept
    ``model`` the values, ``store`` their protocol and its errors; ``files`` with ``file_accounts``
    and their ``database``, and ``redis_store`` with its ``redis_scripts``, are the two stores.
    ``published_journal`` writes a match and notifies of each line, ``finished`` the order in which
    tables ended, ``packing`` makes bytes of all values, ``notices`` are what the stores notify of,
    ``transfer`` copies from one to the other.
Accounts
    ``accounts`` keys, tokens and settings; ``welcome`` lets a new player choose a name, of those
    that ``names`` allows.
Tables
    ``house`` puts together what a process has: ``services`` is what all parts share, with
    ``tables`` as the store has them, ``codes``, which say who may know of a table, ``talk``, which
    is the chat, and ``attendance``, which says who is here. ``open_tables`` are those that are
    open, each a ``hosted_table``; ``leases`` say which process runs its bots. ``opening`` begins
    and opens matches, ``upkeep`` is the work in the background, with ``log_reason`` for what fails;
    ``clocks``, ``seats`` and ``votes`` are its rules.
What one account is given
    A ``stay`` is one of its sessions. ``lobby`` the server, ``places`` a table, ``kept_match`` a
    match to read. ``cards`` are the values it shows, made by ``shown`` and ``listing``; the
    ``sanitiser`` makes safe what others wrote. ``callbacks`` notify of changes.
Connections
    ``transport`` one terminal of any protocol; ``ssh`` and ``web`` are the two doors, ``limits``
    bounds both, and ``event_log`` names who comes, leaves and is refused. ``browsers`` reads what
    browsers ask for, and a ``browser_connection`` is the terminal of one. ``sessions`` runs one
    ``app`` for each, or one of the ``requests`` at a ``console``, read by ``request_words``;
    ``turns`` shares the processor among them.
Processes
    ``host`` puts all of it together as its ``plan`` says; ``status`` writes its figures. ``orders``
    are what the host asks for from a shell.

Imports go one way: the engine knows nothing of the server, and a player at home loads none of it.
"""
