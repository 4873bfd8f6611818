"""The geography behind a board: real outlines, bent along with the cities.

Needs the extra ``draw``; showing a finished drawing needs nothing of this.
"""

from stellwerk.drawing.geography.coast import CoastField
from stellwerk.drawing.geography.geography import Geography, dry_spaces
from stellwerk.drawing.geography.ornaments import free_places

__all__ = ["CoastField", "Geography", "dry_spaces", "free_places"]
