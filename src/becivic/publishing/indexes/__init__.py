"""What the service says of its corpus in generated files: two indexes, a dashboard, the navigation (schemas 6.5)."""
