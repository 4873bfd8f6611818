"""The version of Stellwerk, told in this one place."""

__version__ = "0.1.0"
