"""Stopping work in time: signals and deadlines, and waiting that obeys both.

`signals` and `deadline` determine when work ends; `pipes` has streams that may wait for their other end.
`waiting` is for other programs and calls, `threads` for our own threads; `closing` is the base of objects
that work until they are closed.
"""
