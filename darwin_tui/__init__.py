"""The terminal front end."""

from darwin_core.text.language import provide

provide("darwin_tui")
