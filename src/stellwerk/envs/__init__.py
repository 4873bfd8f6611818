"""Environments for research: games as arrays, on a processor or a graphics card."""
