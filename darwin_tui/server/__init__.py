"""The server: many players over SSH and in browsers, at the tables of one house."""
