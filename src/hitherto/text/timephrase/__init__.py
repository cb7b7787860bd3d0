"""Time phrases: a query, a moment and a zone to the stretch of time that is meant.

What each phrase is read as, and why, is docs/reference/time.md; the tests are written from it.
"""

from __future__ import annotations

from hitherto.text.timephrase.reading import asks_about_past, parse

__all__ = ["asks_about_past", "parse"]
