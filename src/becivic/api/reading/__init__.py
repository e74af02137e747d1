"""What anybody may read over HTTP as JSON: skills, concerns, rows of the catalogue, and how each came about."""
