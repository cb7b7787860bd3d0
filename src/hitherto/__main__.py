"""``hitherto`` and ``python -m hitherto``."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command line; the version is told before anything is loaded."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        from hitherto import __version__  # noqa: PLC0415 - as the docstring says

        sys.stdout.write(f"hitherto {__version__}\n")
        return
    if sys.argv[1:2] == ["topics"]:
        from hitherto.app.board.glance import compact_at_a_glance, form_in  # noqa: PLC0415 - as above

        form = form_in(sys.argv[1:])
        known = None if form is None else compact_at_a_glance(form, os.environ)
        if known is not None:
            _write(known.encode())
            return
    # Whatever is written here is a diary: nobody else may read it, whoever writes it.
    os.umask(0o077)
    from hitherto.hosts.cli import run  # noqa: PLC0415 - as above

    sys.exit(run(sys.argv[1:]))


def _write(text: bytes) -> None:
    try:
        os.write(1, text)
    except BrokenPipeError:
        # The reader went away, which is its own affair.
        return


if __name__ == "__main__":
    main()
