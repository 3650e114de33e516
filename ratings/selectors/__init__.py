"""Readers of ratings."""
