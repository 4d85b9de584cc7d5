#!/usr/bin/env python3
"""Writes what CPython reads in the fixture repositories, which a test compares with what the program reads.

    node dist/fixtures/make-repositories.js --out DIR
    test/truth/cpython/record_fixtures.py DIR > test/truth/records/fixtures.jsonl
"""
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import oracle  # noqa: E402

REPOSITORIES = ("harbor-works/retail", "meadow-apps/finance", "northwind-addons/retail")
VERSIONS = ("16.0", "17.0", "18.0", "19.0")


def reduced(module):
    """What of a module both sides tell in one form."""
    return {
        "organization": module["organization"],
        "repository": module["repository"],
        "technical_name": module["technical_name"],
        "platform_version": module["platform_version"],
        "update_date": module["update_date"],
        "folder_size": module["folder_size"],
        "models": sorted(
            {
                "class_name": model["class_name"],
                "file": model["file"],
                "line": model["line"],
                "fields": sorted(field["name"] for field in model["fields"]),
                "methods": sorted(method["name"] for method in model["methods"]),
            }.items()
            for model in module["models"]
        ),
        "views": sorted(view["xml_id"] for view in module["views"]),
    }


def main():
    for name in REPOSITORIES:
        for version in VERSIONS:
            try:
                modules = list(oracle.run(os.path.join(sys.argv[1], name + ".git"), name, version))
            except LookupError:
                continue  # no such branch
            for module in modules:
                row = reduced(module)
                row["models"] = [dict(items) for items in row["models"]]
                print(json.dumps(row, ensure_ascii=False))


if __name__ == "__main__":
    main()
