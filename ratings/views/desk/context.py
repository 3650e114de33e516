"""What every page of the officer's desk needs around its middle (``templates/ratings/desk/base.html``).

    return render(request, "ratings/desk/runs.html", {**officer_context(here="runs"), "page": page})

A page below one of the menu's gives ``label`` (where it is) and keeps ``here``; ``between`` are the steps of the
way there that are pages too. Keys of the menu, on every page: ``O`` overview, ``L`` lists, ``E`` events, ``R``
runs, ``P`` people, ``I`` imports, ``G`` log, ``?`` the list of keys.
"""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

HERE: dict[str, str | Promise] = {
    "overview": gettext_lazy("Ratings"),
    "lists": gettext_lazy("Lists"),
    "events": gettext_lazy("Events"),
    "runs": gettext_lazy("Runs"),
    "people": gettext_lazy("People"),
    "imports": gettext_lazy("Imports"),
    "log": gettext_lazy("Log"),
}


def officer_context(
    *, here: str, label: str | Promise = "", between: Sequence[tuple[str | Promise, str]] = ()
) -> dict[str, Any]:
    crumbs: list[dict[str, Any]] = [
        {"label": _("Desk"), "url": reverse("desk:home")},
        {"label": HERE["overview"], "url": reverse("ratings_desk:overview")},
    ]
    if here != "overview":
        crumbs.append({"label": HERE[here], "url": reverse(f"ratings_desk:{here}")})
    crumbs += [{"label": words, "url": url} for words, url in between]
    if label:
        crumbs.append({"label": label, "url": ""})
    else:
        crumbs[-1]["url"] = ""
    return {"here": here, "crumbs": crumbs}
