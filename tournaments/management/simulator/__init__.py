"""A hall full of tablets that record games through the real API, on a bad day, and the sums afterwards."""
