"""Parts of the API's addresses; what does not fit one is not there (404). Registered in :mod:`config.api`."""


class GameId:
    """``g42``."""

    regex = "g[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        return int(value[1:])

    def to_url(self, value: int | str) -> str:
        return f"g{str(value).removeprefix('g')}"


class DeviceId:
    """``d_5``."""

    regex = "d_[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        return int(value[2:])

    def to_url(self, value: int | str) -> str:
        return f"d_{str(value).removeprefix('d_')}"


class JobId:
    """``j9``."""

    regex = "j[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        return int(value[1:])

    def to_url(self, value: int | str) -> str:
        return f"j{str(value).removeprefix('j')}"


class Number:
    """From 1, without leading zeros, and short enough for every column."""

    regex = "[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)
