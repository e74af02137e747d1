"""What an item must pass before it leaves this machine, one stage a file, in the order of the server's own pipeline.

 1 form          it can be sent at all; no field says who somebody is; the schema of its type; days that exist
 2 capability    what the agent must be able to do
 3 scrub         nothing that identifies a person
 4 targets       what it is about is there and open to it
 5 concerns, amendments, drafts    what only its type must answer for
 6 timing        a clock near that of the server

What the server alone can know stays with it: rows of the catalogue, votes, who sent what, how much, and the rules that
the whole corpus is held to.
"""
