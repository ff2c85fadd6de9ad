"""The common part of questions that search for cubes: the search, its parameters, and the processing of its cubes."""
