"""Where change requests are made and merged: in the repository on this machine, or on GitHub (design 3)."""
