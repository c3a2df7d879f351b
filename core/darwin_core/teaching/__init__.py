"""Teaching: lessons, the facts that they state, and primers of a first match."""
