"""The server process: its settings, sessions, requests, tables, notifications and figures."""
