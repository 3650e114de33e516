"""What Kradan costs, measured. See README.md in this folder."""
