"""The store of a server: its contract, its implementations in files and Redis, and its contents."""
