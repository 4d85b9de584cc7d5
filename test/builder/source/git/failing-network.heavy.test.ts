// Clones from a server that fails in every way: what passes is got over, what lasts is said in one sentence, nothing half
// brought is left, and the next time catches up.
import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { Clock } from "../../../../data/network/clock.js";
import { awaitOperatorError } from "../../../support/catch-error.js";
import { COMMITS, openCloneStage, SEVENTEEN } from "../clone-stage.js";
import { type NetworkFault, serveRepositories } from "../../../support/git-server.js";
import { importBranches, readGitText } from "../../../support/git-repository.js";

const stage = openCloneStage();

/** Outcome of each request, by its number from 1 on. */
type Plan = (request: number) => NetworkFault | undefined;

const onceAt: (at: number, fault: NetworkFault) => Plan = (at, fault) => (request) =>
  request === at ? fault : undefined;
const always: (fault: NetworkFault) => Plan = (fault) => () => fault;
const from: (at: number, fault: NetworkFault) => Plan = (at, fault) => (request) =>
  request >= at ? fault : undefined;

/** Requests of a clone: what is there, its branches, commits and trees; then what is there, and files. */
const PASSING: readonly (readonly [name: string, plan: Plan, waitsMs: readonly number[]])[] = [
  ["a server that is busy", onceAt(1, { status: 503 }), [2_000]],
  [
    "a server that names a time",
    onceAt(2, { status: 429, headers: { "Retry-After": "77" } }),
    [77_000],
  ],
  // A later one git itself may ask for again.
  ["a connection that is dropped", onceAt(1, "drop"), [2_000]],
  ["one that is dropped in the middle", onceAt(3, "drop half"), [2_000]],
  ["a pack of which half comes", onceAt(3, "half"), [2_000]],
  ["a list of branches of which half comes", onceAt(2, "half"), [2_000]],
  [
    "a page of a proxy",
    onceAt(1, { status: 200, headers: { "Content-Type": "text/html" } }),
    [2_000],
  ],
  ["files of which half come", onceAt(5, "half"), [2_000]],
];

const LASTING: readonly (readonly [name: string, plan: Plan, said: RegExp])[] = [
  ["a server that is down", always({ status: 500 }), /4 times in a row \(.*error: 500\)/],
  ["a repository that is gone", always({ status: 404 }), /cannot be read \(.*not found/],
  ["a server that drops all", always("drop"), /4 times in a row \(.*Empty reply from server\)/],
  ["packs of which half comes", from(3, "half"), /4 times in a row \(/],
  [
    "a server that takes nothing for an hour",
    always({ status: 429, headers: { "retry-after": "4000" } }),
    /takes no requests for 67 min/,
  ],
  [
    "a portal that answers for all",
    always({ status: 200 }),
    /4 times in a row \(.*names no branches\)/,
  ],
];

const NEW = { files: { "a/x.py": "new" } };
const SEVENTEEN_AND_NEW = ["a/new.py 5 other", "a/x.py 3 new"];

let address = "";
let requests = 0;
let plan: Plan = () => undefined;
let faults = 0;
let waitsMs: number[] = [];

/** Waits are over at once. */
const CLOCK: Clock = {
  now: () => 0,
  sleep: async (delayMs) => void waitsMs.push(delayMs),
};

beforeEach(async () => {
  address = await serveRepositories(stage.root, undefined, () => {
    const fault = plan((requests += 1));
    if (fault !== undefined) faults += 1;
    return fault;
  });
});

/** Opens the source while requests go by the plan. */
function open(failing: Plan = () => undefined): ReturnType<typeof stage.open> {
  plan = failing;
  requests = 0;
  faults = 0;
  waitsMs = [];
  return stage.open(`${address}/origin.git`, { clock: CLOCK });
}

describe.each(PASSING)("%s", (_, failing, expectedWaitsMs) => {
  test("costs a wait, for a clone and for bringing it up to date", async () => {
    expect(await stage.outline("17.0", await open(failing))).toEqual(SEVENTEEN);
    expect([faults, waitsMs]).toEqual([1, expectedWaitsMs]);
    importBranches(stage.origin, { "17.0": [...COMMITS, NEW] });
    expect(await stage.outline("17.0", await open(failing))).toEqual(SEVENTEEN_AND_NEW);
    expect([faults, waitsMs]).toEqual([1, expectedWaitsMs]);
  });
});

describe.each(LASTING)("%s", (_, failing, said) => {
  test("leaves nothing of a clone, a clone as it was, and nothing to the next time", async () => {
    const error = await awaitOperatorError(open(failing));
    expect(error.message).toMatch(said);
    expect(error.message).toMatch(/^acme\/sales .*\.$/);
    expect(faults).toBeGreaterThan(0);
    expect(readdirSync(path.dirname(stage.cloned()))).toEqual([]);
    expect(await stage.outline("17.0", await open())).toEqual(SEVENTEEN);

    const tip = readGitText(stage.cloned(), "rev-parse", "17.0");
    importBranches(stage.origin, { "17.0": [...COMMITS, NEW] });
    expect((await awaitOperatorError(open(failing))).message).toMatch(said);
    expect(readGitText(stage.cloned(), "rev-parse", "17.0")).toBe(tip);
    expect(await stage.outline("17.0", await open())).toEqual(SEVENTEEN_AND_NEW);
  });
});

test("a server that never answers costs no more than the time that a repository may take", async () => {
  plan = always("silence");
  const opened = stage.open(`${address}/origin.git`, { limits: { networkS: 1 } });
  expect((await awaitOperatorError(opened)).message).toBe(
    "acme/sales is not read, it has a server that takes more than 1 s; raise --repository-network-s or leave it out of the sources file.",
  );
});
