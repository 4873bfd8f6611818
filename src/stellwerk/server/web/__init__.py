"""What the server answers to: one noun a file."""
