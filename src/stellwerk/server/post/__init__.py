"""The post: what notices say, and how they get to browsers and into mailboxes."""
