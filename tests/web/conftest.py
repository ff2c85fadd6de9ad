"""What all tests of the page share: a server, a browser, and a visit to the page."""

from browsing import chromium, playwright, server, visit

__all__ = ["chromium", "playwright", "server", "visit"]
