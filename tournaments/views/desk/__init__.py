"""The pages of those who run an event."""
