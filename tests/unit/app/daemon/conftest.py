from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.serving import short_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def short() -> Iterator[Path]:
    """A private folder whose path is short enough for a socket."""
    with short_folder() as folder:
        yield folder
