"""Teaching: lessons, the facts that they name, and primers of a first match."""
