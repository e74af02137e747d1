"""Seeded makers of synthetic identifiers, one module a family: a random.Random in, a valid number out."""
