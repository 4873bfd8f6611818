"""Reviews of finished games: what each decision was worth, and what is to be learned from it.

``stellwerk.review.review`` judges; it needs the compiled search, so it is imported only where it is
used.
"""

from stellwerk.review.model import Judged, Lesson, Option, Review, Summary

__all__ = ["Judged", "Lesson", "Option", "Review", "Summary"]
