"""What git holds of Odoo modules, read by CPython's own parsers: the judge of OdooBench.

It shares nothing with the product: no code, no file of it, no answer of it. Only the standard library and
`git` are used. Python is what the sources are written in, so its `ast` is the best judge of them.
"""

import ast
import re
import subprocess
import xml.etree.ElementTree as ElementTree
from collections import defaultdict

MANIFESTS = ("__manifest__.py", "__openerp__.py")
VERSION = re.compile(r"^\d+\.\d+$")
DEEPEST = 3
NOT_CODE = {"tests", "migrations", "static", "i18n"}
NOT_VIEWS = {"static", "tests"}
MODEL_BASES = {"Model", "TransientModel", "AbstractModel"}


class Mirror:
    """One repository of the sources file, read through one `git cat-file`."""

    def __init__(self, source, folder):
        self.name = f"{source['organization']}/{source['repository']}"
        self.path = str((folder / source["mirror"]).resolve())
        self.reader = None
        wanted = source.get("branches")
        heads = self.git("for-each-ref", "--format=%(refname:short)", "refs/heads").split()
        self.branches = {
            head: Branch(self, head)
            for head in heads
            if VERSION.match(head) and (wanted is None or head in wanted)
        }

    def git(self, *words):
        command = ["git", f"--git-dir={self.path}", *words]
        return subprocess.run(command, check=True, capture_output=True).stdout.decode(
            "utf-8", "replace"
        )

    def read(self, blob):
        if self.reader is None:
            self.reader = subprocess.Popen(
                ["git", f"--git-dir={self.path}", "cat-file", "--batch"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        self.reader.stdin.write(blob.encode() + b"\n")
        self.reader.stdin.flush()
        size = int(self.reader.stdout.readline().split()[2])
        content = self.reader.stdout.read(size)
        self.reader.stdout.read(1)
        return content

    def close(self):
        if self.reader is not None:
            self.reader.stdin.close()
            self.reader.wait()


class Branch:
    """The modules of one branch: folders with a manifest, none inside another."""

    def __init__(self, mirror, version):
        self.mirror = mirror
        self.version = version
        self.listed = None

    @property
    def modules(self):
        if self.listed is None:
            self.listed = {module.name: module for module in self.list_modules()}
        return self.listed

    def list_modules(self):
        listing = self.mirror.git("ls-tree", "-r", "-z", "--full-tree", f"refs/heads/{self.version}")
        files = {}
        for row in listing.split("\0"):
            if row == "":
                continue
            head, path = row.split("\t", 1)
            mode, kind, blob = head.split()
            if kind == "blob" and mode != "120000":
                files[path] = blob
        folders = {path.rpartition("/")[0] for path in files if path.rpartition("/")[2] in MANIFESTS}
        found = []
        for folder in sorted(folders):
            parts = folder.split("/")
            above = ["/".join(parts[:depth]) for depth in range(1, len(parts))]
            if folder == "" or len(parts) > DEEPEST or parts[0] == "setup":
                continue
            if any(outer in folders for outer in above):
                continue
            found.append(folder)
        members = defaultdict(dict)
        wanted = set(found)
        for path, blob in files.items():
            parts = path.split("/")
            for depth in range(1, min(len(parts), DEEPEST + 1)):
                folder = "/".join(parts[:depth])
                if folder in wanted:
                    members[folder][path[len(folder) + 1 :]] = blob
                    break
        return [Module(self, folder, members[folder]) for folder in found]


class Module:
    def __init__(self, branch, folder, files):
        self.branch = branch
        self.folder = folder
        self.name = folder.rpartition("/")[2]
        self.files = files
        self.known = {}

    def once(self, key, make):
        if key not in self.known:
            self.known[key] = make()
        return self.known[key]

    def read(self, path):
        return self.branch.mirror.read(self.files[path])

    @property
    def manifest(self):
        """`None` where it is no literal."""
        return self.once("manifest", self.read_manifest)

    def read_manifest(self):
        path = next(name for name in MANIFESTS if name in self.files)
        try:
            value = ast.literal_eval(self.read(path).decode("utf-8").strip())
        except (ValueError, SyntaxError, UnicodeDecodeError):
            return None
        return value if isinstance(value, dict) else None

    @property
    def depends(self):
        declared = (self.manifest or {}).get("depends")
        if declared is None:
            return [] if self.name == "base" else ["base"]
        return list(declared)

    @property
    def description(self):
        for path in ("readme/DESCRIPTION.md", "readme/DESCRIPTION.rst"):
            if path in self.files:
                return self.read(path).decode("utf-8", "replace")
        return ""

    @property
    def classes(self):
        """Classes of models; `None` where a file cannot be parsed."""
        return self.once("classes", self.read_classes)

    def read_classes(self):
        found = []
        for path in sorted(self.files):
            if not path.endswith(".py") or NOT_CODE & set(path.split("/")[:-1]):
                continue
            try:
                tree = ast.parse(self.read(path))
            except (SyntaxError, ValueError):
                return None
            found += [one for one in map(lambda node: read_class(node, path), list_classes(tree.body)) if one]
        return found

    @property
    def source(self):
        paths = [path for path in self.files if path.endswith(".py")]
        return "".join(self.read(path).decode("utf-8", "replace") for path in paths)

    @property
    def views(self):
        """Records of views; `None` where a file cannot be parsed."""
        return self.once("views", self.read_views)

    def read_views(self):
        found = []
        for path in sorted(self.files):
            if not path.endswith(".xml") or NOT_VIEWS & set(path.split("/")[:-1]):
                continue
            try:
                tree = ElementTree.fromstring(self.read(path))
            except ElementTree.ParseError:
                return None
            for record in tree.iter("record"):
                if record.get("model") == "ir.ui.view" and record.get("id"):
                    found.append(View(self, record))
        return found


class View:
    def __init__(self, module, record):
        values = {field.get("name"): field for field in record.findall("field")}
        self.id = full_id(module, record.get("id"))
        self.model = (values["model"].text or "").strip() if "model" in values else ""
        parent = values["inherit_id"].get("ref") if "inherit_id" in values else None
        self.inherits = parent and full_id(module, parent)
        arch = values.get("arch")
        self.fields = [one.get("name") for one in arch.iter("field")] if arch is not None else []
        # What only looks for a field, to put something beside it or to change it, shows nothing.
        looked = (
            [one.get("name") for one in arch.iter("field") if one.get("position")]
            if arch is not None
            else []
        )
        self.shown = [name for name in self.fields if name not in looked]


def full_id(module, name):
    return name if "." in name else f"{module.name}.{name}"


def list_classes(body):
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield node
        elif isinstance(node, (ast.If, ast.Try)):
            for part in ("body", "orelse", "finalbody"):
                yield from list_classes(getattr(node, part, []))
            for handler in getattr(node, "handlers", []):
                yield from list_classes(handler.body)


class ModelClass:
    def __init__(self, path, model, inherits, is_named):
        self.path = path
        self.model = model
        self.inherits = inherits
        self.is_named = is_named
        self.fields = {}
        self.methods = {}


def read_class(node, path):
    bases = {base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "") for base in node.bases}
    if not bases & MODEL_BASES:
        return None
    values = {}
    fields = {}
    methods = {}
    for part in node.body:
        if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)):
            # Where one with decorators begins is a matter of opinion.
            methods[part.name] = None if part.decorator_list else part.lineno
            continue
        if isinstance(part, ast.Assign):
            targets = part.targets
        elif isinstance(part, ast.AnnAssign) and part.value is not None:
            targets = [part.target]
        else:
            continue
        for target in targets:
            if not isinstance(target, ast.Name):
                continue
            if is_field(part.value):
                fields[target.id] = part.lineno
            else:
                try:
                    values[target.id] = ast.literal_eval(part.value)
                except ValueError:
                    pass
    inherits = values.get("_inherit") or []
    inherits = [inherits] if isinstance(inherits, str) else list(inherits)
    name = values.get("_name")
    model = name if isinstance(name, str) else next(iter(inherits), None)
    if model is None:
        return None
    found = ModelClass(path, model, inherits, isinstance(name, str))
    found.fields = fields
    found.methods = methods
    return found


def is_field(value):
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute):
        return False
    owner = value.func.value
    return isinstance(owner, ast.Name) and owner.id == "fields" and value.func.attr[:1].isupper()
