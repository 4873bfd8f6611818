"""What the server does, free of any protocol."""

from stellwerk.server.service.actor import Actor
from stellwerk.server.service.service import Service

__all__ = ["Actor", "Service"]
