"""What the service tells its operator about itself: ids that run through everything, logs, counts and ages."""
