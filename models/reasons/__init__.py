"""Why no cube satisfies some rules: what conflicts, and what would have to be dropped."""
