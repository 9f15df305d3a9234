"""Start and stop the embedded servers a site's settings ask for (OP-1)."""

from dataclasses import dataclass

from rpsite.services.paths import ServicePaths
from rpsite.services.postgres_server import PostgresServer
from rpsite.services.redis_server import RedisServer


@dataclass(frozen=True)
class Embedded:
    """The site's embedded servers; a server named in the environment is None here."""

    postgres: PostgresServer | None
    redis: RedisServer | None

    @property
    def servers(self) -> list[tuple[str, PostgresServer | RedisServer]]:
        """Those there are, in the order of their start."""
        named = [("postgres", self.postgres), ("redis", self.redis)]
        return [(name, server) for name, server in named if server is not None]

    def ensure(self) -> list[str]:
        """Make sure all of them run; returns the names of those started now. Idempotent."""
        return [name for name, server in self.servers if server.ensure()]

    def stop(self) -> None:
        """Stop them; they have written everything down when this returns."""
        for _name, server in reversed(self.servers):
            server.stop()


def embedded(paths: ServicePaths, *, postgres: bool, redis: bool) -> Embedded:
    """Return the servers for these folders, as far as they are asked for."""
    return Embedded(
        PostgresServer(paths) if postgres else None, RedisServer(paths) if redis else None
    )
