"""The doctor: looks an installation over and changes nothing. Each finding has a code, a place and a remedy."""
