"""The server: tables where people, bots and programs play together."""
