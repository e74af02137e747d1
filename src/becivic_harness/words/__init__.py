"""What is known of words: which are ordinary, which are names, how they are cut out of a text."""
