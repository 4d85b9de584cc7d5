#!/usr/bin/env python3
"""Builds snapshots of real repositories with the program at hand and compares its answers with the judges beside this file.

    test/truth/truth.py --mirrors DIR [--only NAME,…] [--work DIR] [--platform 20.0=GITDIR@REVISION …]

DIR of --mirrors holds OWNER+NAME/repo as bare git directories. A judge whose repositories are not there is "not judged".
Snapshots are kept in --work by the commit that built them. Exit 1 when an answer falls short.
"""
import argparse
import contextlib
import gzip
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RECORDS = HERE / "records"
PROGRAM = ["node", str(ROOT / "dist/cli/main.js")]
# Public full copies of the platform, the commit of each that the records are of, and why a copy: README.md.
PLATFORMS = {
    "16.0": "vuongducphuong+ERP/repo@1f611590f9406aeb76f954841d3cc1a063b63325",
    "17.0": "nguyenmanhdat006+quan_ly_kho_odoo/repo@HEAD",
    "18.0": "sajjatdev+odoo-docker/repo@refs/heads/main",
    "19.0": "jnvdx6+skymedic-odoo/repo@refs/heads/main",
}

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--mirrors", type=pathlib.Path, default=pathlib.Path(os.environ.get("MIRRORS", "mirrors")))
parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()) / "module-lookup-truth")
parser.add_argument("--only", default="")
parser.add_argument("--platform", action="append", default=[], metavar="VERSION=GITDIR@REVISION")
options = parser.parse_args()
HEAD = subprocess.run(["git", "rev-parse", "--short=12", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
BUILT = options.work / (HEAD or "none")
BUILT.mkdir(parents=True, exist_ok=True)
for given in options.platform:
    version, _, place = given.partition("=")
    PLATFORMS[version] = place


class Short(Exception):
    """An answer is not what the judge says."""


class Missing(Exception):
    """A repository that a judge needs is not there."""


def platform(version):
    """A source of the platform: the copy with a branch that is named as the version."""
    place, _, revision = PLATFORMS[version].rpartition("@")
    copy, bare = options.mirrors / place, options.work / f"platform-{version}.git"
    if not copy.exists():
        raise Missing(f"a copy of the platform at {version}: {copy}")
    if not bare.exists():
        subprocess.run(["git", "clone", "-q", "--bare", str(copy), str(bare)], check=True)
        tip = subprocess.run(["git", "-C", str(copy), "rev-parse", revision], capture_output=True, text=True, check=True)
        subprocess.run(["git", "-C", str(bare), "update-ref", f"refs/heads/{version}", tip.stdout.strip()], check=True)
    # Two copies of one repository are two sources, so the older one has a name of its own.
    name = "odoo-16" if version == "16.0" else "odoo"
    return {"organization": "odoo", "repository": name, "url": "https://github.com/odoo/odoo.git", "mirror": str(bare),
            "branches": [version], "addons": ["addons", "odoo/addons"]}


def repositories(names, branches=None):
    lacking = [name for name in names if not (options.mirrors / name.replace("/", "+") / "repo").exists()]
    if lacking:
        raise Missing(f"mirrors of {', '.join(lacking)}")
    for name in names:
        organization, repository = name.split("/")
        row = {"organization": organization, "repository": repository, "url": f"https://github.com/{name}.git",
               "mirror": str(options.mirrors / name.replace("/", "+") / "repo")}
        yield {**row, "branches": branches} if branches else row


def build(name, sources):
    out, file = BUILT / name, BUILT / f"{name}.json"
    if not (out / "current").exists():
        file.write_text(json.dumps({"sources": list(sources)}, indent=1))
        words = ["build", "--sources", str(file), "--out", str(out), "--cache", str(options.work / "cache"), "--quiet"]
        done = subprocess.run([*PROGRAM, *words], capture_output=True, text=True)
        if done.returncode:
            raise Short(f"the build of {name} ended with {done.returncode}: {done.stderr.strip()[-300:]}")
    return out


@contextlib.contextmanager
def serve(snapshot):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["serve", "--snapshot", str(snapshot), "--port", str(port), "--log-level", "error"]
    child = subprocess.Popen([*PROGRAM, *words], stdout=subprocess.DEVNULL)
    base = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"{base}/readyz").read()
                break
            if child.poll() is not None:
                raise Short("the server ended at its start")
            time.sleep(0.1)
        yield base
    finally:
        child.terminate()
        child.wait()


def ask(base, script, *words, wanted):
    """Figures of a judge, each at least what is wanted of it."""
    out = subprocess.run([sys.executable, str(HERE / script), base, *map(str, words)], capture_output=True, text=True)
    lines = [line for line in out.stdout.splitlines() if line.startswith("FIGURE")]
    if not lines:
        raise Short((out.stderr or out.stdout).strip()[-300:])
    figures = {name: float(value) for name, value in re.findall(r"(\S+)=([\d.]+)", lines[-1])}
    short = [f"{name} {value} < {wanted(name)}" for name, value in figures.items() if value < wanted(name)]
    if short:
        raise Short(", ".join(short))
    shares = sorted((value, name) for name, value in figures.items() if value <= 1)
    return ", ".join(f"{name} {value:.4f}" for value, name in shares[:3]) + ", all else above"


def running(version):
    """Plan, models, fields, methods and combined views of a running Odoo."""
    # What only running code makes is not known: a few fields, and a handful of views among those that were recorded.
    loose = ("found", "selection", "create", "compute", "copy", "store", "applied", "arch")
    with serve(build(f"platform-{version}", [platform(version)])) as base:
        core = "odoo/odoo-16" if version == "16.0" else "odoo/odoo"
        return ask(base, "odoo/compare.py", RECORDS / f"odoo-{version}", "--core", core,
                   wanted=lambda name: 0.96 if any(word in name for word in loose) else 0.999)


def cpython():
    """CPython's reading of the manifests, models and views of a dozen repositories."""
    names = ["OCA/web", "OCA/server-tools", "OCA/l10n-spain", "OCA/crm", "OCA/stock-logistics-workflow"]
    branches = ["10.0", "12.0", "14.0", "16.0", "17.0"]
    snapshot, golden = build("cpython", repositories(names, branches)), BUILT / "cpython-golden"
    words = ["--mirror", str(options.mirrors), "--repos", ",".join(names), "--branches", ",".join(branches), "--out", str(golden)]
    subprocess.run([sys.executable, str(HERE / "cpython/golden.py"), *words], check=True, capture_output=True)
    with serve(snapshot) as base:
        return ask(base, "cpython/compare.py", golden, "--show", "0", wanted=lambda name: 0.999 if name in ("overall", "models", "fields", "methods", "views") else 0)


def upgrade():
    """The texts of OCA's upgrade_analysis between a running 16.0 and a running 17.0."""
    file = RECORDS / "upgrade.jsonl.gz"
    with gzip.open(file, "rt") as rows:
        names = sorted({"OCA/" + json.loads(row)["repository"] for row in rows} - {"OCA/odoo"})
    sources = [platform("16.0"), platform("17.0"), *repositories(names, ["16.0", "17.0"])]
    with serve(build("upgrade", sources)) as base:
        return ask(base, "upgrade/compare.py", file, "--systems", RECORDS / "upgrade-systems.json", wanted=lambda name: 0.997 if "." in name else 0)


def port():
    """Commits of which people said whether they must be ported."""
    rows = [json.loads(line) for line in (RECORDS / "port.jsonl").read_text().splitlines()]
    with serve(build("port", repositories(sorted({row["repository"] for row in rows})))) as base:
        return ask(base, "port/compare.py", wanted=lambda name: {"port.precision": 0.85, "port.recall": 0.95}.get(name, 0))


JUDGES = {"cpython": cpython, "upgrade": upgrade, "port": port}
for folder in sorted(RECORDS.glob("odoo-*")):
    version = folder.name.removeprefix("odoo-")
    JUDGES[f"odoo-{version}"] = lambda version=version: running(version)

states = []
for name in options.only.split(",") if options.only else JUDGES:
    try:
        state, said = "holds", JUDGES[name]()
    except Missing as missing:
        state, said = "not judged", f"needs {missing}"
    except Short as short:
        state, said = "SHORT", str(short)
    states.append(state)
    print(f"{state:10} {name:10} {said}", flush=True)
sys.exit("SHORT" in states)
