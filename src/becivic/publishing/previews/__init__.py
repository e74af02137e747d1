"""A change as its readers would see it, before it is merged (R-CI-32). Writes nothing anywhere."""
