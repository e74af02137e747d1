"""What a person must see before it is published: names of people, and sources nobody has listed (privacy 8.5)."""
