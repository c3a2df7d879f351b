"""The screens, one a file; each owns its keys."""
