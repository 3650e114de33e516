"""What the tests stand on: real servers, real processes, a real browser; started when used, never left behind."""
