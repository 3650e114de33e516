"""What the tests stand on: real servers, real processes, a real browser; started on first use, never left behind."""
