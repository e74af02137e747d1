"""What strangers write, through the real way in and onto every surface: it never runs, and never leaves its place."""
