from __future__ import annotations

import pytest

from hitherto.core import errors


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (errors.HithertoError, 1),
        (errors.UsageError, 2),
        (errors.ConsentNeededError, 2),
        (errors.SetupNeededError, 3),
        (errors.NoSpaceError, 3),
        (errors.BusyError, 4),
        (errors.DamagedError, 1),
    ],
)
def test_every_error_says_what_to_do_and_how_to_exit(kind: type[errors.HithertoError], code: int) -> None:
    """The sentence, the way out and the exit code travel together."""
    error = kind("It broke.", hint="Mend it.")
    assert (str(error), error.hint, error.exit_code) == ("It broke.", "Mend it.", code)
    assert isinstance(error, errors.HithertoError)


def test_a_hint_is_never_forgotten() -> None:
    """An error without a way out cannot be raised."""
    with pytest.raises(TypeError):
        errors.UsageError("It broke.")  # type: ignore[call-arg]


def test_a_full_disk_is_a_matter_of_the_surroundings() -> None:
    """Who handles a missing set-up handles a full disk, and who handles a wrong call handles a question."""
    assert issubclass(errors.NoSpaceError, errors.SetupNeededError)
    assert issubclass(errors.ConsentNeededError, errors.UsageError)
