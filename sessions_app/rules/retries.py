"""Whether a failed call is tried again, and after how long (CP-3)."""

from sessions_app.rules.calls import ModelFailure

FIRST_WAIT = 1.0
LONGEST_WAIT = 30.0
ONCE_ONLY = frozenset({"empty_completion", "time_limit"})


def wait_before_retry(failure: ModelFailure, failed: int, allowed: int) -> float | None:
    """Seconds to wait before the next try; None: give up.

    `failed` counts the tries so far, this one included; `allowed` are retries beyond the first
    try. Waits double from 1 s to 30 s; Retry-After is respected, and where it asks for more
    than 30 s the player is told instead of kept waiting. An empty answer and a call that ran
    into its time limit are tried again once.
    """
    most = min(allowed, 1) if failure.code in ONCE_ONLY else allowed
    if not failure.retryable or failed > most:
        return None
    if failure.retry_after is not None:
        return failure.retry_after if failure.retry_after <= LONGEST_WAIT else None
    if failure.code in ONCE_ONLY:
        return 0.0
    return min(FIRST_WAIT * (1 << (failed - 1)), LONGEST_WAIT)
