"""The daily public archive in git: rows of allow-listed tables and columns, and the paths of the day (C-63)."""
