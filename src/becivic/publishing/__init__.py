"""What leaves staging and where it lies: the home folder, the repository of authored truth, and its first filling."""
