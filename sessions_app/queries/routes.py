"""Which route serves a role in a scenario (TB-21)."""

from collections.abc import Mapping
from typing import Any, Protocol

from django.conf import settings

from sessions_app.models import ModelRoute, Provider
from sessions_app.rules.calls import ModelFailure, Route
from sessions_app.rules.sealing import unseal
from worldbook.queries.fixed import FixedQuery, columns, instance
from worldbook.rules.refusal import Refusal

LONGEST_CHAIN = 3


class WithRoutes(Protocol):
    """What names routes: a scenario, as stored or as it holds."""

    @property
    def routes(self) -> Mapping[str, str]:
        """Role to the name of a route."""


def route_for(role: str, scenario: WithRoutes | None = None) -> Route:
    """The route of a role with its fallbacks: the one the scenario names, else "default".

    A role for which nothing at all is set up is played by the storyteller. Raises
    ModelFailure("route_missing") where the scenario names a route that does not exist, and where
    the whole chain is switched off: another model is never chosen in silence.
    """
    wanted = (scenario.routes if scenario else {}).get(role, "default")
    row = _route(role, wanted)
    if row is None and wanted == "default":
        return Route(role=role, kind="storyteller", provider="storyteller", model="storyteller")
    route = route_of(row) if row else None
    if route is None:
        raise ModelFailure("route_missing", f"{role}/{wanted}")
    return route


def route_of(row: ModelRoute | None, depth: int = LONGEST_CHAIN) -> Route | None:
    """A row as a route with its fallbacks; what is switched off is left out of the chain."""
    if row is None or depth == 0:
        return None
    fallback = route_of(_fallback(row), depth - 1)
    if not (row.enabled and row.provider.enabled):
        return fallback
    return provider_route(
        row.provider,
        role=row.role,
        name=row.name,
        model=row.model,
        temperature=row.temperature,
        reasoning=row.reasoning,
        context_window=row.context_window,
        max_output=row.max_output,
        time_limit=row.time_limit,
        price_in=row.price_in,
        price_out=row.price_out,
        fallback=fallback,
    )


_ROUTE = FixedQuery(
    lambda role, name: (
        ModelRoute.objects.filter(role=role, name=name)
        .order_by()
        .values_list(*columns(ModelRoute), *columns(Provider, "provider__"))
    ),
    str,
    str,
)


def _route(role: str, name: str) -> ModelRoute | None:
    """The route of that name with its provider."""
    for row in _ROUTE.rows(role, name):
        at = len(columns(ModelRoute))
        route = instance(ModelRoute, row[:at])
        route.provider = instance(Provider, row[at:])
        return route
    return None


def _fallback(row: ModelRoute) -> ModelRoute | None:
    """Read only where there is one: most routes have none, and joining it costs every turn."""
    if row.fallback_id is None:
        return None
    return ModelRoute.objects.select_related("provider").get(pk=row.fallback_id)


def provider_route(provider: Provider, *, role: str, model: str, **fields: Any) -> Route:
    """A route to a provider; `fields` are the rest of Route's.

    Raises ModelFailure("wrong_key") where the stored key cannot be read any more.
    """
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    key = unseal(provider.api_key_encrypted, secrets)
    if isinstance(key, Refusal):
        raise ModelFailure("wrong_key", key.reason)
    return Route(
        role=role,
        kind=provider.kind,
        provider=provider.name,
        base_url=provider.base_url,
        api_key=key,
        model=model,
        options=provider.options,
        max_concurrent=provider.max_concurrent,
        **fields,
    )
