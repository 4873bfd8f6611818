"""The champion: a network that has learned by playing, with the planner as its adviser."""
