"""Rounds and results."""

from django.urls import path

from ..views.desk import drafts, published, results, rounds, sheets

_ROUND = "<slug:slug>/<slug:division>/rounds/<int:number>/"
_TABLE = f"{_ROUND}tables/<int:table>/"

urlpatterns = [
    path(_ROUND, rounds.round_page, name="round"),
    path(f"{_ROUND}pair/", rounds.round_pair_page, name="round_pair"),
    path(f"{_ROUND}swap/", drafts.round_swap_page, name="round_swap"),
    path(f"{_ROUND}move/", drafts.round_move_page, name="round_move"),
    path(f"{_ROUND}lock/", drafts.round_lock_page, name="round_lock"),
    path(f"{_ROUND}rest/", drafts.round_rest_page, name="round_rest"),
    path(f"{_ROUND}undo/", drafts.round_undo_page, name="round_undo"),
    path(f"{_ROUND}relax/", drafts.round_relax_page, name="round_relax"),
    path(f"{_ROUND}publish/", rounds.round_publish_page, name="round_publish"),
    path(f"{_ROUND}correct/", published.round_correct_page, name="round_correct"),
    path(f"{_ROUND}close/", rounds.round_close_page, name="round_close"),
    path(f"{_ROUND}delete/", rounds.round_delete_page, name="round_delete"),
    path(f"{_ROUND}results/", results.results_page, name="results"),
    path(_TABLE, results.result_page, name="result"),
    path(f"{_TABLE}sheet/", sheets.sheet_page, name="sheet"),
    path(f"{_TABLE}sheet/record/", sheets.record_page, name="sheet_record"),
    path(f"{_TABLE}confirm/", results.result_confirm_page, name="result_confirm"),
    path(f"{_TABLE}settle/", results.result_settle_page, name="result_settle"),
    path(f"{_TABLE}undo/", results.result_undo_page, name="result_undo"),
    path(f"{_ROUND}byes/<int:bye>/", results.bye_page, name="bye"),
]
