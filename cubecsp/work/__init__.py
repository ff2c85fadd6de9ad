"""Long work of any kind, cut into tasks: done by threads or by a cluster, and kept in a file.

See `cubecsp.work.tasks` for what a task is, and `cubecsp.work.executor` for where tasks are done.
"""
