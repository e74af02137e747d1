"""A tree of files in, an immutable Corpus out: skills, paths, graph, reference data, and every fault with its place.

Knows files and git; never the database, the clock or the network.
"""
