"""Connections, retries and errors of the client. This file is written by hand."""

from __future__ import annotations

import email.utils
import http.client
import json
import random
import socket
import ssl
import threading
import time
from dataclasses import dataclass
from typing import Any, Dict, Iterator, Mapping, Optional, Self, Tuple, Union
from urllib.parse import quote, urlencode, urlsplit

from .errors import FairwayError

# A connection that was idle for longer is not reused, because the service or a proxy may have closed it.
_MAX_IDLE_SECONDS = 30.0
_FIRST_DELAY_SECONDS = 0.25
_MAX_DELAY_SECONDS = 30.0
_BUSY_STATUSES = frozenset((429, 502, 503))

_Connection = Union[http.client.HTTPConnection, http.client.HTTPSConnection]


@dataclass(frozen=True)
class Event:
    """Event of a stream: ``live``, ``removed`` or ``reset``."""

    type: str
    id: Optional[str]
    data: Any


class Transport:
    """Sends requests, repeats them if that is safe, and reports every failure as ``FairwayError``.

    One client can be used by several threads. Each thread has its own connection.
    """

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        timeout: float = 30.0,
        retries: int = 2,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"base_url must be an http or https URL, such as http://localhost:8080, not {base_url!r}")
        if timeout <= 0:
            raise ValueError(f"timeout must be greater than 0 seconds, not {timeout}")
        if retries < 0:
            raise ValueError(f"retries must be 0 or more, not {retries}")
        self._is_secure = parts.scheme == "https"
        self._host = parts.hostname
        self._port = parts.port
        self._prefix = parts.path.rstrip("/")
        self._api_key = api_key
        self._timeout = timeout
        self._retries = retries
        self._ssl_context = ssl_context
        self._local = threading.local()
        self._lock = threading.Lock()
        self._open: "set[_Connection]" = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections of all threads. A later call opens a new one."""
        with self._lock:
            connections, self._open = self._open, set()
        for connection in connections:
            connection.close()
        self._local = threading.local()

    @staticmethod
    def path(template: str, *values: str) -> str:
        """Insert values into a path. A slash in a value does not start a new segment."""
        for value in values:
            start, end = template.index("{"), template.index("}")
            template = template[:start] + quote(str(value), safe="") + template[end + 1 :]
        return template

    def call(self, method: str, path: str, **options: Any) -> Any:
        """Return the JSON of a reply."""
        text, headers, status, attempts = self._request(method, path, **options)
        try:
            return json.loads(text)
        except ValueError as cause:
            detail = f"{method} {path} returned a reply that is not JSON; check that base_url is the URL of the service"
            raise FairwayError(
                detail, status=status, request_id=headers.get("x-request-id"), attempts=attempts
            ) from cause

    def call_text(self, method: str, path: str, **options: Any) -> str:
        """Return a reply as it is."""
        return self._request(method, path, **options)[0]

    def pages(self, field: str, method: str, path: str, **options: Any) -> Iterator[Any]:
        """Yield the items of all pages."""
        query = dict(options.pop("query", {}))
        while True:
            page = self.call(method, path, query=query, **options)
            yield from page[field]
            following = page.get("next")
            if following is None:
                return
            if following == query.get("after"):
                raise FairwayError(f"{method} {path}: the page after {following} names itself as the next page", status=200)
            query["after"] = following

    def stream(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        idempotent: bool = True,
        timeout: Optional[float] = None,
        last_event_id: Optional[str] = None,
        is_single: bool = False,
    ) -> Iterator[Event]:
        """Yield events until the service ends the stream. A broken stream continues after its last event.

        ``timeout`` limits the silence between two messages. The service sends one at least every 30 seconds.
        """
        failures = 0
        while True:
            connection = self._connect(timeout if timeout is not None else max(self._timeout, 60.0))
            headers = self._headers(None, {"Accept": "text/event-stream"})
            if last_event_id is not None:
                headers["Last-Event-ID"] = last_event_id
            try:
                connection.request(method, self._target(path, query), headers=headers)
                reply = connection.getresponse()
                if reply.status == 204:
                    return
                if reply.status != 200:
                    raise self._error(method, path, reply, reply.read(), failures + 1)
                for event in _parse_events(reply):
                    failures = 0
                    last_event_id = event.id if event.id is not None else last_event_id
                    yield event
                    if event.type == "removed" and is_single:
                        return
                if query is not None and query.get("seconds") is not None:
                    return
                failure: Optional[FairwayError] = None
            except FairwayError as error:
                failure = error
                if error.status not in _BUSY_STATUSES:
                    raise
            except (OSError, http.client.HTTPException) as cause:
                failure = self._network_error(method, path, cause, failures + 1)
            finally:
                connection.close()
            failures += 1
            if failure is not None and failures > self._retries:
                raise failure
            time.sleep(_delay(failures, failure.retry_after if failure else None))

    def _request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        idempotent: bool = False,
        timeout: Optional[float] = None,
    ) -> Tuple[str, "http.client.HTTPMessage", int, int]:
        payload = None if body is None else json.dumps(body, allow_nan=False).encode()
        limit = timeout if timeout is not None else self._timeout
        deadline = time.monotonic() + limit
        attempts = 0
        while True:
            attempts += 1
            failure, result = self._attempt(method, path, query, payload, deadline, limit, attempts)
            if result is not None:
                return result
            assert failure is not None
            pause = _delay(attempts, failure.retry_after)
            if attempts > self._retries or not _can_retry(failure, idempotent):
                raise failure
            if time.monotonic() + pause >= deadline:
                raise failure
            time.sleep(pause)

    def _attempt(
        self,
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]],
        payload: Optional[bytes],
        deadline: float,
        limit: float,
        attempts: int,
    ) -> "Tuple[Optional[FairwayError], Optional[Tuple[str, http.client.HTTPMessage, int, int]]]":
        remaining = deadline - time.monotonic()
        if remaining <= 0:
            return self._timeout_error(method, path, limit, attempts), None
        connection = self._reusable_connection(remaining)
        try:
            connection.request(method, self._target(path, query), body=payload, headers=self._headers(payload, {}))
            reply = connection.getresponse()
            content = reply.read()
        except (socket.timeout, TimeoutError):
            self._discard(connection)
            return self._timeout_error(method, path, limit, attempts), None
        except (OSError, http.client.HTTPException) as cause:
            self._discard(connection)
            return self._network_error(method, path, cause, attempts), None
        self._local.used = time.monotonic()
        if reply.will_close:
            self._discard(connection)
        if not 200 <= reply.status < 300:
            return self._error(method, path, reply, content, attempts), None
        return None, (content.decode(), reply.headers, reply.status, attempts)

    def _target(self, path: str, query: Optional[Mapping[str, Any]]) -> str:
        values = [(name, _query_text(value)) for name, value in (query or {}).items() if value is not None]
        return self._prefix + path + (f"?{urlencode(values)}" if values else "")

    def _headers(self, payload: Optional[bytes], extra: Dict[str, str]) -> Dict[str, str]:
        headers = {"Accept": "*/*", "User-Agent": "fairway-python", **extra}
        if payload is not None:
            headers["Content-Type"] = "application/json"
        if self._api_key is not None:
            headers["X-API-Key"] = self._api_key
        return headers

    def _connect(self, timeout: float) -> _Connection:
        if self._is_secure:
            return http.client.HTTPSConnection(self._host, self._port, timeout=timeout, context=self._ssl_context)
        return http.client.HTTPConnection(self._host, self._port, timeout=timeout)

    def _reusable_connection(self, timeout: float) -> _Connection:
        connection: Optional[_Connection] = getattr(self._local, "connection", None)
        if connection is not None and time.monotonic() - self._local.used > _MAX_IDLE_SECONDS:
            self._discard(connection)
            connection = None
        if connection is None:
            connection = self._connect(timeout)
            self._local.connection = connection
            self._local.used = time.monotonic()
            with self._lock:
                self._open.add(connection)
        connection.timeout = timeout
        if connection.sock is not None:
            connection.sock.settimeout(timeout)
        return connection

    def _discard(self, connection: _Connection) -> None:
        connection.close()
        self._local.connection = None
        with self._lock:
            self._open.discard(connection)

    def _error(
        self, method: str, path: str, reply: http.client.HTTPResponse, content: bytes, attempts: int
    ) -> FairwayError:
        busy, detail = reply.status in _BUSY_STATUSES, f"{method} {path} answered {reply.status} {reply.reason}"
        try:
            problem = json.loads(content)
            if isinstance(problem["busy"], bool) and isinstance(problem["detail"], str):
                busy, detail = problem["busy"], problem["detail"]
        except (ValueError, KeyError, TypeError):
            pass  # Replies of proxies have no error object.
        return FairwayError(
            detail,
            status=reply.status,
            code=reply.headers.get("x-error-code"),
            busy=busy,
            retry_after=_retry_after(reply.headers),
            request_id=reply.headers.get("x-request-id"),
            attempts=attempts,
        )

    def _network_error(self, method: str, path: str, cause: Exception, attempts: int) -> FairwayError:
        host = self._host if self._port is None else f"{self._host}:{self._port}"
        reason = str(cause) or type(cause).__name__
        error = FairwayError(
            f"{method} {path}: {host} could not be reached ({reason}); "
            "check that the service is running and that base_url is correct",
            busy=True,
            attempts=attempts,
        )
        error.__cause__ = cause
        return error

    def _timeout_error(self, method: str, path: str, limit: float, attempts: int) -> FairwayError:
        detail = f"{method} {path} got no reply within {limit:g} s; increase timeout"
        return FairwayError(detail, busy=True, is_timeout=True, attempts=attempts)


def _can_retry(failure: FairwayError, idempotent: bool) -> bool:
    # A request that gets a 429 is rejected before any work is done. After 502, 503 or a broken connection, the outcome
    # is unknown, so only idempotent requests are repeated.
    if failure.status == 429:
        return True
    return idempotent and not failure.is_timeout and (failure.status == 0 or failure.status in (502, 503))


def _delay(failures: int, retry_after: Optional[float]) -> float:
    # Jitter keeps clients that were rejected at the same time from retrying at the same time.
    if retry_after is not None:
        return retry_after + random.random() * min(retry_after * 0.1, 1.0)
    longest = min(_MAX_DELAY_SECONDS, _FIRST_DELAY_SECONDS * 2.0 ** min(failures - 1, 10))
    return longest / 2 + random.random() * longest / 2


def _retry_after(headers: "http.client.HTTPMessage") -> Optional[float]:
    header = (headers.get("retry-after") or "").strip()
    try:
        seconds = float(header)
        return seconds if 0 <= seconds < float("inf") else None
    except ValueError:
        pass
    try:
        retry_at = email.utils.parsedate_to_datetime(header)
        # The Date header of the reply is used, so a wrong local clock does not matter.
        sent_at = email.utils.parsedate_to_datetime(headers.get("date") or "")
        return max(0.0, (retry_at - sent_at).total_seconds())
    except (TypeError, ValueError):
        return None


def _query_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_query_text(item) for item in value)
    return str(value)


def _parse_events(reply: http.client.HTTPResponse) -> Iterator[Event]:
    kind, event_id, data = "message", None, []  # type: Tuple[str, Optional[str], Any]
    while True:
        raw = reply.readline()
        if not raw:
            return
        line = raw.decode().rstrip("\r\n")
        if line == "":
            if data:
                yield Event(kind, event_id, json.loads("\n".join(data)))
            kind, event_id, data = "message", None, []
            continue
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "event":
            kind = value
        elif name == "id":
            event_id = value
        elif name == "data":
            data.append(value)
