"""Long runs of the whole service: months of traffic in minutes, and replicas that are killed under load."""
