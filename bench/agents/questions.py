"""OdooBench: questions about Odoo modules with answers computed from git alone (truth.py).

    python3 bench/agents/questions.py --sources sources.json --out questions.jsonl [--count 30] [--seed N]

Half of the questions are drawn with seed 1 and are the same at each run; the other half with --seed, or with
the clock where none is given, so that nothing can be fitted to them. A line is a question: `kind`, `seed`, what
is asked (`ask`), and the `answer`, a list of texts in any order.
"""

import argparse
import json
import pathlib
import random
import re
import sys
import time
from collections import defaultdict

from truth import Mirror

FIXED_SEED = 1
OLDEST = (12, 0)
"""Older branches are Python 2, which `ast` does not read."""
OLDEST_OF_NAMES = (8, 0)
"""Of questions that no Python but manifests is read for."""


def read_version(version):
    return tuple(int(part) for part in version.split("."))


class Index:
    """All mirrors, with the modules of a version by name."""

    def __init__(self, sources, folder):
        self.mirrors = [Mirror(source, folder) for source in sources]
        self.by_version = {}

    def modules(self, version):
        """Lists of the modules that have a name."""
        if version not in self.by_version:
            found = defaultdict(list)
            for mirror in self.mirrors:
                if version in mirror.branches:
                    for module in mirror.branches[version].modules.values():
                        found[module.name].append(module)
            self.by_version[version] = dict(sorted(found.items()))
        return self.by_version[version]

    def versions(self):
        names = {version for mirror in self.mirrors for version in mirror.branches}
        return sorted(names, key=read_version)

    def declared(self, version):
        """Modules by (model, field), by (model, method), and the text of those with a file that cannot be parsed."""
        if ("declared", version) not in self.by_version:
            fields, methods = defaultdict(set), defaultdict(set)
            unread = ""
            for name, modules in self.modules(version).items():
                for module in modules:
                    if module.classes is None:
                        unread += module.source
                    for one in module.classes or []:
                        for field in one.fields:
                            fields[one.model, field].add(name)
                        for method in one.methods:
                            methods[one.model, method].add(name)
            self.by_version["declared", version] = (fields, methods, unread)
        return self.by_version["declared", version]


def single(modules):
    """The module of a name that one repository has."""
    return modules[0] if len(modules) == 1 else None


def pick(rng, values):
    """All values in an order drawn by chance."""
    values = sorted(values)
    rng.shuffle(values)
    return values


# Words that say nothing of what a module is for.
EMPTY = set(
    """a an and any are as at be by can for from has have in into is it its may not of on or our so such that the
    their them then there these this those to too up use used user users using via was when where which while will
    with without you your module modules add adds added allow allows odoo openerp new feature features manage
    manages provide provides enable enables extend extends based""".split()
)

# One word for another of the same meaning, as people ask.

OTHER_WORDS = {
    "automatically": "by itself",
    "vendor": "supplier",
    "vendors": "suppliers",
    "delete": "remove",
    "display": "show",
    "displays": "shows",
    "multiple": "several",
    "generate": "create",
    "generates": "creates",
    "specific": "certain",
    "quantity": "amount",
    "configure": "set up",
    "restrict": "limit",
    "employee": "worker",
    "employees": "workers",
    "customer": "client",
    "customers": "clients",
    "invoice": "bill",
    "invoices": "bills",
    "purchase": "buying",
    "picking": "transfer",
    "pickings": "transfers",
    "partner": "contact",
    "partners": "contacts",
    "change": "alter",
    "default": "standard",
    "compute": "calculate",
    "button": "click",
    "print": "write out",
}


def list_words(text):
    return re.findall(r"[a-z0-9]+", text.lower())


def paraphrase(text):
    """As one would ask: without what leads in, some words for others, every fifth left out."""
    text = re.sub(r"\s+", " ", text).strip().rstrip(".")
    text = re.sub(
        r"^(?:this|the) (?:odoo )?(?:module|addon|add-on) (?:is used to |lets you |allows? (?:you |users? )?to |adds? |provides? |extends? )?",
        "",
        text,
        flags=re.I,
    )
    words = [word for at, word in enumerate(text.split()) if at % 5 != 4]
    return " ".join(OTHER_WORDS.get(word.lower(), word) for word in words)


def tell(module):
    """The sentence of a module that says what it is for, `summary` or the beginning of its description."""
    summary = str((module.manifest or {}).get("summary") or "")
    start = re.split(r"(?<=[a-z])\.\s|\n\s*\n", module.description.strip(), maxsplit=1)[0]
    return [re.sub(r"\s+", " ", text).strip() for text in (summary, start)]


def ask_purpose(index, rng, version):
    modules = index.modules(version)
    texts = {
        name: set(list_words(" ".join([name.replace("_", " "), *tell(found[0])])))
        for name, found in modules.items()
    }
    for name in pick(rng, modules):
        told = [text for text in tell(modules[name][0]) if 30 <= len(text) <= 200 and "::" not in text]
        if not told:
            continue
        phrase = paraphrase(rng.choice(told))
        words = {word for word in list_words(phrase) if word not in EMPTY}
        # A question that another module answers as well has no one answer.
        rivals = [
            other
            for other, has in texts.items()
            if other != name and len(words & has) >= 0.6 * len(words)
        ]
        if len(words) >= 4 and not rivals:
            yield {"version": version, "need": phrase}, [name]


def ask_definition(index, rng, version):
    modules = index.modules(version)
    for name in pick(rng, modules):
        module = single(modules[name])
        if module is None or not module.classes:
            continue
        one = rng.choice(module.classes)
        members = [("field", *row) for row in one.fields.items()] + [
            ("method", *row) for row in one.methods.items()
        ]
        if not members:
            continue
        kind, member, line = rng.choice(sorted(members, key=str))
        if line is None:
            continue
        places = [
            f"{each.path}:{(each.fields if kind == 'field' else each.methods)[member]}"
            for each in module.classes
            if each.model == one.model and member in (each.fields if kind == "field" else each.methods)
        ]
        yield {"version": version, "module": name, "model": one.model, kind: member}, places


def ask_override(index, rng, version):
    _, methods, unread = index.declared(version)
    for model, method in pick(rng, methods):
        found = methods[model, method]
        if 2 <= len(found) <= 15 and method not in unread:
            yield {"version": version, "model": model, "method": method}, sorted(found)


def ask_field(index, rng, version):
    """Half of them are there; the others were at another version, or have another model."""
    fields, _, unread = index.declared(version)
    older = index.declared(previous(index, version))[0]
    anywhere = {field for _, field in fields}
    gone = [key for key in older if key[1] not in anywhere]
    models = {model for model, _ in fields}
    here = pick(rng, fields)
    gone = [key for key in pick(rng, gone) if key[0] in models]
    for there, absent in zip(here, gone):
        for model, field in (there, absent):
            found = fields.get((model, field), set())
            if field not in unread and len(found) <= 15:
                yield {"version": version, "model": model, "field": field}, sorted(found)


def previous(index, version):
    versions = index.versions()
    return versions[versions.index(version) - 1]


def ask_needs(index, rng, version):
    modules = index.modules(version)
    for name in pick(rng, modules):
        closure, is_clear = follow(modules, name)
        if is_clear and len(closure) >= 3:
            yield {"version": version, "module": name}, sorted(closure)


def follow(modules, name):
    """All that a module needs, found or not; not clear where several repositories have one of them."""
    seen = {name}
    todo = [name]
    while todo:
        found = modules.get(todo.pop(), [])
        if len(found) > 1 or any(module.manifest is None for module in found):
            return set(), False
        for module in found:
            fresh = [one for one in module.depends if one not in seen]
            seen.update(fresh)
            todo += fresh
    return seen - {name}, True


def ask_dependents(index, rng, version):
    users = defaultdict(set)
    for name, found in index.modules(version).items():
        for module in found:
            for needed in module.depends:
                users[needed].add(name)
    for name in pick(rng, users):
        if 1 <= len(users[name]) <= 40:
            yield {"version": version, "module": name}, sorted(users[name])


def ask_versions(index, rng, version):
    for name in pick(rng, index.modules(version)):
        found = [one for one in index.versions() if name in index.modules(one)]
        yield {"module": name}, found


CODE = (".py", ".xml")
"""Mirrors may lack the contents of large files, which are no code of the module."""


def ask_replaced(index, rng, version):
    """What most files of a module that is no more became, as git tells of the tips of both branches."""
    before = previous(index, version)
    old, new = index.modules(before), index.modules(version)
    for mirror in pick_mirrors(index, rng, before, version):
        gone = {one.folder: one for one in mirror.branches[before].modules.values() if one.name not in new}
        came = {one.folder: one for one in mirror.branches[version].modules.values() if one.name not in old}
        if not gone or not came:
            continue
        rows = mirror.git(
            "diff", "-M60%", "-l0", "--diff-filter=R", "--name-status",
            f"refs/heads/{before}", f"refs/heads/{version}", "--",
            *[f"{folder}/*{end}" for folder in (*gone, *came) for end in CODE],
        )
        moved = defaultdict(lambda: defaultdict(int))
        for row in rows.splitlines():
            _, source, target = row.split("\t")
            pair = [
                next((folder for folder in folders if path.startswith(f"{folder}/")), None)
                for folders, path in ((gone, source), (came, target))
            ]
            if None not in pair and "__init__" not in source:
                moved[pair[0]][pair[1]] += 1
        for folder in pick(rng, moved):
            best, count = max(moved[folder].items(), key=lambda row: row[1])
            code = [
                path
                for path in gone[folder].files
                if path.endswith(CODE) and "__init__" not in path
            ]
            if len(code) >= 3 and count >= 0.6 * len(code):
                yield {"version": version, "module": gone[folder].name}, [came[best].name]


def pick_mirrors(index, rng, *versions):
    mirrors = [one for one in index.mirrors if all(version in one.branches for version in versions)]
    mirrors.sort(key=lambda one: one.name)
    rng.shuffle(mirrors)
    return mirrors


def ask_changed(index, rng, version):
    """Fields that the classes of a model in one module gained and lost."""
    before = previous(index, version)
    old, new = index.modules(before), index.modules(version)
    for name in pick(rng, set(old) & set(new)):
        pair = [single(modules[name]) for modules in (old, new)]
        if None in pair or any(module.classes is None for module in pair):
            continue
        sides = [fields_by_model(module) for module in pair]
        for model in pick(rng, set(sides[0]) & set(sides[1])):
            was, now = (side[model] for side in sides)
            changes = [f"+{one}" for one in now - was] + [f"-{one}" for one in was - now]
            if 1 <= len(changes) <= 15:
                asked = {"module": name, "model": model, "from": before, "version": version}
                yield asked, sorted(changes)
                break


def fields_by_model(module):
    found = defaultdict(set)
    for one in module.classes:
        found[one.model].update(one.fields)
    return found


def ask_shows(index, rng, version):
    """In which views of a module a field is shown that the module adds to a model of others."""
    modules = index.modules(version)
    for name in pick(rng, modules):
        module = single(modules[name])
        if module is None or not module.classes or not module.views:
            continue
        ids = {view.id for view in module.views}
        for one in module.classes:
            if one.is_named or not one.fields:
                continue
            views = [view for view in module.views if view.model == one.model]
            field = rng.choice(sorted(one.fields))
            showing = sorted({view.id for view in views if field in view.shown})
            roots = {view.inherits for view in views}
            # Whole views of others, all of them here: what is shown can be put together.
            is_clear = None not in roots and not roots & ids and len(roots) <= 2
            if showing and is_clear and all(is_whole(modules, root) for root in roots):
                yield {"version": version, "module": name, "model": one.model, "field": field}, showing
                break


def is_whole(modules, xml_id):
    """Whether a view is here and inherits no other."""
    return any(
        view.id == xml_id and view.inherits is None
        for module in modules.get(xml_id.partition(".")[0], [])
        for view in module.views or []
    )


KINDS = {
    "purpose": ask_purpose,
    "definition": ask_definition,
    "override": ask_override,
    "field": ask_field,
    "needs": ask_needs,
    "dependents": ask_dependents,
    "versions": ask_versions,
    "replaced": ask_replaced,
    "changed": ask_changed,
    "shows": ask_shows,
}


def draw(index, kind, seed, count, taken):
    """So many questions of a kind, each about a version drawn by chance, none of those that were taken."""
    rng = random.Random(f"{seed} {kind}")
    oldest = OLDEST_OF_NAMES if kind == "replaced" else OLDEST
    versions = [one for one in index.versions()[1:] if read_version(previous(index, one)) >= oldest]
    # As many modules as the largest has a third of: others are branches that began.
    most = max(len(index.modules(one)) for one in versions)
    versions = [one for one in versions if len(index.modules(one)) * 3 >= most]
    drawing = [KINDS[kind](index, rng, version) for version in versions]
    rng.shuffle(drawing)
    found = 0
    while drawing and found < count:
        questions = drawing.pop(0)
        for ask, answer in questions:
            key = json.dumps([kind, ask], sort_keys=True)
            if key in taken:
                continue
            taken.add(key)
            found += 1
            drawing.append(questions)
            yield {"kind": kind, "seed": seed, "ask": ask, "answer": answer}
            break


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--sources", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--count", type=int, default=30, help="questions of each kind")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    path = pathlib.Path(options.sources)
    sources = json.loads(path.read_text())["sources"]
    index = Index(sources, path.parent)
    half = options.count // 2
    rows = []
    for kind in KINDS:
        start = time.process_time()
        taken = set()
        rows += draw(index, kind, FIXED_SEED, half, taken)
        rows += draw(index, kind, options.seed, options.count - half, taken)
        drawn = sum(row["kind"] == kind for row in rows)
        print(f"{kind}: {drawn} ({time.process_time() - start:.0f} s)", file=sys.stderr)
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    pathlib.Path(options.out).write_text("\n".join(lines) + "\n")
    for mirror in index.mirrors:
        mirror.close()
    print(f"{len(rows)} questions, seeds {FIXED_SEED} and {options.seed}", file=sys.stderr)


if __name__ == "__main__":
    main()
