// A build of repositories from a server that fails: each is read or reported, nothing half read is published, and the
// next build catches up. In which ways a server fails is tried by test/builder/source/git/failing-network.heavy.test.ts.
import { EventEmitter, once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { Clock } from "../../../data/network/clock.js";
import type { BuildReport } from "../../../builder/progress/report.js";
import type { Source } from "../../../builder/source/source.js";
import { openSnapshot } from "../../../data/snapshot/decode.js";
import { verifySnapshot } from "../../../data/snapshot/verify.js";
import { build } from "../../support/builds.js";
import { type NetworkFault, serveRepositories } from "../../support/git-server.js";
import { makeGitRepository, readGitText } from "../../support/git-repository.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());
const NAMES = ["busy", "down", "well"];

/** Outcome of each request for a repository, the next one first. */
let plans = new Map<string, NetworkFault[]>();
let sources: readonly Source[] = [];
let out = "";

/** Waits are over at once. */
const CLOCK: Clock = { now: () => 0, sleep: async () => undefined };

beforeEach(async () => {
  const root = nextFolder();
  for (const name of NAMES) {
    const manifest = `{"name": "${name}", "version": "17.0.1.0.0", "depends": []}`;
    const files = { [`mod_${name}/__manifest__.py`]: manifest };
    makeGitRepository(path.join(root, `${name}.git`), { "17.0": [{ files }] });
    readGitText(path.join(root, `${name}.git`), "config", "uploadpack.allowFilter", "true");
  }
  plans = new Map();
  const findFault = ({ url = "" }: IncomingMessage): NetworkFault | undefined =>
    plans.get(url.split(/[/.]/)[1] ?? "")?.shift();
  const address = await serveRepositories(root, undefined, findFault);
  sources = NAMES.map((repository) => ({
    organization: "acme",
    repository,
    url: `https://git.example.org/acme/${repository}.git`,
    cloneUrl: `${address}/${repository}.git`,
    mirror: undefined,
    branches: undefined,
    addons: ["."],
  }));
  out = path.join(root, "out");
});

/** More often than anyone asks. */
const ever = (fault: NetworkFault): NetworkFault[] => Array.from({ length: 20 }, () => fault);

/** The bytes of a snapshot's files, by name. */
function readBytes({ folder }: BuildReport): readonly (readonly [string, string])[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => [name, readFileSync(path.join(folder, name)).toString("base64")]);
}

test("what comes in the end is read, the rest is reported, and the next build catches up", async () => {
  plans.set("busy", [{ status: 503 }]).set("down", ever({ status: 500 }));
  const first = await build(sources, { out, clock: CLOCK });
  expect(plans.get("busy")).toEqual([]);
  expect(first.entry.sources).toMatchObject([
    { repository: "busy", faults: [], branches: [{ modules: 1 }] },
    { repository: "down", faults: [expect.stringMatching(/^acme\/down .*\.$/)], branches: [] },
    { repository: "well", faults: [], branches: [{ modules: 1 }] },
  ]);
  expect((await verifySnapshot(openSnapshot(first.folder))).damaged).toEqual([]);
  // An incomplete clone leaves nothing in the cache.
  const clones = readdirSync(path.join(`${out}-cache`, "clones", "acme"));
  expect(clones.toSorted()).toEqual(["busy.git", "well.git"]);

  plans = new Map();
  const next = await build(sources, { out, clock: CLOCK });
  expect(next.entry.counts.entries).toBe(3);
  const cold = await build(sources, { out: `${out}-cold`, clock: CLOCK });
  expect(readBytes(next)).toEqual(readBytes(cold));
});

test("others are read while one is waited for, with one repository at a time", async () => {
  plans.set("busy", ever({ status: 503 }));
  const finished: string[] = [];
  const reading = new EventEmitter();
  const others = once(reading, "others");
  const progress = {
    start: () => undefined,
    finish: () => undefined,
    stop: () => undefined,
    advance(done: number, detail = "") {
      if (/^acme\/\w+$/.test(detail)) finished.push(detail);
      if (done === NAMES.length - 1) reading.emit("others");
    },
  };
  // The first wait lasts until all others are read.
  const clock: Clock = { now: () => 0, sleep: () => others };
  await build(sources, { out, clock, jobs: 1, progress });
  expect(finished.at(-1)).toBe("acme/busy");
});
