"""What engines know of a question: primitive relations, rules and patterns made of them, and their symmetries."""
