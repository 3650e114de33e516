"""Events, divisions, registration, staff and the log."""

urlpatterns: list = []
