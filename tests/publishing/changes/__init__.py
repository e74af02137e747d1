"""From an accepted submission to the files of one commit."""
