"""Browsers: a page with a terminal, and the pages to sign in."""
