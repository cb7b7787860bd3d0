from __future__ import annotations

from hitherto.app.daemon.report import Report


def test_troubles_are_kept_until_they_are_over() -> None:
    """A failure is told once with its way out, counted after that, and gone when it works again."""
    told: list[str] = []
    report = Report(told.append)
    for _ in range(3):
        report.failed("/notes", "It is away.", "mount it")
    (trouble,) = report.as_json()["troubles"]
    assert (trouble["what"], trouble["error"], trouble["hint"], trouble["times"]) == (
        "/notes",
        "It is away.",
        "mount it",
        3,
    )
    report.failed("/notes", "It is broken.", "mend it")
    assert [one["times"] for one in report.as_json()["troubles"]] == [1]
    report.worked("/notes")
    report.worked("/notes")
    assert report.as_json()["troubles"] == []
    assert told == ["/notes: It is away.\n  -> mount it", "/notes: It is broken.\n  -> mend it", "/notes: works again"]


def test_troubles_of_what_is_no_source_any_more() -> None:
    """A root that was given up is not complained about; what is no root stays."""
    report = Report(lambda _: None)
    for what in ("/a", "/b", "embed"):
        report.failed(what, "x", "y")
    report.keep({"/b"})
    assert [one["what"] for one in report.as_json()["troubles"]] == ["/b", "embed"]


def test_figures_stand_beside_them() -> None:
    """A figure takes the place of its last value."""
    report = Report(lambda _: None)
    report.note(night=None)
    report.note(night={"faults": 0})
    assert report.as_json() == {"night": {"faults": 0}, "troubles": []}
