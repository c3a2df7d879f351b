"""The running of a process of a server: its plan, sessions, requests, orders and figures."""
