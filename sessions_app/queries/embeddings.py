"""Which embedding serves: the site's, a scenario's, or the one that made an index (CP-4, WB-16)."""

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as release_of

from django.db.models import QuerySet

from sessions_app.models import ModelRoute
from sessions_app.queries.routes import WithRoutes, provider_route
from sessions_app.rules.calls import ModelFailure
from sessions_app.rules.embeddings import LOCAL_DIMENSIONS, LOCAL_MODEL, ROLE, EmbeddingRoute
from sessions_app.rules.provider_options import read_options
from worldbook.rules.refusal import Refusal


def embedding_for(scenario: WithRoutes | None = None) -> EmbeddingRoute:
    """The embedding of a scenario, else the route "default", else the model of the install.

    Raises ModelFailure("route_missing") where the named route is not there or switched off, and
    "bad_response" where it does not say how many dimensions its vectors have.
    """
    wanted = (scenario.routes if scenario else {}).get(ROLE, "default")
    row = _rows().filter(name=wanted).first()
    if row is not None:
        return _of_row(row)
    if wanted != "default":
        raise ModelFailure("route_missing", f"{ROLE}/{wanted}")
    return local_embedding()


def local_embedding() -> EmbeddingRoute:
    """The model that comes with the install; it is not loaded here."""
    try:
        return EmbeddingRoute(LOCAL_DIMENSIONS, release_of(LOCAL_MODEL))
    except PackageNotFoundError as error:
        raise ModelFailure("route_missing", f"{LOCAL_MODEL} is not installed") from error


def site_embedding() -> str:
    """The version that new indexes are made in; "" where no embedding can be had."""
    try:
        return embedding_for().version
    except ModelFailure:
        return ""


def embedding_of_version(version: str) -> EmbeddingRoute:
    """The embedding that makes vectors of a version. Raises ModelFailure("route_missing")."""
    for row in _rows():
        try:
            found = _of_row(row)
        except ModelFailure:
            continue
        if found.version == version:
            return found
    local = local_embedding()
    if local.version == version:
        return local
    raise ModelFailure("route_missing", version)


def _rows() -> QuerySet[ModelRoute]:
    return ModelRoute.objects.filter(role=ROLE).select_related("provider").order_by("name")


def _of_row(row: ModelRoute) -> EmbeddingRoute:
    if not (row.enabled and row.provider.enabled):
        raise ModelFailure("route_missing", f"{ROLE}/{row.name}")
    if row.provider.kind != row.provider.Kind.OPENAI:
        raise ModelFailure("bad_response", f"{row.provider} makes no vectors")
    options = read_options(row.provider.options)
    if isinstance(options, Refusal) or not options.dimensions:
        raise ModelFailure("bad_response", f"{row.provider}: the option dimensions is not set")
    route = provider_route(row.provider, role=ROLE, name=row.name, model=row.model)
    return EmbeddingRoute(options.dimensions, route=route)
