"""How dates are written: in digits, in words, of a birth."""
