"""Search: tries moves out in games that may be the real one, played to their end by planners."""
