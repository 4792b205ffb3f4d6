"""Client of the Fairway routing service."""

from . import types
from ._transport import Event
from .client import Client
from .errors import FairwayError

__all__ = ["Client", "Event", "FairwayError", "types"]
