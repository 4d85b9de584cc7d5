#!/usr/bin/env python3
"""Compares a running service's plans and registries with what a running Odoo said of the same set.

usage: compare.py BASE_URL GOLDEN/SET [--sample N] [--show N] [--json FILE]
Asks /v1/plan, /v1/registry/models, /v1/registry/models/{model}, /v1/registry/views/{xml_id} with the set's
requested modules; prints one line for each figure, ends with `FIGURE name=value …`. Needs python3-lxml.
"""
import argparse, collections, gzip, http.client, json, pathlib, random, re, sys, time, urllib.parse
from lxml import etree

parser = argparse.ArgumentParser()
parser.add_argument("base"); parser.add_argument("golden", type=pathlib.Path)
parser.add_argument("--sample", type=int, default=0, help="models and views asked, at random with a fixed seed; 0 for all")
parser.add_argument("--core", default="odoo/odoo"); parser.add_argument("--organization", default="OCA")
parser.add_argument("--show", type=int, default=3); parser.add_argument("--json", type=pathlib.Path)
opt = parser.parse_args()
url = urllib.parse.urlsplit(opt.base)
conn = http.client.HTTPConnection(url.hostname, url.port, timeout=120)
q = lambda t: urllib.parse.quote(t, safe="")
head = json.loads((opt.golden / "modules.json").read_text())
rows = lambda n: [json.loads(line) for line in gzip.open(opt.golden / f"{n}.jsonl.gz", "rt")]
figures, samples = {}, collections.defaultdict(list)


def ask(path):
    conn.request("GET", path)
    r = conn.getresponse(); body = r.read()
    return r.status, (json.loads(body) if body[:1] in b"[{" else None)


def share(name, good, total):
    figures[name] = good / total if total else 1.0
    print(f"{name:38} {good:>8} of {total:>8}  {figures[name]:.4f}")
    for s in samples[name][: opt.show]:
        print("    ", s)


def differ(name, where, want, got):
    samples[name].append(f"{where}: Odoo {str(want)[:110]} | here {str(got)[:110]}")


version = head["platform"] if re.match(r"\d+\.\d+$", str(head.get("platform", ""))) else head["version"]
# The addons path of the set: the platform's own modules and the set's repositories, less what was left out.
path = [opt.core] + [f"{opt.organization}/{r}" for r in head["repos"]]
query = f"platform_version={version}&modules={q(','.join(head['requested']))}&repositories={q(','.join(path))}"
if head["left_out"]: query += f"&exclude={q(','.join(sorted(head['left_out'])))}"

# The plan
t = time.time()
status, plan = ask(f"/v1/plan?{query}")
if status != 200:
    sys.exit(f"/v1/plan: {status}")
order = [m["technical_name"] for m in plan["modules"]]
want = head["load_order"]
share("plan: installed modules", len(set(order) & set(want)), len(set(order) | set(want)))
for n in sorted(set(order) ^ set(want))[:20]:
    samples["plan: load order"].append(("extra " if n in order else "missing ") + n)
both = [n for n in order if n in set(want)]
share("plan: load order", sum(a == b for a, b in zip(both, [n for n in want if n in set(order)])), len(want))
origin = {m["technical_name"]: m["origin"] for m in plan["modules"]}
pulled = {m["name"]: m["pulled"] for m in head["modules"]}
for n in pulled:
    if origin.get(n) != pulled[n]: differ("plan: origin", n, pulled[n], origin.get(n))
share("plan: origin", sum(origin.get(n) == pulled[n] for n in pulled), len(pulled))

# Models
models = {m["model"]: m for m in rows("models")}
status, listed = ask(f"/v1/registry/models?{query}&limit=5000")
names = {m["model"] for m in (listed.get("models") if isinstance(listed, dict) else listed or [])}
known = {m for m in models if not m.startswith("_unknown")}
names.discard("_unknown")
share("models: names", len(names & known), len(names | known))
for n in sorted(names ^ known)[:10]: samples["models: names"].append(n)
fields, methods = collections.defaultdict(dict), collections.defaultdict(dict)
for f in rows("fields"): fields[f["model"]][f["name"]] = f
for m in rows("methods"): methods[m["model"]][m["name"]] = m
asked = sorted(n for n in known & names if "classes" in models[n])  # kept records have some models in full, of the others the name
if opt.sample and opt.sample < len(asked): asked = sorted(random.Random(1).sample(asked, opt.sample))
ok, n = collections.Counter(), collections.Counter()


def same(name, where, want, got):
    n[name] += 1
    if want == got: ok[name] += 1
    else: differ(name, where, want, got)


slow = []
for model in asked:
    t0 = time.time()
    status, got = ask(f"/v1/registry/models/{q(model)}?{query}")
    slow.append(time.time() - t0)
    if status != 200:
        n["models: answered"] += 1; samples["models: answered"].append(f"{model}: {status}"); continue
    n["models: answered"] += 1; ok["models: answered"] += 1
    m = models[model]
    for key in ("transient", "abstract", "order", "rec_name", "description", "inherits"):
        same(f"model.{key}", model, m[key], got.get(key))
    same("model.parents", model, sorted(m["inherit_parents"]), sorted(got.get("inherit_parents", [])))
    if model != "base":
        same("model.classes", model, [(c["module"], c["class"]) for c in m["classes"]], [(c["module"], c["class_name"]) for c in got.get("classes", [])])
    mine = {f["name"]: f for f in got["fields"]}
    theirs = {k: f for k, f in fields[model].items() if not f["manual"]}
    n["fields: found"] += len(theirs); ok["fields: found"] += len(set(theirs) & set(mine))
    n["fields: not invented"] += len(mine); ok["fields: not invented"] += len(set(theirs) & set(mine))
    for k in sorted(set(theirs) ^ set(mine))[:2]: samples["fields: found" if k in theirs else "fields: not invented"].append(f"{model}.{k}")
    for k in set(theirs) & set(mine):
        a, b, where = theirs[k], mine[k], f"{model}.{k}"
        same("field.type", where, a["type"], b.get("type"))
        for key in ("required", "readonly", "store", "copy", "company_dependent", "inherited", "automatic"):
            same(f"field.{key}", where, bool(a[key]), bool(b.get(key)))
        for key in ("string", "compute", "related", "groups"):
            same(f"field.{key}", where, a[key], b.get(key))
        if a.get("comodel"): same("field.comodel_name", where, a["comodel"], b.get("comodel_name"))
        if a.get("inverse_name"): same("field.inverse_name", where, a["inverse_name"], b.get("inverse_name"))
        if a["type"] == "selection" and a.get("selection") and not a.get("selection_dynamic"):
            keys = [x if isinstance(x, str) else x[0] for x in a["selection"]]
            same("field.selection", where, keys, [x if isinstance(x, str) else x[0] for x in b.get("selection") or []])
        if not a["inherited"] and not a["automatic"] and a["defs"]:
            same("field.definitions", where, [(d["module"], d["class"]) for d in a["defs"]], [(d["module"], d["class_name"]) for d in b.get("definitions", [])])
    if model != "base":
        mine = {x["name"]: x for x in got["methods"]}
        theirs = {k: x for k, x in methods[model].items() if all(not d.get("alias") and not d.get("kind") for d in x["definers"])}
        for k, x in theirs.items():
            same("methods: definers", f"{model}.{k}", [(d["module"], d["class"]) for d in x["definers"]], [(d["module"], d["class_name"]) for d in mine.get(k, {}).get("definers", [])])
for name in sorted(n): share(name, ok[name], n[name])
ok, n = collections.Counter(), collections.Counter()

# Views
WS = re.compile(r"\s+")


def canon(text):
    el = etree.fromstring(text)
    etree.strip_tags(el, etree.Comment, etree.ProcessingInstruction)
    for x in el.iter():
        x.text = WS.sub(" ", x.text).strip() or None if x.text else None
        x.tail = WS.sub(" ", x.tail).strip() or None if x.tail else None
        for k, v in x.attrib.items(): x.attrib[k] = WS.sub(" ", v).strip()
    el.tail = None
    return etree.tostring(el, method="c14n").decode()


ids = re.compile(r"%\([^)]*\)[ds]|\b\d+\b")
views = [v for name in ("combined", "combined_qweb") if (opt.golden / f"{name}.jsonl.gz").exists() for v in rows(name)]
if opt.sample and opt.sample < len(views): views = random.Random(2).sample(views, opt.sample)
for v in views:
    if not v.get("arch") or not v.get("xml_id"): continue  # a view that a program made has no id
    kind = "qweb views" if v.get("type") == "qweb" else "views"
    t0 = time.time()
    status, got = ask(f"/v1/registry/views/{q(v['xml_id'])}?{query}")
    slow.append(time.time() - t0)
    n[f"{kind}: answered"] += 1
    if status != 200: samples[f"{kind}: answered"].append(f"{v['xml_id']}: {status}"); continue
    ok[f"{kind}: answered"] += 1
    same(f"{kind}: applied, in order", v["xml_id"], v["applied"], got.get("applied"))
    try: mine = canon(got["arch"])
    except Exception as e: mine = f"unreadable: {e}"
    # Database ids of records are numbers in Odoo's answer and names here: both are left out.
    same(f"{kind}: combined arch", v["xml_id"], ids.sub("#", v["arch"]), ids.sub("#", mine))
for name in sorted(n): share(name, ok[name], n[name])
slow.sort()
print(f"{len(slow)} answers, median {slow[len(slow)//2]*1e3:.1f} ms, longest {slow[-1]*1e3:.0f} ms, {time.time()-t:.0f} s in all")
print("FIGURE " + " ".join(f"{k.replace(': ', '.').replace(', ', '_').replace(' ', '_')}={v:.4f}" for k, v in figures.items()))
if opt.json: opt.json.write_text(json.dumps(figures, indent=1))
