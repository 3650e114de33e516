"""What the tests stand on: real servers, real processes, a real browser, each started on first use and never left behind."""
