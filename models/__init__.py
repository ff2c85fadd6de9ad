"""Patterns as constraint models: rules, the primitive relations that they reduce to, and engines.

In Python, patterns are stated with the names in `__init__.pyi`, which are loaded when first used.
"""

from __future__ import annotations

from cubecsp.lazy import importer

__getattr__, __dir__ = importer(__name__)
