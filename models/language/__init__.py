"""Rules, patterns and objectives as text: the grammar, its reader, and files."""
