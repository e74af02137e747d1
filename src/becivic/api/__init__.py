"""The HTTP interface under /api: thin handlers that parse, ask one question, and answer."""
