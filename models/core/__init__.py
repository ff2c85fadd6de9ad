"""A question as engines get it: primitive relations, rules and patterns made of them, and their symmetries."""
