"""Which route serves a role in a scenario (TB-21)."""

from sessions_app.models import ModelRoute, Scenario
from sessions_app.rules.calls import Route


def route_for(role: str, scenario: Scenario | None = None) -> Route:
    """The route of a role: the scenario's choice, else the default one, else the storyteller."""
    wanted = (scenario.routes if scenario else {}).get(role, "default")
    row = ModelRoute.objects.select_related("provider").filter(role=role, name=wanted).first()
    if row is None:
        return Route(role=role, kind="storyteller", provider="storyteller")
    return Route(role=role, kind=row.provider.kind, name=row.name, provider=row.provider.name)
