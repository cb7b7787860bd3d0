from __future__ import annotations

import dataclasses
import inspect

import pytest
from tests.making import said

from hitherto.core import answer, model, seen

VALUES = [
    one
    for module in (model, answer, seen)
    for _, one in inspect.getmembers(module, inspect.isclass)
    if dataclasses.is_dataclass(one) and one.__module__ == module.__name__
]


@pytest.mark.parametrize("value", VALUES, ids=lambda one: one.__name__)
def test_values_cannot_be_changed_or_mistaken(value: type) -> None:
    """Every value is frozen, slotted, made with names only, and says what it is."""
    assert value.__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert "__slots__" in value.__dict__
    assert all(field.kw_only for field in dataclasses.fields(value))
    assert value.__doc__


def test_equal_records_are_equal() -> None:
    """Two records that say the same are the same, whatever object they are."""
    assert said("ok") == said("ok")
    assert said("ok") != said("ok", minute=1)


def test_left_out_counts_as_one_unless_said() -> None:
    """One thing left out is one."""
    assert model.LeftOut(path="/a", reason="binary").count == 1
