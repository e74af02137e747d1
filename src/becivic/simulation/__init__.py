"""What the consensus does with populations of agents over months: a model world around the real decisions.

Imports the law and `becivic.lifecycle`, and copies no number of theirs. Knows no database and no clock; chance is a
`random.Random` that is passed around, so that the same seed gives the same bytes.
"""
