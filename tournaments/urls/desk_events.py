"""Events, divisions, registration, staff and the log."""

from django.urls import path

from ..views import desk_divisions, desk_entries, desk_entry, desk_events, desk_import, desk_log, desk_staff

urlpatterns = [
    path("", desk_events.home, name="home"),
    path("new/", desk_events.event_new, name="event_new"),
    path("<slug:slug>/", desk_events.event, name="event"),
    path("<slug:slug>/edit/", desk_events.event_edit, name="event_edit"),
    path("<slug:slug>/delete/", desk_events.event_delete, name="event_delete"),
    path("<slug:slug>/staff/", desk_staff.staff, name="staff"),
    path("<slug:slug>/staff/invite-player/", desk_staff.invite, name="invite"),
    path("<slug:slug>/staff/invitations/<int:pk>/revoke/", desk_staff.uninvite, name="uninvite"),
    path("<slug:slug>/staff/roles/<int:pk>/revoke/", desk_staff.take_role, name="role_revoke"),
    path("<slug:slug>/staff/people/<int:pk>/reset/", desk_staff.reset, name="reset_link"),
    path("<slug:slug>/log/", desk_log.log, name="log"),
    path("<slug:slug>/log/csv/", desk_log.log_csv, name="log_csv"),
    path("<slug:slug>/divisions/new/", desk_divisions.division_new, name="division_new"),
    path("<slug:slug>/<slug:division>/settings/", desk_divisions.division_edit, name="division_edit"),
    path("<slug:slug>/<slug:division>/entries/", desk_entries.entries, name="entries"),
    path("<slug:slug>/<slug:division>/entries/new/", desk_entries.entry_new, name="entry_new"),
    path("<slug:slug>/<slug:division>/entries/import/", desk_import.entries_import, name="entries_import"),
    path("<slug:slug>/<slug:division>/entries/number/", desk_entries.entries_renumber, name="entries_number"),
    path("<slug:slug>/<slug:division>/entries/<int:number>/", desk_entry.entry, name="entry"),
    path("<slug:slug>/<slug:division>/entries/<int:number>/withdraw/", desk_entry.withdraw, name="entry_withdraw"),
    path("<slug:slug>/<slug:division>/entries/<int:number>/missed/", desk_entry.missed, name="entry_missed"),
    path("<slug:slug>/<slug:division>/entries/<int:number>/return/", desk_entry.bring_back, name="entry_return"),
    path("<slug:slug>/<slug:division>/entries/<int:number>/remove/", desk_entry.remove, name="entry_remove"),
]
