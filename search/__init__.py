"""From cubes to move sequences: one file per method, and the tables that the methods share."""
