"""The tools that read: each asks one route of the API, and says the same in words."""
