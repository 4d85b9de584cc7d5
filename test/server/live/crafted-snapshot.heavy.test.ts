// Snapshots that somebody made wrong on purpose, with the right checksums: refused by name wherever one is
// taken, and tried in a process of their own, which none of them ends.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createFolderTarget } from "../../../data/ship/remote/folder-target.js";
import { packSnapshot } from "../../../data/ship/archive/pack.js";
import { openSnapshot } from "../../../data/snapshot/decode.js";
import { VECTOR_INDEX_FILE } from "../../../data/snapshot/format.js";
import { verifySnapshot } from "../../../data/snapshot/verify.js";
import { LiveSnapshot } from "../../../server/live/live-snapshot.js";
import { awaitOperatorError } from "../../support/catch-error.js";
import { craftSnapshot, type Change } from "../../torture/crafted-snapshot.js";
import { tryRounds } from "../../torture/crafted-rounds.js";
import { setCurrent } from "../../support/small-snapshot.js";
import { buildFixtures } from "../../support/build-fixtures.js";
import { createFixtureSnapshot, type FixtureSnapshot } from "../../support/fixture-snapshot.js";
import { startProgram } from "../../support/program.js";
import { pull, readCurrentId } from "../../support/shipping.js";
import { packUnchecked } from "./unchecked-archive.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

let fixtures: FixtureSnapshot;
const nextFolder = makeFolderCounter(makeTemporaryFolder());
/** With a graph, however few its vectors are. */
let whole: string;

beforeAll(async () => {
  fixtures = createFixtureSnapshot();
  const { sources } = fixtures;
  const out = join(fixtures.folder, "with graph");
  whole = await buildFixtures(fixtures.folder, { sources, out });
});

const setNumber =
  (at: number, value: number): Change =>
  (bytes) => {
    const changed = Buffer.from(bytes);
    changed.writeUInt32LE(value, at);
    return changed;
  };

const LINK_TO_NOTHING = setNumber(100, 0xffff_fff0);

/** On each of these hnswlib itself ends the process, when it loads them or in the first search. */
const WRONG: readonly (readonly [what: string, graph: Change])[] = [
  ["a link to nothing", LINK_TO_NOTHING],
  ["more links than there is room for", setNumber(96, 0xffff)],
  ["an entry point that is not there", setNumber(52, 0x7fff_ffff)],
  ["a level that the entry point has not", setNumber(48, 30)],
  ["elements that are not there", setNumber(20, 1)],
];

function craft(graph: Change): string {
  const folder = nextFolder();
  craftSnapshot(whole, folder, { graph });
  return folder;
}

describe.each(WRONG)("a snapshot whose graph has %s", (_, graph) => {
  test("is called damaged, though every checksum is right", async () => {
    const snapshot = openSnapshot(craft(graph));
    expect((await verifySnapshot(snapshot)).damaged).toEqual([VECTOR_INDEX_FILE]);
    snapshot.close();
  });

  test("is refused while another one is served, which goes on", async () => {
    const served = nextFolder();
    await setCurrent(served, whole);
    const live = await LiveSnapshot.open(served, { embedder: {}, exactScanLimit: 0 });
    await live.prepareCurrent();
    await setCurrent(served, craft(graph));
    const error = await awaitOperatorError(live.refresh());
    expect(error).toMatchObject({ code: "snapshot_damaged" });
    expect(error.message).toContain(VECTOR_INDEX_FILE);
    expect(live.folder).toBe(whole);
    live.close();
  });

  test("is searched by nobody", async () => {
    const live = await LiveSnapshot.open(craft(graph), { embedder: {}, exactScanLimit: 0 });
    // Not only the first time.
    for (const time of [1, 2]) {
      const error = await awaitOperatorError(live.use((lookup) => lookup.getVectors()));
      expect({ time, code: error.code }).toEqual({ time, code: "snapshot_damaged" });
    }
    live.close();
  });
});

test("a graph with a link to nothing is not pulled", async () => {
  const maxBytes = 100_000_000;
  const target = createFolderTarget(nextFolder());
  const out = nextFolder();
  const archive = join(fixtures.folder, "good.tar.gz");
  const good = await packSnapshot(whole, archive);
  await target.publish(good, archive);
  await pull(target, out, { maxBytes });
  const file = join(fixtures.folder, "crafted.tar.gz");
  await target.publish(packUnchecked(craft(LINK_TO_NOTHING), file, good), file);
  const error = await awaitOperatorError(pull(target, out, { maxBytes }));
  expect(error).toMatchObject({ code: "snapshot_damaged" });
  expect(error.message).toContain(VECTOR_INDEX_FILE);
  expect(await readCurrentId(out)).toBe(good.contents.id);
});

test("a process that is started with one ends with one sentence, and so does the check", async () => {
  const folder = craft(LINK_TO_NOTHING);
  for (const words of [["serve", "--port=0"], ["verify"]]) {
    const program = startProgram([...words, `--snapshot=${folder}`]);
    expect(await program.ended).toEqual([1, null]);
    expect(program.readFaults().trim().split("\n")).toHaveLength(1);
    expect(program.readFaults()).toContain(VECTOR_INDEX_FILE);
  }
});

test("a graph that was only damaged is not read before its checksum is compared", async () => {
  const folder = nextFolder();
  craftSnapshot(whole, folder, {
    graph: (bytes) => bytes,
    entry: (entry) => ({
      ...entry,
      files: entry.files.map((row) =>
        row.name === VECTOR_INDEX_FILE ? { ...row, sha256: "0".repeat(64) } : row,
      ),
    }),
  });
  expect(readFileSync(join(folder, VECTOR_INDEX_FILE)).length).toBeGreaterThan(96);
  const live = await LiveSnapshot.open(folder, { embedder: {}, exactScanLimit: 0 });
  const error = await awaitOperatorError(live.use((lookup) => lookup.getVectors()));
  expect(error.message).toContain("the bytes that were written");
  live.close();
});

test("systems that take all they can get are answered, and end no process", async () => {
  const plan = { snapshot: "", work: nextFolder(), what: "systems", seed: 20, rounds: 8 } as const;
  const { failures, failing, served } = await tryRounds(plan);
  expect([failures, failing]).toEqual([[], []]);
  expect(served).toBe(plan.rounds);
});

describe("crafted snapshots", () => {
  test.each(["graph", "sections"] as const)("with changes of %s end no process", async (what) => {
    // `make torture` tries many more.
    const rounds = 12;
    const plan = { snapshot: whole, work: nextFolder(), what, seed: 20, rounds };
    const { failures, refused, tried } = await tryRounds(plan);
    expect(failures).toEqual([]);
    expect(tried).toBe(rounds);
    expect(refused).toBeGreaterThan(rounds / 4);
  });
});
