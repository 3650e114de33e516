"""Questions about a round that write nothing: why, why not, what if, and what may still happen."""

from django.urls import path

from ..views.desk import chances, contention, explain, explore

_DIVISION = "<slug:slug>/<slug:division>/"
_ROUND = f"{_DIVISION}rounds/<int:number>/"

urlpatterns = [
    path(f"{_DIVISION}chances/", chances.chances_page, name="chances"),
    path(f"{_DIVISION}chances/<int:number>/", chances.chances_page, name="chances_after"),
    path(f"{_DIVISION}chances/<int:number>/count/", chances.chances_count_page, name="chances_count"),
    path(f"{_DIVISION}chances/<int:number>/cancel/", chances.chances_cancel_page, name="chances_cancel"),
    path(f"{_ROUND}tables/<int:table>/why/", explain.why_table, name="why"),
    path(f"{_ROUND}byes/<int:bye>/why/", explain.why_bye, name="why_bye"),
    path(f"{_ROUND}why-not/", explain.why_not, name="why_not"),
    path(f"{_ROUND}contention/", contention.contention_page, name="contention"),
    path(f"{_ROUND}explore/", explore.explore_page, name="explore"),
    path(f"{_ROUND}proof/", explain.round_proof_part, name="round_proof"),
]
