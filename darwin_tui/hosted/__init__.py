"""A server in full screen: its lobby and waiting rooms, the people at a table, and their app."""
