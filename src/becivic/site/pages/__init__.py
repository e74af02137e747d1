"""The pages of the site, one module each: what it shows, from a corpus and what the records say."""
