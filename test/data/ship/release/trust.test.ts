// Trust of a puller: keys, channel, number, expiry; and its memory.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createFolderTarget } from "../../../../data/ship/remote/folder-target.js";
import type { PullOptions } from "../../../../data/ship/pull.js";
import { CURRENT_RELEASE, parseRelease } from "../../../../data/ship/release/release.js";
import type { TrustPolicy } from "../../../../data/ship/release/trust.js";
import { awaitOperatorError } from "../../../support/catch-error.js";
import {
  createNetwork,
  makeKeyPair,
  makeSnapshot,
  publishTo,
  pull,
  readCurrentId,
  trust,
  type SigningChoice,
} from "../../../support/shipping.js";
import { listOut } from "../../../support/small-sources.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());
const { privateKey, publicKey } = makeKeyPair();
const POLICY = trust(publicKey);
/** Before the time of the tests' clock. */
const PAST = "2025-12-31T23:59:59Z";

let snapshots: readonly string[];

beforeAll(async () => {
  snapshots = await Promise.all(
    ["one", "two", "three"].map((name) => makeSnapshot(nextFolder(), name)),
  );
});

interface Stage {
  readonly folder: string;
  readonly target: ReturnType<typeof createFolderTarget>;
  readonly out: string;
  /** Publishes a snapshot by its number. @returns its id and the text of the current release */
  publish(
    which: number,
    signing: Partial<SigningChoice> & { readonly sequence: number },
  ): Promise<{ readonly id: string; readonly text: string }>;
  /** Puts the text back as the current release. */
  replay(text: string): void;
  pull(changes?: Partial<PullOptions>): Promise<string | undefined>;
  /** The code of the refusal; what is current must stay. */
  refuse(changes?: Partial<PullOptions>): Promise<string>;
}

function openStage(): Stage {
  const folder = nextFolder();
  const target = createFolderTarget(folder);
  const out = nextFolder();
  const current = path.join(folder, CURRENT_RELEASE);
  return {
    folder,
    target,
    out,
    async publish(which, signing) {
      const choice = { keys: [privateKey], ...signing };
      const release = await publishTo(target, snapshots[which] ?? "", nextFolder(), choice);
      return { id: release.contents.id, text: readFileSync(current, "utf8") };
    },
    replay: (text) => writeFileSync(current, text),
    pull: async (changes) => (await pull(target, out, { trust: POLICY, ...changes }))?.id,
    async refuse(changes) {
      const before = await readCurrentId(out).catch(() => "none");
      const error = await awaitOperatorError(pull(target, out, { trust: POLICY, ...changes }));
      expect(await readCurrentId(out).catch(() => "none")).toBe(before);
      return error.code;
    },
  };
}

function withPolicy(changes: Partial<TrustPolicy>): Partial<PullOptions> {
  return { trust: { ...POLICY, ...changes } };
}

describe("an earlier release", () => {
  test("that is put back is refused, for good, unless going back is asked for", async () => {
    const stage = openStage();
    const first = await stage.publish(0, { sequence: 5 });
    expect(await stage.pull()).toBe(first.id);
    const second = await stage.publish(1, { sequence: 6 });
    expect(await stage.pull()).toBe(second.id);
    stage.replay(first.text);
    for (let time = 0; time < 2; time++) expect(await stage.refuse()).toBe("release_older");
    expect(await stage.pull(withPolicy({ allowsRollback: true }))).toBe(first.id);
    // From now on that is the last one.
    expect(await stage.pull()).toBe(first.id);
    stage.replay(second.text);
    expect(await stage.pull()).toBe(second.id);
  });

  test("is refused when the later one could not be transferred", async () => {
    const stage = openStage();
    const first = await stage.publish(0, { sequence: 5 });
    const second = await stage.publish(1, { sequence: 6 });
    writeFileSync(path.join(stage.folder, `${second.id}.tar.gz`), "");
    expect(await stage.refuse()).toBe("place_unreachable");
    stage.replay(first.text);
    expect(await stage.refuse()).toBe("release_older");
  });

  test("by its id is refused too; going back so does not forget the later one", async () => {
    const stage = openStage();
    const first = await stage.publish(0, { sequence: 5 });
    const second = await stage.publish(1, { sequence: 6 });
    await stage.pull();
    expect(await stage.refuse({ id: first.id })).toBe("release_older");
    const back = withPolicy({ allowsRollback: true });
    expect(await stage.pull({ id: first.id, ...back })).toBe(first.id);
    stage.replay(first.text);
    expect(await stage.refuse()).toBe("release_older");
    stage.replay(second.text);
    expect(await stage.pull()).toBe(second.id);
  });

  test("is taken although one of a clock that is years ahead was published between", async () => {
    const stage = openStage();
    await stage.publish(0, { sequence: 5 });
    await stage.pull();
    const tenYears = Date.parse("2036-01-01T00:00:00Z");
    await stage.publish(1, { sequence: tenYears });
    expect(await stage.refuse()).toBe("release_ahead");
    const next = await stage.publish(1, { sequence: 6 });
    expect(await stage.pull()).toBe(next.id);
  });

  test("of a number that another one has is refused", async () => {
    const stage = openStage();
    await stage.publish(0, { sequence: 5 });
    await stage.pull();
    await stage.publish(1, { sequence: 5 });
    expect(await stage.refuse()).toBe("release_older");
  });

  test("does not become current by a pull that takes longer than one of a later one", async () => {
    const stage = openStage();
    await stage.publish(0, { sequence: 5 });
    const { target, out } = stage;
    let later = "";
    const slow: typeof target = {
      ...target,
      async openArchive(archive, from) {
        const reading = await target.openArchive(archive, from);
        later = (await stage.publish(1, { sequence: 6 })).id;
        await stage.pull();
        return reading;
      },
    };
    const error = await awaitOperatorError(pull(slow, out, { trust: POLICY }));
    expect(error.code).toBe("release_older");
    expect(await readCurrentId(out)).toBe(later);
  });

  test("is remembered in one file for each channel, which must be whole", async () => {
    const stage = openStage();
    const { id } = await stage.publish(0, { sequence: 5 });
    await stage.pull();
    expect(listOut(stage.out)).toEqual([".seen-main.json", id, "current"].toSorted());
    const file = path.join(stage.out, ".seen-main.json");
    for (const text of ["", "{}", readFileSync(file, "utf8").slice(0, -9)]) {
      writeFileSync(file, text);
      expect(await stage.refuse()).toBe("memory_damaged");
    }
    expect(await stage.pull(withPolicy({ allowsRollback: true }))).toBe(id);
    expect(await stage.pull()).toBe(id);
  });
});

describe("a release of another channel", () => {
  test("is refused, and each channel has its own numbers", async () => {
    const stage = openStage();
    await stage.publish(0, { sequence: 9, channel: "test" });
    expect(await stage.refuse()).toBe("channel_wrong");
    await stage.pull(withPolicy({ channel: "test" }));
    const { id } = await stage.publish(1, { sequence: 1 });
    expect(await stage.pull()).toBe(id);
  });
});

function tellLater(): number {
  return Date.parse("2027-01-01T00:00:01Z");
}

describe("a release that has expired", () => {
  test("is said to have, or refused where that is wanted", async () => {
    const stage = openStage();
    const { id } = await stage.publish(0, { sequence: 1, expires: PAST });
    expect(await stage.refuse(withPolicy({ refusesExpired: true }))).toBe("release_expired");
    const network = createNetwork();
    expect(await stage.pull(network)).toBe(id);
    expect(network.notices).toEqual([expect.stringContaining(`has expired at ${PAST}`)]);
  });

  test("is said also while the target gives nothing new", async () => {
    const stage = openStage();
    await stage.publish(0, { sequence: 1 });
    const { tag } = (await pull(stage.target, stage.out, { trust: POLICY })) ?? {};
    const network = createNetwork();
    const later = { ...network, clock: { ...network.clock, now: tellLater }, knownTag: tag };
    expect(await stage.pull(later)).toBeUndefined();
    expect(network.notices).toHaveLength(1);
    const strict = { ...later, ...withPolicy({ refusesExpired: true }) };
    expect(await stage.refuse(strict)).toBe("release_expired");
  });
});

describe("keys", () => {
  test("that signed must be known, and one of several is enough", async () => {
    const [old, next] = [makeKeyPair(), makeKeyPair()];
    const know = (...pairs: readonly (typeof old)[]): Partial<PullOptions> =>
      withPolicy({ keys: pairs.map((pair) => pair.publicKey) });
    const stage = openStage();
    const { id } = await stage.publish(0, { sequence: 1, keys: [old.privateKey] });
    expect(await stage.refuse(know(next))).toBe("signature_wrong");
    expect(await stage.refuse(know())).toBe("signature_wrong");
    expect(await stage.pull(know(next, old))).toBe(id);
    await stage.publish(0, { sequence: 2, keys: [old.privateKey, next.privateKey] });
    for (const pair of [old, next]) expect(await stage.pull(know(pair))).toBe(id);
  });

  test("are asked for where nobody signed", async () => {
    const stage = openStage();
    await publishTo(stage.target, snapshots[0] ?? "", nextFolder());
    expect(await stage.refuse()).toBe("signature_missing");
    expect(await stage.pull({ trust: "anyone" })).toBeDefined();
    expect(listOut(stage.out)).not.toContain(".seen-main.json");
  });

  test("stand for every part of the release", async () => {
    const stage = openStage();
    const first = await stage.publish(0, { sequence: 1 });
    const second = await stage.publish(1, { sequence: 2 });
    const [one, two] = [first, second].map(({ text }) => parseRelease(text, ""));
    if (one === undefined || two === undefined) throw new Error("two were published");
    const edit = (from: string | RegExp, to: string): string => second.text.replace(from, to);
    const texts = [
      edit(/"sequence\\": 2/, '"sequence\\": 3'),
      edit(/"channel\\": \\"main/, '"channel\\": \\"test'),
      edit(/2027-01-01/, "2028-01-01"),
      edit("0.0.0-test", "0.0.1-test"),
      edit(/"bytes": \d+/, '"bytes": 1'),
      ...[
        { archive: one.archive },
        { manifest: one.manifest },
        { statement: one.statement },
        { signatures: one.signatures },
        { archive: one.archive, manifest: one.manifest },
      ].map((part) => JSON.stringify({ release: 2, ...two, ...part })),
    ];
    for (const text of texts) {
      expect(text).not.toBe(second.text);
      stage.replay(text);
      expect(await stage.refuse()).toBe("signature_wrong");
    }
    stage.replay(second.text);
    expect(await stage.pull()).toBe(second.id);
  });
});
