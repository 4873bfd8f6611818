"""The layers of a board's picture, one concept a file; ``stellwerk.drawing.picture`` joins them."""
