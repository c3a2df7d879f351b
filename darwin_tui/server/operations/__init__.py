"""The operation of a server's process: plan, sessions, requests, tables and figures."""
