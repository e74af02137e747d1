"""How a word is judged to be the name of somebody."""
