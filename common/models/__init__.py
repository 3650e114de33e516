from .job import Job
from .log import LogChain, LogDetail, LogEntry
from .token import Token

__all__ = ["Job", "LogChain", "LogDetail", "LogEntry", "Token"]
