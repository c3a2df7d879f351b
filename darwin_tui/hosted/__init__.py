"""A server in full screen: its lobby, its waiting rooms, the people at a table, and the app of each of them."""
