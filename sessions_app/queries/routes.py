"""Which route serves a role in a scenario (TB-21)."""

from typing import Protocol

from django.conf import settings

from sessions_app.models import ModelRoute
from sessions_app.rules.calls import ModelFailure, Route, Secret
from sessions_app.rules.sealing import unseal
from worldbook.rules.refusal import Refusal

LONGEST_CHAIN = 3
_CHAIN = ("provider", "fallback__provider", "fallback__fallback__provider")


class WithRoutes(Protocol):
    """What names routes: a scenario, as stored or as it holds."""

    @property
    def routes(self) -> "dict[str, str]":
        """Role to the name of a route."""


def route_for(role: str, scenario: WithRoutes | None = None) -> Route:
    """The route of a role with its fallbacks: the one the scenario names, else "default".

    A role for which nothing at all is set up is played by the storyteller. Raises
    ModelFailure("route_missing") where the scenario names a route that does not exist, and where
    the whole chain is switched off: another model is never chosen in silence.
    """
    wanted = (scenario.routes if scenario else {}).get(role, "default")
    row = ModelRoute.objects.select_related(*_CHAIN).filter(role=role, name=wanted).first()
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
    fallback = route_of(row.fallback, depth - 1)
    if not (row.enabled and row.provider.enabled):
        return fallback
    return Route(
        role=row.role,
        kind=row.provider.kind,
        name=row.name,
        provider=row.provider.name,
        base_url=row.provider.base_url,
        api_key=_key(row),
        model=row.model,
        temperature=row.temperature,
        reasoning=row.reasoning,
        context_window=row.context_window,
        max_output=row.max_output,
        time_limit=row.time_limit,
        options=row.provider.options,
        max_concurrent=row.provider.max_concurrent,
        price_in=row.price_in,
        price_out=row.price_out,
        fallback=fallback,
    )


def _key(row: ModelRoute) -> Secret:
    """The provider's key. Raises ModelFailure("wrong_key") where it cannot be read any more."""
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    key = unseal(row.provider.api_key_encrypted, secrets)
    if isinstance(key, Refusal):
        raise ModelFailure("wrong_key", key.reason)
    return key
