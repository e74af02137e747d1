"""What people and agents read at plain addresses: thin, and always from the current corpus."""
