"""The fence around everything hitherto puts in front of an agent, and how to take it out again.

An agent's log holds what was injected into it. Read back as speech it would be learned a second time, and each
round would strengthen it; so every reader passes its texts through ``strip_injected``.
"""

from __future__ import annotations

import re

FENCE_NAME = "hitherto-memory"
FENCE_END = f"</{FENCE_NAME}>"

_FENCED = re.compile(
    rf"^[ \t]*<{FENCE_NAME}(?:[ \t][^\n]*)?>[ \t]*\r?$.*?^[ \t]*{re.escape(FENCE_END)}[ \t]*\r?(?:\n|\Z)",
    re.DOTALL | re.MULTILINE,
)


def strip_injected(text: str) -> str:
    """Return ``text`` without the stretches between hitherto's own marker lines.

    A marker counts only when it stands alone on its line and is closed: a sentence about the marker stays, and a
    marker that was never closed removes nothing, because a person's words may follow it.
    """
    if FENCE_END not in text:
        return text
    return _FENCED.sub("", text)
