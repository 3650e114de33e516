from tests.support.stage import stage

__all__ = ["stage"]
