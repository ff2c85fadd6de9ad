"""The questions that can be asked, one file each; `cubecsp` itself offers them: `from cubecsp import find`."""
