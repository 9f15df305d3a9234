"""The front page of the writing room: what each role is looking for when it comes in (AD-2)."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rpsite.health import database_ready, migrations_applied, redis_ready
from sessions_app.queries.desks import administrator_desk, author_desk, moderator_desk
from sessions_app.queries.failures import REASONS
from worldbook.queries.roles import signed_in, viewer_of
from worldbook.rules.access import can_author

Json = dict[str, Any]


def front_page(request: HttpRequest, context: Json) -> Json:
    """Add the desks of whoever asks: `author`, `moderator` and `administrator`, None where not.

    The theme calls this for the admin's index, which only staff may open.
    """
    user, now = signed_in(request.user), timezone.now()
    viewer = viewer_of(user)
    site = viewer.administrator
    return context | {
        "title": _("Writing room"),
        "author": author_desk(user) if can_author(viewer) else None,
        "moderator": moderator_desk(now) if viewer.moderator or site else None,
        "administrator": _site(administrator_desk(now)) if site else None,
    }


def _site(desk: Json) -> Json:
    """The administrator's desk with the state of the services and failures in words."""
    failures = [
        {**row, "reason": REASONS.get(row["outcome"], row["outcome"])} for row in desk["failures"]
    ]
    return desk | {"health": _health(desk), "failures": failures}


def _health(desk: Json) -> list[Json]:
    """What the site needs, each `{name, good, said}`."""
    database, redis = database_ready(), redis_ready()
    current = database and migrations_applied()
    turns, jobs = desk["waiting_turns"], desk["waiting_jobs"]
    return [
        _check(_("Database"), good=database, bad=_("does not answer")),
        _check(_("Tables"), good=current, bad=_("migrations are missing: run manage.py migrate")),
        _check(_("Redis"), good=redis, bad=_("does not answer; pages do not update by themselves")),
        _check(
            _("Turn runner"),
            good=not turns,
            bad=ngettext(
                "%(count)d answer has waited for more than a minute",
                "%(count)d answers have waited for more than a minute",
                turns,
            )
            % {"count": turns},
        ),
        _check(
            _("Background jobs"),
            good=not jobs,
            bad=ngettext(
                "%(count)d job has waited for more than five minutes",
                "%(count)d jobs have waited for more than five minutes",
                jobs,
            )
            % {"count": jobs},
        ),
    ]


def _check(name: str, *, good: bool, bad: str) -> Json:
    return {"name": name, "good": good, "said": _("in order") if good else bad}
