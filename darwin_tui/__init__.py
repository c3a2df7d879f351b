"""The terminal front end."""

from darwin_core.language import provide

provide("darwin_tui")
