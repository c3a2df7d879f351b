"""The server as one account sees it: sessions, seats, and the cards of tables and people."""
