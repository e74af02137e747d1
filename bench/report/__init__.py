"""What becomes of the figures: the machine they are of, the record that is kept, the table, and the page."""
