"""Boards as pictures: the computed drawing, and a board with its game as SVG."""
