"""Taking a text out of the public record and its history: the last resort, a person's decision (lifecycle 10.3)."""
