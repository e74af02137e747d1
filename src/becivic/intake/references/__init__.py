"""What a submission names must be there, be open to it, and agree with the rest (R-XREF-01..10)."""
