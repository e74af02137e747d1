"""The consensus at work: evidence from the rows, decisions from `becivic.lifecycle`, and what makes them true."""
