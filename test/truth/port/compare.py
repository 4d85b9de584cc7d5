#!/usr/bin/env python3
"""Compares a running service's verdicts on unported commits with the judged rows.

usage: compare.py BASE_URL [--rows FILE …] [--show N]
Asks /v1/module/{m}/unported?from&to&org&repo&all=true and looks for the row's commit under pull_requests[].commits[]:
its `verdict` is port, partly, present, obsolete, trivial or reverted. A commit that is not there, or without a verdict where
the answer has others with one, counts as not to be ported. Prints precision and recall of port|partly, ends with `FIGURE …`.
"""
import argparse, collections, http.client, json, pathlib, urllib.parse
here = pathlib.Path(__file__).parent
p = argparse.ArgumentParser()
p.add_argument("base"); p.add_argument("--rows", type=pathlib.Path, nargs="+", default=sorted((here.parent / "records").glob("port*.jsonl"))); p.add_argument("--show", type=int, default=8)
opt = p.parse_args()
u = urllib.parse.urlsplit(opt.base); c = http.client.HTTPConnection(u.hostname, u.port, timeout=60)
q = lambda t: urllib.parse.quote(t, safe="")
tp = fp = fn = tn = failed = exact = 0
wrong = []
for r in (json.loads(l) for file in opt.rows for l in file.read_text().split("\n") if l):
    org, repo = r["repository"].split("/")
    c.request("GET", f"/v1/module/{q(r['module'])}/unported?from={r['from']}&to={r['to']}&org={q(org)}&repo={q(repo)}&all=true")
    a = c.getresponse(); body = a.read()
    if a.status != 200: failed += 1; continue
    found = [k for pr in json.loads(body)["pull_requests"] for k in pr["commits"] if k["commit"].startswith(r["commit"]) or r["commit"].startswith(k["commit"])]
    verdict = found[0].get("verdict", "port" if found[0].get("listed", True) else "present") if found else "absent"
    exact += verdict == r["label"]
    work, said = r["label"] in ("port", "partly"), verdict in ("port", "partly")
    tp += work and said; fp += said and not work; fn += work and not said; tn += not work and not said
    if work != said: wrong.append(f"{r['repository']} {r['module']} {r['from']}→{r['to']} {r['commit']}: {r['label']}, here {verdict} ({r['reason'][:80]})")
for w in wrong[: opt.show]: print(w)
n = tp + fp + fn + tn
print(f"{n} rows, {failed} without an answer; to be ported {tp + fn}, told {tp + fp}; the very label {exact / max(n, 1):.3f}")
print(f"FIGURE port.precision={tp / max(tp + fp, 1):.4f} port.recall={tp / max(tp + fn, 1):.4f} port.rows={n}")
