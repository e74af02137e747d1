"""The runner of the conformance kit: reads the cases, speaks to an adapter, says what came out otherwise than it must."""
