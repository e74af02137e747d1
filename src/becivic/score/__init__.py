"""The labelled synthetic set the scrub is scored on: identifiers, names and tempting clean sentences.

Written by seeded makers that know nothing of the rules they are used to judge.
"""
