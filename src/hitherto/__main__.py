"""``hitherto`` and ``python -m hitherto``."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command line; the version and the board at a glance need hardly anything of it."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        from hitherto import __version__  # noqa: PLC0415 - as the docstring says

        sys.stdout.write(f"hitherto {__version__}\n")
        return
    if sys.argv[1:2] == ["topics"] and _shown_at_a_glance():
        return
    # Whatever is written here is a diary: nobody else may read it, whoever writes it.
    os.umask(0o077)
    from hitherto.hosts.cli import run  # noqa: PLC0415 - as above

    sys.exit(run(sys.argv[1:]))


def _shown_at_a_glance() -> bool:
    """Print the compact board if that is asked for and known; every turn of a conversation waits for it."""
    from hitherto.app.board.glance import compact_at_a_glance, form_in  # noqa: PLC0415 - as above

    form = form_in(sys.argv[1:])
    known = None if form is None else compact_at_a_glance(form, os.environ)
    if known:
        try:
            os.write(1, known.encode())
        except BrokenPipeError:
            # The reader went away, which is its own affair.
            return True
    return known is not None


if __name__ == "__main__":
    main()
