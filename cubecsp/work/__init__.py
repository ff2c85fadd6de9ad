"""Long work of any kind, cut into tasks, which threads or a cluster do, and a file keeps.

`cubecsp.work.tasks` defines tasks, and `cubecsp.work.executor` does them.
"""
