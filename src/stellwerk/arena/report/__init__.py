"""Reports of the arena: one HTML file each, which needs nothing from elsewhere."""
