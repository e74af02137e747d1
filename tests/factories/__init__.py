"""Small valid things that tests break on purpose."""
