"""The operation of a server's process: plan, sessions, requests, orders and figures."""
