"""A person at a terminal, for tests: a program runs with a real one as its input and output."""

from __future__ import annotations

import os
import pty
import re
import signal
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_COLOURS = re.compile("\x1b\\[[0-9;]*m")


def at_terminal(command: Sequence[str], environ: Mapping[str, str], *, killed_after: str = "") -> tuple[int, str]:
    """Run ``command`` at a new terminal; return its exit code and what it showed, without colours.

    With ``killed_after`` it is killed, as by `kill -9`, as soon as it has shown that.
    """
    child, terminal = pty.fork()
    if not child:
        with suppress(OSError):
            os.execvpe(command[0], list(command), dict(environ))  # noqa: S606 - a program, as a shell starts it
        os._exit(127)
    shown = b""
    # Linux ends a terminal that nobody holds any more with an error, others with nothing.
    with suppress(OSError):
        while block := os.read(terminal, 65536):
            shown += block
            if killed_after and killed_after.encode() in shown:
                os.kill(child, signal.SIGKILL)
                break
    os.close(terminal)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), _COLOURS.sub("", shown.decode()).replace("\r\n", "\n")
