"""The server as one account sees it: the lobby, its sessions and seats, and all that is shown."""
