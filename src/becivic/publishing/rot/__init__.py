"""What rots outside: sources of paths and links of references are looked at, and our own house is audited (lifecycle 11)."""
