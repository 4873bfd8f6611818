"""The planner's advice to a network: its move, and the plan behind it as bytes."""
