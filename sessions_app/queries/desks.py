"""What lies on the desk of whoever enters the writing room: one's own work, or the site's (AD-2)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Max, OuterRef, Prefetch, Q, QuerySet, Subquery

from sessions_app.models import ModelCall, ModelRoute, Provider, Session, SessionPin, Take
from sessions_app.queries.stories import readable_stories
from sessions_app.rules.calls import FAILURES
from worldbook.models import EntryNotice, Job, Lorebook, Revision, User
from worldbook.queries.books import with_draft_state
from worldbook.queries.lint_counts import known_lint
from worldbook.queries.visible import work_books

Json = dict[str, Any]

SHOWN = 8
"""Rows of each list; the rest is a click away."""
DAY = timedelta(days=1)
TURN_WAITS = timedelta(minutes=1)
JOB_WAITS = timedelta(minutes=5)


def author_desk(user: User) -> Json:
    """The books the account works with, last changed first, and stories that read them.

    `books` are rows with `entry_count`, `draft_differs`, `story_count` and `lint` (LintCount, or
    None while it is not known); `stories` are those of them the account may read; `others`
    counts the rest; `notices` those not seen yet.
    """
    mine = work_books(user)
    books = list(
        with_draft_state(mine)
        .annotate(story_count=Count("session_pins", distinct=True))
        .select_related("owner")
        .order_by("-draft_changed_at", "-id")[:SHOWN]
    )
    for book in books:
        book.lint = known_lint(book)  # type: ignore[attr-defined]
    readers = Session.objects.filter(pins__book__in=mine).distinct()
    own = readers.filter(pk__in=readable_stories(user).values("pk"))
    return {
        "books": books,
        "more_books": max(0, mine.count() - len(books)),
        "stories": list(_stories(own)),
        "others": readers.count() - own.count(),
        "notices": EntryNotice.objects.filter(book__in=mine, seen_at=None).count(),
    }


def _stories(stories: QuerySet[Session]) -> QuerySet[Session]:
    """The last played of some stories, with what they read (`pins`)."""
    pins = SessionPin.objects.select_related("book", "revision").defer("revision__body")
    return (
        stories.select_related("owner", "world", "head__turn")
        .prefetch_related(Prefetch("pins", pins))
        .order_by("-played_at", "-id")[:SHOWN]
    )


def moderator_desk(now: datetime) -> Json:
    """What goes on: stories played last, revisions published last, and numbers of the last day."""
    published = Revision.objects.select_related("book__owner", "published_by").defer("body")
    return {
        "stories": list(_stories(Session.objects.all())),
        "published": list(published.order_by("-published_at", "-id")[:SHOWN]),
        "played": Session.objects.filter(played_at__gte=now - DAY).count(),
        "players": Session.objects.filter(played_at__gte=now - DAY)
        .values("owner")
        .distinct()
        .count(),
        "public_books": Lorebook.objects.filter(visibility="public").count(),
    }


def administrator_desk(now: datetime) -> Json:
    """How the site does: its providers, calls that fail, jobs and turns that wait too long."""
    since = now - DAY
    waiting = Take.objects.filter(status=Take.Status.QUEUED, created_at__lt=now - TURN_WAITS)
    jobs = Job.objects.filter(state=Job.State.QUEUED, created_at__lt=now - JOB_WAITS)
    return {
        "providers": _providers(since),
        "failures": _failures(since),
        "failed_jobs": list(
            Job.objects.filter(state=Job.State.FAILED, ended_at__gte=since).order_by("-id")[:SHOWN]
        ),
        "waiting_turns": waiting.count(),
        "waiting_jobs": jobs.count(),
        "accounts": User.objects.filter(is_active=True).count(),
    }


def _providers(since: datetime) -> Sequence[Provider]:
    """Every provider with `route_count`, `last_outcome`, and `calls` and `failed` since then.

    Calls know their provider by name only, as it was when they were made.
    """
    calls = ModelCall.objects.filter(provider=OuterRef("name")).order_by("-id")
    routes = ModelRoute.objects.filter(provider=OuterRef("pk"), enabled=True).order_by()
    rows = list(
        Provider.objects.annotate(
            last_outcome=Subquery(calls.values("outcome")[:1]),
            route_count=Subquery(routes.values("provider").annotate(n=Count("pk")).values("n")[:1]),
        ).order_by("-enabled", "name")
    )
    counted: dict[str, Json] = {
        row["provider"]: dict(row)
        for row in ModelCall.objects.filter(started_at__gte=since)
        .order_by()
        .values("provider")
        .annotate(calls=Count("pk"), failed=Count("pk", filter=_failed()))
    }
    for provider in rows:
        numbers = counted.get(provider.name, {})
        provider.calls = numbers.get("calls", 0)  # type: ignore[attr-defined]
        provider.failed = numbers.get("failed", 0)  # type: ignore[attr-defined]
    return rows


def _failed() -> Q:
    """Calls that went wrong; one that somebody stopped did not."""
    return Q(outcome__in=[code for code in FAILURES if code != "cancelled"])


def _failures(since: datetime) -> list[Json]:
    """Kinds of failing calls since then, most frequent first, with the last one's own words."""
    last = ModelCall.objects.filter(
        provider=OuterRef("provider"), outcome=OuterRef("outcome")
    ).order_by("-id")
    rows = (
        ModelCall.objects.filter(_failed(), started_at__gte=since)
        .order_by()
        .values("provider", "outcome")
        .annotate(
            count=Count("pk"),
            last_at=Max("started_at"),
            detail=Subquery(last.values("detail")[:1]),
        )
        .order_by("-count", "provider", "outcome")[:SHOWN]
    )
    return [dict(row) for row in rows]
