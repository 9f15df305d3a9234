"""What can go wrong with an embedded service, said so that a person can act on it."""


class ServiceError(RuntimeError):
    """A service could not be started or stopped; the text says why and where its log is."""
