"""Why no cube satisfies some rules: what clashes, and what would have to give."""
