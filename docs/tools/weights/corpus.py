"""Texts of modules and what they are needed for, as the network is trained on them.

Modules come from `module-lookup export`, needs from data/needs/needs.tsv. A tenth of the names is never trained on: with these it
is measured how modules are found of which nobody wrote what they are for.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Module:
    name: str
    text: str
    needs: tuple[str, ...]


def is_hidden(name: str) -> bool:
    """The tenth that the table of words has not learned either."""
    return int(hashlib.sha256(name.encode()).hexdigest()[:8], 16) % 10 == 0


def read_corpus(modules: list[str], needs: list[str]) -> list[Module]:
    """Modules with needs, sorted by name; of those that no snapshot has the name is the text."""
    texts: dict[str, str] = {}
    for line in read_lines(modules):
        record = json.loads(line)
        # The last one is of the newest version.
        texts[record["technical_name"]] = to_passage(record)
    by_name: dict[str, list[str]] = {}
    for line in read_lines(needs):
        if line.strip() and not line.startswith("#"):
            name, _language, need = line.rstrip("\n").split("\t")
            by_name.setdefault(name, []).append(need)
    return [
        Module(name, texts.get(name, name.replace("_", " ")), tuple(own))
        for name, own in sorted(by_name.items())
    ]


def read_lines(files: list[str]) -> Iterator[str]:
    for file in files:
        with open(file, encoding="utf-8") as lines:
            yield from lines


def to_passage(record: dict) -> str:
    """As builder/index/documents.ts has it, but for countries."""
    words = (record.get("description") or "").split()[:120]
    parts = [record["name"], record["technical_name"].replace("_", " "), record.get("summary") or "", " ".join(words)]
    told = {""}
    kept = []
    for part in (re.sub(r"\s+", " ", part).strip() for part in parts):
        plain = part.lower().removesuffix(".")
        if plain not in told:
            told.add(plain)
            kept.append(part)
    return ". ".join(kept)
