"""The manual: the documents of the repository, packaged with the program and served beside those of the corpus (ADR 41)."""
