"""Pages that stand for themselves: what reports of the arena and reviews are written with."""
