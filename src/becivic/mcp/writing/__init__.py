"""The tools that send: each posts to one route of the API, which judges as it always does."""
