"""How work ends in time: signals and deadlines, and whatever waits, which has to look at both.

`signals` and `deadline` say when; `pipes` are streams that may wait for their other end, `waiting` is for other programs
and calls, `threads` for our own; `closing` is the base of what works until it is closed.
"""
