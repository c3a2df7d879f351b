"""The screens, mostly one per file; each owns its keys."""
