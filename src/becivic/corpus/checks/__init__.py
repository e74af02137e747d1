"""The rules a corpus is held to, each its own small module with a stable id (lifecycle 10.1).

`becivic.corpus.checks.all_rules` lists them; `run_checks` runs them. The same code serves an author at
a desk, the intake's hard gate and the change-request pipeline (R-GRAPH-13).
"""
