// A build of many repositories from a server that fails in every way: each is read or reported, nothing half read is
// published, and the next build catches up.
import { EventEmitter, once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { Clock } from "../../network/clock.js";
import type { BuildReport } from "../../builder/progress/report.js";
import { DEFAULT_LIMITS } from "../../builder/source/limits.js";
import type { Source } from "../../builder/source/source.js";
import { openSnapshot } from "../../data/snapshot/decode.js";
import { verifySnapshot } from "../../data/snapshot/verify.js";
import type { NetworkFault } from "../support/git-backend.js";
import { importBranches, makeGitRepository, readGitText } from "../support/git-repository.js";
import { serveRepositories } from "../support/git-server.js";
import { build } from "../support/builds.js";
import { makeFolderCounter, makeTemporaryFolder } from "../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());

/** What becomes of each request for a repository, by its number from 1 on. */
type Plan = (request: number) => NetworkFault | undefined;

const onceAt: (at: number, fault: NetworkFault) => Plan = (at, fault) => (request) =>
  request === at ? fault : undefined;
const always: (fault: NetworkFault) => Plan = (fault) => () => fault;
const from: (at: number, fault: NetworkFault) => Plan = (at, fault) => (request) =>
  request >= at ? fault : undefined;

/** Requests of a clone: what is there, its branches, commits and trees, then the same for files. */
const PASSING: Readonly<Record<string, Plan>> = {
  busy: onceAt(1, { status: 503 }),
  limited: onceAt(2, { status: 429, headers: { "Retry-After": "77" } }),
  dropped: onceAt(3, "drop"),
  cut: onceAt(3, "drop half"),
  halved: onceAt(3, "half"),
  listing: onceAt(2, "half"),
  proxied: onceAt(1, { status: 200, headers: { "Content-Type": "text/html" } }),
  files: onceAt(6, "half"),
};

const LASTING: Readonly<Record<string, readonly [Plan, said: RegExp]>> = {
  down: [always({ status: 500 }), /4 times in a row \(.*error: 500\)/],
  gone: [always({ status: 404 }), /cannot be read \(.*not found/],
  mute: [always("drop"), /4 times in a row \(.*Empty reply from server\)/],
  packs: [from(3, "half"), /4 times in a row \(/],
  spent: [
    always({ status: 429, headers: { "retry-after": "4000" } }),
    /takes no requests for 67 min/,
  ],
  portal: [always({ status: 200 }), /4 times in a row \(.*names no branches\)/],
};

const NAMES = ["well", ...Object.keys(PASSING), ...Object.keys(LASTING)];

let root = "";
let plans: Readonly<Record<string, Plan>> = {};
let requests = new Map<string, number>();
let waits: number[] = [];

/** Waits are over at once. */
const CLOCK: Clock = {
  now: () => 0,
  sleep: async (delayMs) => {
    waits.push(delayMs);
  },
};

beforeEach(() => {
  root = nextFolder();
  for (const name of NAMES) {
    makeGitRepository(path.join(root, `${name}.git`), { "17.0": [toCommit(name, 1)] });
    readGitText(path.join(root, `${name}.git`), "config", "uploadpack.allowFilter", "true");
  }
  plans = {};
  requests = new Map();
  waits = [];
});

function toCommit(name: string, version: number) {
  const manifest = `{"name": "${name}", "version": "17.0.${version}.0.0", "depends": []}`;
  return { files: { [`mod_${name}/__manifest__.py`]: manifest } };
}

function fail(failing: typeof plans): void {
  plans = failing;
  requests = new Map();
}

function findFault({ url = "" }: IncomingMessage): NetworkFault | undefined {
  const name = url.split(/[/.]/)[1] ?? "";
  const request = (requests.get(name) ?? 0) + 1;
  requests.set(name, request);
  return plans[name]?.(request);
}

function toSources(address: string): readonly Source[] {
  return NAMES.map((repository) => ({
    organization: "acme",
    repository,
    url: `https://git.example.org/acme/${repository}.git`,
    cloneUrl: `${address}/${repository}.git`,
    mirror: undefined,
    branches: undefined,
    addons: ["."],
  }));
}

function listRead({ entry }: BuildReport): readonly string[] {
  return entry.sources.filter(({ branches }) => branches.length > 0).map((row) => row.repository);
}

async function expectWhole({ folder }: BuildReport): Promise<void> {
  expect((await verifySnapshot(openSnapshot(folder))).damaged).toEqual([]);
}

/** The bytes of a snapshot's files, by name. */
function readBytes({ folder }: BuildReport): readonly (readonly [string, string])[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => [name, readFileSync(path.join(folder, name)).toString("base64")]);
}

const LASTING_PLANS = Object.fromEntries(
  Object.entries(LASTING).map(([name, [plan]]) => [name, plan]),
);

describe("a build over a failing network", () => {
  test("reads what comes in the end, reports the rest, and the next one catches up", async () => {
    const sources = toSources(await serveRepositories(root, undefined, findFault));
    const out = path.join(root, "out");
    fail({ ...PASSING, ...LASTING_PLANS });
    const first = await build(sources, { out, clock: CLOCK });
    expect(listRead(first)).toEqual(["well", ...Object.keys(PASSING)].toSorted());
    for (const [name, [, said]] of Object.entries(LASTING)) {
      const row = first.entry.sources.find(({ repository }) => repository === name);
      expect(row?.faults).toEqual([expect.stringMatching(said)]);
      expect(row?.faults[0]).toMatch(/^acme\/.*\.$/);
    }
    expect(waits).toContain(77_000);
    expect(Math.max(...waits)).toBe(77_000);
    await expectWhole(first);
    // Of what did not come whole nothing is left in the cache.
    const clones = readdirSync(path.join(`${out}-cache`, "clones", "acme"));
    expect(clones.toSorted()).toEqual(listRead(first).map((name) => `${name}.git`));

    fail({});
    const next = await build(sources, { out, clock: CLOCK });
    expect(listRead(next)).toEqual(NAMES.toSorted());
    const cold = await build(sources, { out: path.join(root, "cold"), clock: CLOCK });
    expect(readBytes(next)).toEqual(readBytes(cold));
  });

  test("keeps the clones of the last time as they were, and reads what came meanwhile later", async () => {
    const sources = toSources(await serveRepositories(root, undefined, findFault));
    const out = path.join(root, "out");
    const before = await build(sources, { out, clock: CLOCK });
    for (const name of NAMES) {
      importBranches(path.join(root, `${name}.git`), {
        "17.0": [toCommit(name, 1), toCommit(name, 2)],
      });
    }
    fail({ ...PASSING, ...LASTING_PLANS });
    const failing = await build(sources, { out, clock: CLOCK });
    expect(listRead(failing)).toEqual(["well", ...Object.keys(PASSING)].toSorted());
    await expectWhole(failing);
    for (const name of Object.keys(LASTING)) {
      const clone = path.join(`${out}-cache`, "clones", "acme", `${name}.git`);
      const kept = before.entry.sources.find(({ repository }) => repository === name);
      expect(readGitText(clone, "rev-parse", "17.0")).toBe(kept?.branches[0]?.commit);
    }
    fail({});
    const next = await build(sources, { out, clock: CLOCK });
    for (const { repository, branches } of next.entry.sources) {
      const tip = readGitText(path.join(root, `${repository}.git`), "rev-parse", "17.0");
      expect(branches.map(({ commit }) => commit)).toEqual([tip]);
    }
  });

  test("reads others while it waits, with one repository at a time", async () => {
    const sources = toSources(await serveRepositories(root, undefined, findFault));
    fail({ busy: always({ status: 503 }) });
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
    await build(sources, { out: path.join(root, "out"), clock, jobs: 1, progress });
    expect(finished.at(-1)).toBe("acme/busy");
  });
});

test("a server that never answers costs no more than the time that a repository may take", async () => {
  const sources = toSources(await serveRepositories(root, undefined, findFault));
  fail({ mute: always("silence") });
  const limits = { ...DEFAULT_LIMITS, networkS: 1 };
  const some = sources.filter(({ repository }) => ["mute", "well"].includes(repository));
  const report = await build(some, { out: path.join(root, "out"), limits });
  expect(report.entry.sources.flatMap(({ faults }) => faults)).toEqual([
    "acme/mute is not read, it has a server that takes more than 1 s; raise --repository-network-s or leave it out of the sources file.",
  ]);
});
