"""A newer packaged corpus on a home that lives already: what it changes enters main as one change request (ADR 21)."""
