"""Finds skills, paths and documents by what people call them: four languages, typing mistakes, everyday words."""
