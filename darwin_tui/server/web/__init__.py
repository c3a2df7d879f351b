"""The web server for browsers: a page with a terminal, a line-by-line page, and the sign-in."""
