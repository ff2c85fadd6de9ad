"""The questions that can be asked, one file each; import them from `cubecsp` itself: `from cubecsp import find`."""
