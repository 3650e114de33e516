"""The rating officer's desk, under ``/desk/ratings/``."""
