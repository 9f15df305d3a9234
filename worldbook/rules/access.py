"""Who may see and who may edit what somebody owns (AD-2)."""

from collections.abc import Mapping
from dataclasses import dataclass

ROLES = ("author", "player", "moderator", "administrator")
STAFF_ROLES = ("author", "moderator", "administrator")

NO_SHARES: Mapping[int, str] = {}


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who asks: `id` is None for nobody signed in; roles as in `ROLES`."""

    id: int | None
    roles: frozenset[str] = frozenset()

    @property
    def administrator(self) -> bool:
        """Whether everything is open to this account."""
        return "administrator" in self.roles

    @property
    def moderator(self) -> bool:
        """Whether this account may read everything that was written for the site."""
        return "moderator" in self.roles


@dataclass(frozen=True, slots=True)
class Owned:
    """Whose a thing is; visibility is "private", "shared" or "public"."""

    owner_id: int
    visibility: str


def can_read(viewer: Viewer, owned: Owned, shares: Mapping[int, str] = NO_SHARES) -> bool:
    """Whether the viewer may see the thing; `shares` is account id to "read" or "edit".

    The owner, administrators and moderators always may; a public thing is open to every account;
    a shared one to those it is shared with. Shares of a private thing rest.
    """
    if viewer.id is None:
        return False
    if viewer.id == owned.owner_id or viewer.administrator or viewer.moderator:
        return True
    if owned.visibility == "public":
        return True
    return owned.visibility == "shared" and viewer.id in shares


def can_edit(viewer: Viewer, owned: Owned, shares: Mapping[int, str] = NO_SHARES) -> bool:
    """Whether the viewer may change the thing: the owner, administrators, and edit shares."""
    if viewer.id is None:
        return False
    if viewer.id == owned.owner_id or viewer.administrator:
        return True
    return owned.visibility != "private" and shares.get(viewer.id) == "edit"


def can_own(viewer: Viewer, owned: Owned) -> bool:
    """Whether the viewer may share, hand over or delete the thing: owner and administrators."""
    return viewer.id is not None and (viewer.id == owned.owner_id or viewer.administrator)


def can_author(viewer: Viewer) -> bool:
    """Whether the viewer may make worlds and lorebooks: authors and administrators."""
    return viewer.administrator or "author" in viewer.roles
