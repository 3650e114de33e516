"""Events, divisions, registration, staff and the log."""

from django.urls import path

from ..views.desk import devices, divisions, entries, entry, events, log, pins, roster_import, schedule, staff

urlpatterns = [
    path("", events.home, name="home"),
    path("new/", events.event_new, name="event_new"),
    path("<slug:slug>/", events.event, name="event"),
    path("<slug:slug>/edit/", events.event_edit, name="event_edit"),
    path("<slug:slug>/delete/", events.event_delete, name="event_delete"),
    path("<slug:slug>/staff/", staff.staff, name="staff"),
    path("<slug:slug>/staff/invite-player/", staff.invite, name="invite"),
    path("<slug:slug>/staff/invitations/<int:pk>/revoke/", staff.uninvite, name="uninvite"),
    path("<slug:slug>/staff/roles/<int:pk>/revoke/", staff.take_role, name="role_revoke"),
    path("<slug:slug>/staff/people/<int:pk>/reset/", staff.reset, name="reset_link"),
    path("<slug:slug>/devices/", devices.devices, name="devices"),
    path("<slug:slug>/devices/new/", devices.device_new, name="device_new"),
    path("<slug:slug>/devices/tables/", devices.device_tables, name="device_tables"),
    path("<slug:slug>/devices/codes/", devices.device_codes, name="device_codes"),
    path("<slug:slug>/devices/revoke/", devices.devices_end, name="devices_end"),
    path("<slug:slug>/devices/<int:pk>/", devices.device, name="device"),
    path("<slug:slug>/devices/<int:pk>/code/", devices.device_new_code, name="device_code"),
    path("<slug:slug>/devices/<int:pk>/roll/", devices.device_roll, name="device_roll"),
    path("<slug:slug>/devices/<int:pk>/revoke/", devices.device_end, name="device_end"),
    path("<slug:slug>/log/", log.log, name="log"),
    path("<slug:slug>/log/csv/", log.log_csv, name="log_csv"),
    path("<slug:slug>/divisions/new/", divisions.division_new, name="division_new"),
    path("<slug:slug>/<slug:division>/settings/", divisions.division_edit, name="division_edit"),
    path("<slug:slug>/<slug:division>/schedule/", schedule.schedule, name="schedule"),
    path("<slug:slug>/<slug:division>/pins/", pins.pins, name="pins"),
    path("<slug:slug>/<slug:division>/entries/<int:number>/pin/", pins.reset, name="pin_reset"),
    path("<slug:slug>/<slug:division>/entries/", entries.entries, name="entries"),
    path("<slug:slug>/<slug:division>/entries/new/", entries.entry_new, name="entry_new"),
    path("<slug:slug>/<slug:division>/entries/import/", roster_import.entries_import, name="entries_import"),
    path("<slug:slug>/<slug:division>/entries/number/", entries.entries_renumber, name="entries_number"),
    path("<slug:slug>/<slug:division>/entries/<int:number>/", entry.entry, name="entry"),
    path("<slug:slug>/<slug:division>/entries/<int:number>/withdraw/", entry.withdraw, name="entry_withdraw"),
    path("<slug:slug>/<slug:division>/entries/<int:number>/missed/", entry.missed, name="entry_missed"),
    path("<slug:slug>/<slug:division>/entries/<int:number>/return/", entry.bring_back, name="entry_return"),
    path("<slug:slug>/<slug:division>/entries/<int:number>/remove/", entry.remove, name="entry_remove"),
]
