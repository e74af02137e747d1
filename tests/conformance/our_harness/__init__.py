"""Our own harness, as the conformance kit speaks to it: commands where there are commands, the library where not."""
