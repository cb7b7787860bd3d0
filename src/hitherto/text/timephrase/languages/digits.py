"""Dates and times in digits, the same in every language. What begins with ``tight`` allows no space inside."""

from __future__ import annotations

PATTERNS = {
    "tight": (
        "{year} - {mm} - {dd} | {year} / {mm} / {dd} | {year} . {mm} . {dd} | {year} - {mm} | {year} / {mm} | {ymd}"
        "| {year} - {mm} - {dd} t {hh} : {min} | {year} - {mm} - {dd} t {hh} : {min} : {sec}"
        "| {year} - {mm} - {dd} t {hh} : {min} : {sec} + {oh} : {om}"
        "| {year} - {mm} - {dd} t {hh} : {min} : {sec} - {west} : {om}"
        "| {hh} : {min} | {hh} : {min} : {sec} | {hh} h {min}"
    ),
    "tight utc": "{year} - {mm} - {dd} t {hh} : {min} z | {year} - {mm} - {dd} t {hh} : {min} : {sec} z",
    "tight?": "{hh} h",
    "tight numeric": "{a} / {b} / {year} | {a} / {b} / {yy} | {a} - {b} - {year} | {a} - {b} - {yy}",
    "tight month": "{mm} / {year} | {mm} - {year}",
    "tight dotted": "{a} . {b} . {year}",
    "tight padded": "{a} . {b} . {yy}",
    "tight numeric?": "{a} / {b}",
    "tight likely": "{a} / {b}",
}
