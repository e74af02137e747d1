"""Be Civic: verified procedures for life in Belgium, and the machinery that keeps them true."""

__version__ = "0.1.0"
