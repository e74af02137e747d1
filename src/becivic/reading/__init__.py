"""What anybody may read, gathered once for every face: a skill or a path with all that the records say of it."""
