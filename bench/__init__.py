"""Measurements: ``python -m bench`` for speed, ``python -m bench.soak`` for the long proofs."""
