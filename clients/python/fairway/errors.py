"""Errors of the client. This file is written by hand."""

from __future__ import annotations

from typing import Optional


class FairwayError(Exception):
    """A call failed. ``detail`` says what is wrong and how to fix it."""

    def __init__(
        self,
        detail: str,
        *,
        status: int = 0,
        code: Optional[str] = None,
        busy: bool = False,
        retry_after: Optional[float] = None,
        request_id: Optional[str] = None,
        is_timeout: bool = False,
        attempts: int = 1,
    ) -> None:
        super().__init__(f"{status}: {detail}" if status else detail)
        self.detail = detail
        # Status of the last reply, or 0 if there was none.
        self.status = status
        # Error code, such as "not-snapped". None if the reply is not from the service.
        self.code = code
        # Whether the same request may succeed later.
        self.busy = busy
        # Seconds to wait, as requested by the service.
        self.retry_after = retry_after
        # Id that operators can use to find the request in their log.
        self.request_id = request_id
        self.is_timeout = is_timeout
        self.attempts = attempts
