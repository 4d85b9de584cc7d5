// Attacks by a writer of a publish target: changed and mixed releases and archives, foreign keys,
// and replayed earlier releases. A model decides what may be accepted.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createFolderTarget } from "../../data/ship/remote/folder-target.js";
import type { PublishTarget } from "../../data/ship/remote/target.js";
import type { PullOptions } from "../../data/ship/pull.js";
import { CURRENT_RELEASE, parseRelease, type Release } from "../../data/ship/release/release.js";
import { OperatorError } from "../../data/operator-error.js";
import {
  makeKeyPair,
  makeSnapshot,
  publishTo,
  pull,
  readCurrentId,
  signAs,
  trust,
} from "../support/shipping.js";
import type { Torture } from "./torture.js";

const OURS = makeKeyPair();
const FOREIGN = makeKeyPair();
const CHANNELS = ["main", "test"] as const;
const KEPT = ["one", "two", "three"] as const;

/** A release as it was published, with what was signed. */
interface Published {
  readonly id: string;
  readonly text: string;
  readonly sequence: number;
  readonly channel: (typeof CHANNELS)[number];
  readonly isOurs: boolean;
}

export async function attackReleases(torture: Torture): Promise<void> {
  const snapshots = [];
  for (const name of KEPT) snapshots.push(await makeSnapshot(torture.nextFolder(), name));
  for (let round = 0; round < torture.rounds; round++) {
    await replay(torture, snapshots);
    await tamper(torture, snapshots);
  }
}

/** Publishes and puts back at random, for several channels, and pulls after each. */
async function replay(torture: Torture, snapshots: readonly string[]): Promise<void> {
  const { random } = torture;
  const folder = torture.nextFolder();
  const target = createFolderTarget(folder);
  const out = torture.nextFolder();
  const published: Published[] = [];
  const highest = new Map<string, Published>();
  for (let step = 0; step < 6; step++) {
    const isNew = published.length === 0 || random.happens(0.4);
    const given = isNew
      ? await publish(torture, target, folder, random.choose(snapshots))
      : random.choose(published);
    if (isNew) published.push(given);
    writeFileSync(path.join(folder, CURRENT_RELEASE), given.text);
    const channel = random.choose(CHANNELS);
    const seen = highest.get(channel);
    const mayBe =
      given.isOurs &&
      given.channel === channel &&
      (seen === undefined ||
        given.sequence > seen.sequence ||
        (given.sequence === seen.sequence && given.id === seen.id));
    torture.tried(isNew ? "releases published" : "releases put back");
    const before = await readCurrentId(out).catch(() => undefined);
    const taken = await attempt(target, out, { trust: { ...trust(OURS.publicKey), channel } });
    if (taken !== undefined && !mayBe)
      torture.failed(`release ${given.sequence} of ${given.channel}`);
    if (taken === undefined && mayBe) torture.failed("a release was refused that is right");
    if (taken === undefined && (await readCurrentId(out).catch(() => undefined)) !== before) {
      torture.failed("a refused release has changed what is current");
    }
    if (mayBe) highest.set(channel, given);
  }
}

async function publish(
  torture: Torture,
  target: PublishTarget,
  folder: string,
  snapshot: string,
): Promise<Published> {
  const { random } = torture;
  const channel = random.choose(CHANNELS);
  const sequence = 1 + random.below(20);
  const isOurs = random.happens(0.8);
  const keys = [isOurs ? OURS.privateKey : FOREIGN.privateKey];
  const choice = { keys, sequence, channel };
  const { contents } = await publishTo(target, snapshot, torture.nextFolder(), choice);
  const text = readFileSync(path.join(folder, CURRENT_RELEASE), "utf8");
  return { id: contents.id, text, sequence, channel, isOurs };
}

/** Two releases of ours are mixed, and their bytes and those of archives changed. */
async function tamper(torture: Torture, snapshots: readonly string[]): Promise<void> {
  const { random } = torture;
  const folder = torture.nextFolder();
  const target = createFolderTarget(folder);
  const texts: string[] = [];
  const [first = "", second = ""] = snapshots;
  for (const [at, snapshot] of [first, second].entries()) {
    const choice = { keys: [OURS.privateKey], sequence: at + 1 };
    await publishTo(target, snapshot, torture.nextFolder(), choice);
    texts.push(readFileSync(path.join(folder, CURRENT_RELEASE), "utf8"));
  }
  const [one = "", two = ""] = texts;
  const right = parseRelease(two, "").archive.name.slice(0, 32);
  for (let time = 0; time < 6; time++) {
    const [what, text] = changeRelease(random, parseRelease(one, ""), parseRelease(two, ""), two);
    writeFileSync(path.join(folder, CURRENT_RELEASE), text);
    torture.tried(`releases with ${what}`);
    await mustBe(torture, target, right, what);
  }
  writeFileSync(path.join(folder, CURRENT_RELEASE), two);
  const archives = readdirSync(folder).filter((name) => name.endsWith(".gz"));
  for (let time = 0; time < 4; time++) {
    const file = path.join(folder, `${right}.tar.gz`);
    const whole = readFileSync(file);
    const changed = random.happens(0.2)
      ? readFileSync(path.join(folder, random.choose(archives)))
      : changeBytes(random, whole);
    writeFileSync(file, changed);
    torture.tried("archives with other bytes");
    await mustBe(torture, target, right, "other bytes");
    writeFileSync(file, whole);
  }
}

/** Refused, or what was signed. */
async function mustBe(
  torture: Torture,
  target: PublishTarget,
  right: string,
  what: string,
): Promise<void> {
  const out = torture.nextFolder();
  const taken = await attempt(target, out, { trust: trust(OURS.publicKey) });
  if (taken !== undefined && taken !== right) torture.failed(`a release with ${what}`);
  if (taken !== undefined && (await readCurrentId(out)) !== right) torture.failed("other bytes");
}

/** The id of what was taken. */
async function attempt(
  target: PublishTarget,
  out: string,
  changes: Partial<PullOptions>,
): Promise<string | undefined> {
  try {
    return (await pull(target, out, changes))?.id;
  } catch (error) {
    if (error instanceof OperatorError) return undefined;
    throw error;
  }
}

function toText(release: object): string {
  return JSON.stringify({ release: 2, ...release });
}

function changeRelease(
  random: Torture["random"],
  one: Release,
  two: Release,
  text: string,
): readonly [what: string, text: string] {
  const parts = ["archive", "manifest", "statement", "signatures"] as const;
  return random.choose<() => readonly [string, string]>([
    () => ["other bytes", changeBytes(random, Buffer.from(text)).toString("utf8")],
    () => {
      // Not all of one: that is the earlier release as it was signed.
      const mixed = parts.map((part) => [part, (random.happens(0.5) ? one : two)[part]] as const);
      const isWhole = mixed.every(([part, value]) => value === one[part]);
      return ["mixed parts", isWhole ? "" : toText(Object.fromEntries(mixed))];
    },
    () => {
      const { archive, manifest } = one;
      return ["another's archive", toText({ ...two, archive, manifest })];
    },
    () => ["foreign signatures", toText(signAs(two, { keys: [FOREIGN.privateKey], sequence: 9 }))],
    () => {
      const forged = signAs(one, { keys: [FOREIGN.privateKey], sequence: 9 });
      // A known key's name on another key's signature.
      const signatures = forged.signatures.map(({ signature }) => ({
        key: two.signatures[0]?.key ?? "",
        signature,
      }));
      return ["a known key's name", toText({ ...forged, signatures })];
    },
    () => {
      const statement = (two.statement ?? "").replace(/\d+/, String(random.below(1e6) + 3));
      return ["another number", toText({ ...two, statement })];
    },
    () => ["no statement", toText({ ...one, statement: null, signatures: [] })],
    () => ["no signature", toText({ ...one, signatures: [] })],
    () => [
      "the first format",
      toText({ ...one, release: 1, signature: two.signatures[0]?.signature }),
    ],
  ])();
}

function changeBytes(random: Torture["random"], bytes: Buffer): Buffer {
  if (random.happens(0.2)) return bytes.subarray(0, random.below(bytes.length));
  const changed = Buffer.from(bytes);
  for (let times = 1 + random.below(3); times > 0; times--) {
    const at = random.below(changed.length);
    changed[at] = (changed[at] ?? 0) ^ (1 + random.below(255));
  }
  return random.happens(0.2) ? Buffer.concat([changed, changed.subarray(0, 99)]) : changed;
}
