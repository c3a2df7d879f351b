"""All that depends on the terminal and on what Textual keeps private."""
