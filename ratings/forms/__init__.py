"""What the pages of the ratings ask for."""
