"""Rounds and results."""

from django.urls import path

from ..views import desk_results, desk_rounds

_ROUND = "<slug:slug>/<slug:division>/rounds/<int:number>/"
_TABLE = f"{_ROUND}tables/<int:table>/"

urlpatterns = [
    path(_ROUND, desk_rounds.round_page, name="round"),
    path(f"{_ROUND}pair/", desk_rounds.round_pair_page, name="round_pair"),
    path(f"{_ROUND}swap/", desk_rounds.round_swap_page, name="round_swap"),
    path(f"{_ROUND}publish/", desk_rounds.round_publish_page, name="round_publish"),
    path(f"{_ROUND}close/", desk_rounds.round_close_page, name="round_close"),
    path(f"{_ROUND}delete/", desk_rounds.round_delete_page, name="round_delete"),
    path(f"{_ROUND}results/", desk_results.results_page, name="results"),
    path(_TABLE, desk_results.result_page, name="result"),
    path(f"{_TABLE}confirm/", desk_results.result_confirm_page, name="result_confirm"),
    path(f"{_TABLE}undo/", desk_results.result_undo_page, name="result_undo"),
    path(f"{_ROUND}byes/<int:bye>/", desk_results.bye_page, name="bye"),
]
