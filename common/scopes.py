"""What a token may be made for. It never lets its owner do more than the owner may."""

from django.utils.translation import gettext_lazy as _

READ = "pairing:read"
GAME_READ = "game:read"
RECORD = "game:record"
RESULT = "result:submit"
CONFIRM = "result:confirm"
DIRECT = "tournament:direct"

#: Scope → what it is for. Every one of them includes reading what its owner may read.
SCOPES = {
    READ: _("read the events of its owner, drafts included where the owner sees them"),
    GAME_READ: _("read games and their scoresheets, racks included where the owner sees them"),
    RECORD: _("record games, move by move"),
    RESULT: _("send results of games"),
    CONFIRM: _("confirm results that others have sent"),
    DIRECT: _("everything its owner may do in an event: register, pair, publish, correct, settings"),
}
