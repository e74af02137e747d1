"""The benchmarks run; what they find is for `make bench` to judge."""
