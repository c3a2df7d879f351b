"""The server process: plan, sessions, requests, tables and figures."""
