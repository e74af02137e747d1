"""`make demo`: the whole story, played by a small cast on a real server. Nothing is faked but the clock and the addresses."""
