// A build of many repositories over HTTP from a server that fails for one in ten of them: drops connections, answers
// late, 429 and 5xx, half packs. How long it takes, how many are read and reported, whether what is published is whole,
// and whether the next build gives what a build without any fault does.
//
//   node dist/bench/failing-network.js [--repositories 181] [--delay-ms 3000] [--jobs N]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { removeSealed } from "../files/durable-file.js";
import type { BuildReport } from "../builder/progress/report.js";
import { answerGit, type NetworkFault } from "../test/support/git-backend.js";
import { makeGitRepository, readGitText } from "../test/support/git-repository.js";
import { print } from "./spread.js";

const { values } = parseArgs({
  options: {
    repositories: { type: "string", default: "181" },
    "delay-ms": { type: "string", default: "3000" },
    jobs: { type: "string", default: String(availableParallelism()) },
  },
});

/** What becomes of the request of this number for a repository. */
type Plan = (request: number) => NetworkFault | undefined;

const onceAt =
  (at: number, fault: NetworkFault): Plan =>
  (request) =>
    request === at ? fault : undefined;

/** One after the other for each tenth repository; `undefined`: every answer comes late. */
const PLANS: readonly (readonly [name: string, plan: Plan | undefined])[] = [
  ["a dropped connection, once", onceAt(2, "drop")],
  ["every connection dropped", () => "drop"],
  ["late answers", undefined],
  ["429 with Retry-After, once", onceAt(1, { status: 429, headers: { "Retry-After": "5" } })],
  ["500 always", () => ({ status: 500 })],
  ["503 once", onceAt(3, { status: 503 })],
  ["half a pack, once", onceAt(3, "half")],
  ["half packs always", (request) => (request >= 3 ? "half" : undefined)],
  ["a pack cut off, once", onceAt(3, "drop half")],
  ["a page instead of git", () => ({ status: 200, headers: { "Content-Type": "text/html" } })],
];

const FAILING_EVERY = 10;

const folder = mkdtempSync(path.join(tmpdir(), "module-lookup-bench-"));
const requests = new Map<string, number>();
let isFailing = true;

const names = Array.from({ length: Number(values.repositories) }, (_, at) => `repository-${at}`);
const server = createServer((request, response) => {
  const name = (request.url ?? "").split(/[/.]/)[1] ?? "";
  const count = (requests.get(name) ?? 0) + 1;
  requests.set(name, count);
  const found = findPlan(name);
  if (!isFailing || found === undefined) answerGit(folder, request, response);
  else if (found[1] !== undefined) answerGit(folder, request, response, found[1](count));
  else setTimeout(() => answerGit(folder, request, response), Number(values["delay-ms"]));
}).listen(0, "127.0.0.1");
try {
  await once(server, "listening");
  for (const name of names) makeRepository(name);
  const { port } = server.address() as AddressInfo;
  const sources = names.map((repository) => {
    const url = `http://127.0.0.1:${port}/${repository}.git`;
    return { organization: "bench", repository, url };
  });
  writeFileSync(path.join(folder, "sources.json"), JSON.stringify({ sources }));
  const failing = await measure("one in ten fails", "cache");
  isFailing = false;
  const next = await measure("the next build", "cache");
  const cold = await measure("without any fault, cold", "cache-of-cold");
  describeFailing(failing);
  const isSame = toSums(next) === toSums(cold);
  print(`the next build has the bytes of the cold one: ${isSame ? "yes" : "NO"}`);
  if (!isSame) process.exitCode = 1;
} finally {
  server.closeAllConnections();
  server.close();
  await removeSealed(folder);
}

function findPlan(name: string): (typeof PLANS)[number] | undefined {
  const at = names.indexOf(name);
  return at % FAILING_EVERY === 0 ? PLANS[(at / FAILING_EVERY) % PLANS.length] : undefined;
}

function makeRepository(name: string): void {
  const module = name.replaceAll("-", "_");
  const text = `from odoo import fields, models\n\n\nclass Model(models.Model):\n    _name = "${module}"\n    name = fields.Char()\n`;
  const files = {
    [`${module}/__manifest__.py`]: `{"name": "${module}", "depends": []}`,
    [`${module}/__init__.py`]: "from . import models\n",
    [`${module}/models.py`]: text,
  };
  const commits = [
    { files },
    { files: { [`${module}/models.py`]: `${text}    active = fields.Boolean()\n` } },
  ];
  makeGitRepository(path.join(folder, `${name}.git`), {
    "17.0": commits,
    "16.0": commits.slice(0, 1),
  });
  readGitText(path.join(folder, `${name}.git`), "config", "uploadpack.allowFilter", "true");
}

async function measure(what: string, cache: string): Promise<BuildReport> {
  requests.clear();
  const start = performance.now();
  const report = await build(cache);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const read = report.entry.sources.filter(({ branches }) => branches.length > 0).length;
  const reported = report.entry.sources.filter(({ faults }) => faults.length > 0).length;
  const asked = [...requests.values()].reduce((sum, count) => sum + count, 0);
  print(`${what}: ${seconds} s, ${read} read, ${reported} reported, ${asked} requests`);
  if (read + reported !== names.length) process.exitCode = 1;
  return report;
}

function build(cache: string): Promise<BuildReport> {
  const program = fileURLToPath(new URL("../cli/main.js", import.meta.url));
  const words = ["--sources", path.join(folder, "sources.json"), "--out", path.join(folder, "out")];
  const others = ["--cache", path.join(folder, cache), "--jobs", values.jobs, "--json"];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, "build", ...words, ...others], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.on("close", (code) => {
      if (code === 0) resolve(JSON.parse(output.trim().split("\n").at(-1) ?? "") as BuildReport);
      else reject(new Error(`the build ended with ${code}`));
    });
  });
}

function describeFailing({ entry }: BuildReport): void {
  for (const [name] of PLANS) {
    const rows = entry.sources.filter(({ repository }) => findPlan(repository)?.[0] === name);
    const read = rows.filter(({ branches }) => branches.length > 0).length;
    const [said = ""] = rows.flatMap(({ faults }) => faults);
    print(`  ${name}: ${read} of ${rows.length} read${said === "" ? "" : `; ${said}`}`);
  }
}

function toSums({ entry }: BuildReport): string {
  return JSON.stringify(entry.files.map(({ name, sha256 }) => [name, sha256]));
}
