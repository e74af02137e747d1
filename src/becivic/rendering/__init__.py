"""A corpus turned into what is read: bodies with their facts in place, as HTML and as markdown. Pure."""
