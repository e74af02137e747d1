"""Benchmarks: ratios beside something else in the same run, printed as JSON."""
