"""The server as one account sees it: the lobby, its places, and all that is shown there."""
