"""How homes are written down: streets, house numbers, boxes."""
