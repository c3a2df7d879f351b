"""Playing at a table, without a screen: what full-screen and line-by-line play share."""
