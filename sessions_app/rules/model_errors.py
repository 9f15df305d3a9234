"""Which failure an answer of a model service is: by HTTP status and by what it says (TB-4)."""

import re
from datetime import datetime
from email.utils import parsedate_to_datetime

from sessions_app.rules.calls import ModelFailure

RETRYABLE = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529})
BUSY = frozenset({429, 503, 529})
LATE = frozenset({408, 504, 524})
DETAIL_LENGTH = 600

OVERFLOW = re.compile(
    r"context[_ ](length|window|size)|maximum context|exceed[_ a-z]*context|too many tokens"
    r"|prompt is too long|input (is )?too long|reduce the length",
    re.IGNORECASE,
)
QUOTA = re.compile(
    r"insufficient[_ ](quota|balance|credit|funds)|exceeded your current quota|billing"
    r"|out of credit|payment required|arrear",
    re.IGNORECASE,
)
KEY = re.compile(
    r"(invalid|incorrect|wrong|missing|no)[ _a-z]{0,12}api[ _-]?key|unauthori[sz]ed"
    r"|authentication|invalid_api_key",
    re.IGNORECASE,
)
BUSY_WORDS = re.compile(r"rate[ _-]?limit|overloaded|too many requests|capacity", re.IGNORECASE)


def failure_of(
    status: int, said: str, *, code: str = "", retry_after: float | None = None
) -> ModelFailure:
    """The failure that an error answer means; `status` 0 where the error came inside the stream."""
    if not status and re.fullmatch(r"[1-5][0-9]{2}", code):
        status = int(code)
    words = f"{code} {said}"
    detail = f"HTTP {status}: {said}" if status else said
    name = _code(status, words)
    retryable = name not in ("wrong_key", "over_quota", "context_overflow") and (
        status in RETRYABLE or (status == 0 and name == "rate_limited")
    )
    return ModelFailure(
        name, detail[:DETAIL_LENGTH].strip(), retryable=retryable, retry_after=retry_after
    )


def _code(status: int, words: str) -> str:
    if status == 402 or QUOTA.search(words):
        return "over_quota"
    if status in (401, 403) or (status in (0, 400) and KEY.search(words)):
        return "wrong_key"
    if status in BUSY or (status < 400 and BUSY_WORDS.search(words)):
        return "rate_limited"
    if OVERFLOW.search(words) or status == 413:
        return "context_overflow"
    return "time_limit" if status in LATE else "bad_response"


def seconds_to_wait(header: str, now: datetime) -> float | None:
    """A Retry-After header in seconds: a number, or a date from which `now` is taken."""
    text = header.strip()
    if not text:
        return None
    if re.fullmatch(r"\d+(\.\d+)?", text):
        return float(text)
    try:
        until = parsedate_to_datetime(text)
    except ValueError:
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=now.tzinfo)
    return max(0.0, (until - now).total_seconds())
