"""Rounds and results."""

urlpatterns: list = []
