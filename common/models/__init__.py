from .job import Job
from .log import LogChain, LogEntry
from .token import Token

__all__ = ["Job", "LogChain", "LogEntry", "Token"]
