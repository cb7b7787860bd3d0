import os
from pathlib import Path

import pytest


@pytest.fixture
def shared() -> Path:
    """The folder of reference material beside the checkout."""
    root = Path(os.environ.get("HITHERTO_SHARED") or Path(__file__).parents[3] / "../shared").resolve()
    if not root.is_dir():
        pytest.skip(f"no reference material at {root}")
    return root
