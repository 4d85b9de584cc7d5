// From a push to the first answer that knows it: repositories on a local server of git, `build --watch` with a webhook,
// `serve` of the same folder, each a program of its own. The time from the moment at which the commit is on the server and
// the host says so until the service gives the new version of the module.
//
//   node dist/bench/push-latency.js [--repositories 30] [--modules 20] [--rounds 9] [--sources FILE]
//
// With --sources the watch reads these, too, and the repositories that are pushed to come on top.
import { createHmac } from "node:crypto";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { removeSealed } from "../files/durable-file.js";
import { answerGit } from "../test/support/git-backend.js";
import { importBranches, makeGitRepository, readGitText } from "../test/support/git-repository.js";
import { findFreePort, startService, type StartedServer } from "./children.js";
import { print, showSpread, spread } from "./spread.js";

const { values } = parseArgs({
  options: {
    repositories: { type: "string", default: "30" },
    modules: { type: "string", default: "20" },
    rounds: { type: "string", default: "9" },
    sources: { type: "string" },
  },
});

const SECRET = "a secret of the benchmark";
const POLL_MS = 20;

const folder = mkdtempSync(path.join(tmpdir(), "module-lookup-bench-"));
const names = Array.from({ length: Number(values.repositories) }, (_, at) => `repository${at}`);
const server = createServer((request, response) => answerGit(folder, request, response));
server.listen(0, "127.0.0.1");
let watch: ChildProcess | undefined;
let service: StartedServer | undefined;
try {
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const name of names) {
    makeGitRepository(toFolder(name), { "17.0": toCommits(name, 1) });
    readGitText(toFolder(name), "config", "uploadpack.allowFilter", "true");
  }
  const port = await findFreePort();
  watch = startWatch(writeSources(address), port);
  while (!existsSync(path.join(folder, "out", "current"))) await sleep(POLL_MS);
  service = await startService(path.join(folder, "out"));
  const seconds: number[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    const name = names[round % names.length] ?? "";
    const version = 2 + Math.floor(round / names.length);
    importBranches(toFolder(name), { "17.0": toCommits(name, version) });
    const start = performance.now();
    await sendPush(`http://127.0.0.1:${port}/webhook`, `${address}/${name}.git`);
    while (!(await knows(service.base, name, version))) await sleep(POLL_MS);
    seconds.push((performance.now() - start) / 1000);
  }
  print(`${values.rounds} pushes to ${names.length} repositories of ${values.modules} modules`);
  print(`  push to answer, s  ${showSpread(spread(seconds), 2)}  (minimum / median / maximum)`);
} finally {
  watch?.kill("SIGINT");
  service?.process.kill("SIGTERM");
  server.closeAllConnections();
  server.close();
  if (watch !== undefined && watch.exitCode === null) await once(watch, "close");
  await removeSealed(folder);
}

function toFolder(name: string): string {
  return path.join(folder, `${name}.git`);
}

/** Each commit changes the first module. */
function toCommits(name: string, count: number) {
  const others = Array.from({ length: Number(values.modules) - 1 }, (_, at) => [
    `${name}_other${at}/__manifest__.py`,
    `{"name": "Other ${at}", "version": "17.0.1.0.0", "depends": ["${name}"]}`,
  ]);
  return Array.from({ length: count }, (_, at) => ({
    files: {
      ...(at === 0 ? (Object.fromEntries(others) as Record<string, string>) : {}),
      [`${name}/__manifest__.py`]: `{"name": "${name}", "version": "17.0.${at + 1}.0.0", "depends": []}`,
    },
  }));
}

function writeSources(address: string): string {
  const own = names.map((repository) => {
    const url = `${address}/${repository}.git`;
    return { organization: "bench", repository, url };
  });
  const others =
    values.sources === undefined
      ? []
      : (JSON.parse(readFileSync(values.sources, "utf8")) as { sources: unknown[] }).sources;
  const file = path.join(folder, "sources.json");
  writeFileSync(file, JSON.stringify({ sources: [...own, ...others] }));
  return file;
}

function startWatch(sources: string, port: number): ChildProcess {
  const program = fileURLToPath(new URL("../cli/main.js", import.meta.url));
  const places = ["--out", path.join(folder, "out"), "--cache", path.join(folder, "cache")];
  const words = ["build", "--watch", "--sources", sources, ...places, "--interval-s", "3600"];
  return spawn(process.execPath, [program, ...words, "--webhook-port", String(port)], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, MODULE_LOOKUP_WEBHOOK_TOKEN: SECRET },
  });
}

async function sendPush(webhook: string, clone: string): Promise<void> {
  const body = JSON.stringify({ repository: { clone_url: clone } });
  const signature = createHmac("sha256", SECRET).update(body).digest("hex");
  const headers = { "X-GitHub-Event": "push", "X-Hub-Signature-256": `sha256=${signature}` };
  const response = await fetch(webhook, { method: "POST", headers, body });
  if (response.status !== 202) throw new Error(`the push was answered with ${response.status}`);
}

async function knows(base: string, name: string, version: number): Promise<boolean> {
  const response = await fetch(`${base}/v1/module/${name}/17.0`);
  return (await response.text()).includes(`17.0.${version}.0.0`);
}
