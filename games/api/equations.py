"""Judging one line, without a game: for apps that check while a player thinks."""

from rest_framework.request import Request
from rest_framework.response import Response

from common.openapi import operation
from common.rest import ApiView

from ..engine import get_ruleset
from ..engine.wire import problem_data
from ..wording import sentence
from . import examples
from .answers import EquationOut
from .shapes import EquationCheck


class EquationsCheck(ApiView):
    @operation(
        "equations_check",
        "Judge a line",
        tag="rules",
        body=EquationCheck,
        sends=examples.EQUATION_NEW,
        answers={200: EquationOut},
        example=examples.EQUATION,
    )
    def post(self, request: Request) -> Response:
        """Every problem of a line of tiles, none for a valid one. Nothing is stored."""
        shape = EquationCheck(data=request.data)
        shape.is_valid(raise_exception=True)
        sent = shape.validated_data
        rules = get_ruleset(sent["ruleset"])
        tokens = sent["tiles"] if "tiles" in sent else sent.get("line", "").split()
        problems = rules.check_line(tokens)
        return Response(
            {
                "ruleset": rules.id,
                "tiles": [token for token in tokens if token],
                "valid": not problems,
                "problems": [{**problem_data(rules, problem), "detail": sentence(problem)} for problem in problems],
            }
        )
