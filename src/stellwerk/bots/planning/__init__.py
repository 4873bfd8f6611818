"""What strategies think with: plans, the cards they want, and which move serves them best."""
