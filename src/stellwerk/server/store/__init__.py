"""What the server keeps: one database, one transaction for every change."""

from stellwerk.server.store.database import Database, open_database

__all__ = ["Database", "open_database"]
