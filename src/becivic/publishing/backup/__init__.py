"""The whole private state as a folder: taken while the service runs, proven by restoring it."""
