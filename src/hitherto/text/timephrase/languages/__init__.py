"""The languages, one table each: words by what they mean, patterns by what is done with them.

Listed by script; of languages that read a phrase alike, the one named first counts.
"""

from __future__ import annotations

SCRIPTS: dict[str, tuple[str, ...]] = {
    "latin": ("en", "de", "es", "fr"),
    "cyrillic": ("ru",),
    "han": ("ja", "zh"),
}
