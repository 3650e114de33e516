"""The only writers of events: one file per process."""
