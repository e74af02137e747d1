"""What a person is asked before or after something is published, and what becomes of their answer (R-TRUST-02)."""
