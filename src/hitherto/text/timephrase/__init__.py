"""Time phrases: a query, a moment and a zone to the stretch of time that is meant. What each reading is: docs/reference/time.md."""

from __future__ import annotations

from hitherto.text.timephrase.reading import asks_about_past, parse

__all__ = ["asks_about_past", "parse"]
