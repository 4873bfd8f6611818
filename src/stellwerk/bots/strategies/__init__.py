"""The strategies that play inside the kernel, one a file, and what runs them."""
