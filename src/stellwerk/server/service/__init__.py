"""What the server does, free of any protocol."""

from stellwerk.server.service.service import Service
from stellwerk.server.transactions.actor import Actor

__all__ = ["Actor", "Service"]
