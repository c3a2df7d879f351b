"""A server in full screen: lobby, waiting room, table set-up, tables with chat, and their app."""
