"""From an accepted amendment or draft to the files of one commit. Pure: no git, no forge; records only where handed in."""
