"""Writes short terms and their translations out of catalogs of gettext (`*.po`): a term, a tab, a translation.

    python pairs.py FOLDER… > pairs.tsv
"""

import sys
from pathlib import Path

import polib

MOST_WORDS = 7


def main() -> None:
    pairs = {
        (entry.msgid, entry.msgstr)
        for folder in sys.argv[1:]
        for file in Path(folder).rglob("*.po")
        for entry in polib.pofile(str(file))
        if entry.translated() and is_term(entry.msgid) and entry.msgstr != entry.msgid
    }
    for pair in sorted(pairs):
        print(*(" ".join(text.split()) for text in pair), sep="\t")


def is_term(text: str) -> bool:
    """Not with markup or places for values."""
    return 1 <= len(text.split()) <= MOST_WORDS and not set("<%{") & set(text)


if __name__ == "__main__":
    main()
