"""The API described by itself: one OpenAPI 3.1 document, composed from the schema files and from the law."""
