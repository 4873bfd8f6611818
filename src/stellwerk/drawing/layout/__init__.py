"""Where everything lies: projection, relaxation of cities and curves, labels."""
