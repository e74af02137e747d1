"""The law, once: every enum, cap, threshold, limit and pattern, each with the section it comes from.

Nothing here reads a file but the schema registry, and nothing here knows the database or the clock.
"""
