"""Volatile values and references: current row, supersede, history, names and uids. Knows records, not the corpus."""
