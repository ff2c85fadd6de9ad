"""Long work, cut into units: done by threads or by a cluster, remembered in a file, whatever it is about.

See `cubecsp.work.units` for what a unit is, and `cubecsp.work.place` for where units are done.
"""
