"""Long work of any kind, cut into units: done by threads or by a cluster, and kept in a file.

See `cubecsp.work.units` for what a unit is, and `cubecsp.work.place` for where units are done.
"""
