// Pulls from a folder and from an archive: what is taken, what is refused, what stays.
import {
  chmodSync,
  cpSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { lockFolder } from "../../../data/files/folder-lock.js";
import { createFileTarget, createFolderTarget } from "../../../data/ship/remote/folder-target.js";
import { CURRENT_RELEASE, nameRelease, parseRelease } from "../../../data/ship/release/release.js";
import { once } from "../../../server/lookup/memo.js";
import { awaitOperatorError } from "../../support/catch-error.js";
import { makeSnapshot, publishTo, pull, readCurrentId } from "../../support/shipping.js";
import { listOut } from "../../support/small-sources.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";
import { makeWritable } from "../../support/make-writable.js";

const root = makeTemporaryFolder();
const nextFolder = makeFolderCounter(root);

interface Published {
  readonly folder: string;
  readonly target: ReturnType<typeof createFolderTarget>;
  /** Ids of the snapshots, in the order in which they were published. */
  readonly ids: readonly string[];
}

async function publishNames(...names: readonly string[]): Promise<Published> {
  const folder = nextFolder();
  const target = createFolderTarget(folder);
  const ids: string[] = [];
  for (const name of names) {
    const snapshot = await makeSnapshot(nextFolder(), name);
    ids.push((await publishTo(target, snapshot, `${snapshot}.tar.gz`)).contents.id);
  }
  return { folder, target, ids };
}

/** Two published snapshots, of which the first was pulled. */
const pullGood = once(async () => {
  const { target, folder, ids } = await publishNames("good", "bad");
  const out = nextFolder();
  await pull(target, out, { id: ids[0] });
  return { folder, ids, out };
});

/** Spoils what was published behind a pull, and expects the next one to fail. */
async function refuse(
  spoil: (folder: string, id: string) => void,
  changes: Parameters<typeof pull>[2] = {},
): Promise<string> {
  const good = await pullGood();
  const { ids } = good;
  const [folder, out] = [nextFolder(), nextFolder()];
  cpSync(good.folder, folder, { recursive: true });
  cpSync(good.out, out, { recursive: true, verbatimSymlinks: true });
  const target = createFolderTarget(folder);
  spoil(folder, ids[1] ?? "");
  const error = await awaitOperatorError(pull(target, out, changes));
  expect(await readCurrentId(out)).toBe(ids[0]);
  expect(listOut(out)).toEqual([ids[0], "current"].toSorted());
  return error.code;
}

function change(file: string, edit: (text: string) => string): void {
  writeFileSync(file, edit(readFileSync(file, "latin1")), "latin1");
}

type Spoil = (folder: string, id: string) => void;

/** Puts another text into the current release. */
function editRelease(from: RegExp, to: string): Spoil {
  return (folder) => change(path.join(folder, CURRENT_RELEASE), (text) => text.replace(from, to));
}

function editArchive(edit: (text: string) => string): Spoil {
  return (folder, id) => change(path.join(folder, `${id}.tar.gz`), edit);
}

/** One in the midst of the text. */
function changeCharacter(text: string): string {
  const other = text[900] === "!" ? "?" : "!";
  return `${text.slice(0, 900)}${other}${text.slice(901)}`;
}

describe("a pull from a folder", () => {
  test("makes the published snapshot the current one, and is done once", async () => {
    const { target, ids } = await publishNames("one");
    const out = nextFolder();
    const first = await pull(target, out);
    expect(first).toMatchObject({ state: "pulled", id: ids[0], notes: [] });
    expect(await readCurrentId(out)).toBe(ids[0]);
    expect(listOut(out)).toEqual([ids[0], "current"].toSorted());
    for (const changes of [{}, { knownTag: first?.tag }]) {
      const link = path.join(out, "current");
      lutimesSync(link, 0, 0);
      const again = await pull(target, out, changes);
      expect(again?.state).toBe("knownTag" in changes ? undefined : "unchanged");
      expect(lstatSync(link).mtimeMs).toBeGreaterThan(0);
    }
  });

  test("follows what is published, keeps the one before, and goes back by id", async () => {
    const { target, ids } = await publishNames("one", "two", "three");
    const [one = "", two = "", three = ""] = ids;
    const out = nextFolder();
    for (const id of [one, two]) await pull(target, out, { id });
    expect(await pull(target, out)).toMatchObject({ state: "pulled", id: three });
    expect(listOut(out)).toEqual([two, three, "current"].toSorted());
    expect(await pull(target, out, { id: two })).toMatchObject({ state: "switched", id: two });
    expect(await readCurrentId(out)).toBe(two);
    expect(await pull(target, out, { id: one, keep: 1 })).toMatchObject({ state: "pulled" });
    expect(listOut(out)).toEqual([one, "current"].toSorted());
  });

  test("by id takes no other snapshot that the target gives under it", async () => {
    const { target, folder, ids } = await publishNames("one", "two");
    const [one = "", two = ""] = ids;
    cpSync(path.join(folder, nameRelease(two)), path.join(folder, nameRelease(one)));
    const out = nextFolder();
    const error = await awaitOperatorError(pull(target, out, { id: one }));
    expect(error).toMatchObject({ code: "release_other", message: expect.stringContaining(one) });
    expect(await pull(target, out, { id: two })).toMatchObject({ state: "pulled", id: two });
  });

  test("replaces a snapshot that was damaged here", async () => {
    const { target, ids } = await publishNames("one");
    const out = nextFolder();
    const { folder = "" } = (await pull(target, out)) ?? {};
    const file = path.join(folder, "snapshot.bin");
    makeWritable(file);
    writeFileSync(
      file,
      readFileSync(file).map((byte, at) => (at === 3_000 ? ~byte : byte)),
    );
    expect(await pull(target, out)).toMatchObject({ state: "pulled" });
    expect(await readCurrentId(out)).toBe(ids[0]);
  });

  test("takes a single archive too, and what it is replaced with", async () => {
    const file = `${nextFolder()}.tar.gz`;
    const { folder, ids } = await publishNames("one", "two");
    const out = nextFolder();
    cpSync(path.join(folder, `${ids[0]}.tar.gz`), file);
    const target = createFileTarget(file);
    const first = await pull(target, out);
    expect(first).toMatchObject({ state: "pulled", id: ids[0] });
    expect(await pull(target, out, { knownTag: first?.tag })).toBeUndefined();
    cpSync(path.join(folder, `${ids[1]}.tar.gz`), file);
    expect(await pull(target, out, { knownTag: first?.tag })).toMatchObject({ id: ids[1] });
    const error = await awaitOperatorError(pull(target, out, { id: ids[0] }));
    expect(error.code).toBe("place_empty");
  });

  test("removes parts of other archives, but not of one that somebody pulls", async () => {
    const { target, ids } = await publishNames("one");
    const out = nextFolder();
    const [left, held] = ["left", "held"].map((name) => path.join(out, `.pulling-${name}`));
    for (const folder of [left, held]) mkdirSync(folder ?? "", { recursive: true });
    const lock = await lockFolder(held ?? "");
    await pull(target, out);
    lock.release();
    expect(listOut(out)).toEqual([ids[0], "current", ".pulling-held"].toSorted());
  });

  test("is not made twice at a time", async () => {
    const { target, folder } = await publishNames("one");
    const { archive } = parseRelease(readFileSync(path.join(folder, CURRENT_RELEASE), "utf8"), "");
    const out = nextFolder();
    const pulling = path.join(out, `.pulling-${archive.sha256}`);
    mkdirSync(pulling, { recursive: true });
    const lock = await lockFolder(pulling);
    expect((await awaitOperatorError(pull(target, out))).code).toBe("pull_running");
    lock.release();
    expect(await pull(target, out)).toMatchObject({ state: "pulled" });
  });
});

describe("a pull is refused and the current snapshot stays", () => {
  test("when there is none", async () => {
    const error = await awaitOperatorError(pull(createFolderTarget(nextFolder()), nextFolder()));
    expect(error.code).toBe("place_empty");
  });

  test("when its release is none, or contradicts itself", async () => {
    expect(await refuse(editRelease(/^[^]*$/, "<html>"))).toBe("archive_foreign");
    expect(await refuse(editRelease(/^[^]*$/, "{}"))).toBe("archive_foreign");
    expect(await refuse(editRelease(/\\"artifact\\": 1/, '\\"artifact\\": 2'))).toBe(
      "archive_foreign",
    );
    expect(await refuse(editRelease(/"name": "\w+/, '"name": "../../evil'))).toBe(
      "archive_foreign",
    );
    expect(await refuse(editRelease(/"bytes": \d+/, '"bytes": 99999999999'))).toBe(
      "archive_foreign",
    );
    expect(await refuse(editRelease(/^/, " ".repeat(300_000)))).toBe("archive_foreign");
  });

  test("when its archive is another one, shorter, or longer", async () => {
    expect(await refuse(editArchive(changeCharacter))).toBe("archive_damaged");
    expect(await refuse(editArchive((text) => `${text} `))).toBe("archive_damaged");
  });

  test("when it is larger than allowed", async () => {
    expect(await refuse(() => undefined, { maxBytes: 100 })).toBe("archive_too_large");
  });

  test("when another version of this program published it", async () => {
    expect(await refuse(editRelease(/"release": 2/, '"release": 1'))).toBe("release_format");
    expect(await refuse(editRelease(/"release": 2/, '"release": 3'))).toBe("release_format");
    expect(await refuse(editRelease(/"release": 2/, '"release": "2"'))).toBe("archive_foreign");
  });

  test("when the folder cannot be written", async () => {
    const { target } = await publishNames("one");
    const file = nextFolder();
    writeFileSync(file, "");
    chmodSync(file, 0o400);
    const error = await awaitOperatorError(pull(target, path.join(file, "out")));
    expect(error.code).toBe("out_unwritable");
  });
});
