// Archives: the same bytes for the same snapshot, the same files out of them, and nothing out of
// anything else.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { gunzipSync, gzipSync } from "node:zlib";
import {
  encodeManifest,
  parseManifest,
  type Manifest,
} from "../../../../data/ship/archive/manifest.js";
import { packSnapshot } from "../../../../data/ship/archive/pack.js";
import { checkRelease, type CheckedRelease } from "../../../../data/ship/release/release.js";
import {
  encodeFileHeader,
  encodeLinkHeader,
  getPadding,
  TAR_END,
} from "../../../../data/ship/archive/tar.js";
import { readArchive, unpackArchive } from "../../../../data/ship/archive/unpack.js";
import { SECTIONS_FILE } from "../../../../data/snapshot/format.js";
import { awaitOperatorError, catchOperatorError } from "../../../support/catch-error.js";
import { makeSnapshot } from "../../../support/shipping.js";
import { copySnapshot } from "../../../support/small-snapshot.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { countCases, testLong } from "../../../support/properties.js";

const root = makeTemporaryFolder();
const nextFolder = makeFolderCounter(root);
const archive = path.join(root, "archive.tar.gz");

let snapshot: string;
let release: CheckedRelease;

beforeAll(async () => {
  snapshot = await makeSnapshot(nextFolder(), "one");
  release = await packSnapshot(snapshot, archive);
});

/** Unpacks a tar file, compressed here, as what the release says. */
function unpackTar(tar: Uint8Array, as: CheckedRelease = release): Promise<string> {
  return unpackBytes(gzipSync(tar), as);
}

async function unpackBytes(bytes: Uint8Array, as: CheckedRelease = release): Promise<string> {
  const folder = nextFolder();
  mkdirSync(folder);
  writeFileSync(`${folder}.tar.gz`, bytes);
  await unpackArchive(`${folder}.tar.gz`, folder, as);
  return folder;
}

/** Another byte at a target. */
function invert(bytes: Uint8Array, target: number): Uint8Array {
  return bytes.map((byte, at) => (at === target ? ~byte : byte));
}

/** The tar file in members. */
interface Members {
  readonly manifest: Uint8Array;
  readonly files: readonly Uint8Array[];
  readonly link: Uint8Array;
}

function listMembers(): Members {
  const { contents, manifest } = release;
  return {
    manifest: toMember("artifact.json", Buffer.from(manifest)),
    files: contents.files.map(({ name }) =>
      toMember(`${contents.id}/${name}`, readFileSync(path.join(snapshot, name))),
    ),
    link: encodeLinkHeader("current", contents.id),
  };
}

function toMember(name: string, bytes: Uint8Array): Uint8Array {
  return join(encodeFileHeader(name, bytes.length), bytes, getPadding(bytes.length));
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}

/** The code with which a changed manifest is refused. */
function refuse(changes: Partial<Manifest> | Record<string, unknown>): string {
  const manifest = { ...release.contents, ...changes } as Manifest;
  return catchOperatorError(() => parseManifest(encodeManifest(manifest), "here")).code;
}

describe("an archive", () => {
  test("has the same bytes for the same snapshot, wherever it lies", async () => {
    const copy = nextFolder();
    copySnapshot(snapshot, copy);
    const again = `${copy}.tar.gz`;
    expect(await packSnapshot(copy, again)).toEqual(release);
    expect(readFileSync(again).equals(readFileSync(archive))).toBe(true);
    expect(readdirSync(path.dirname(again))).not.toContain(`${path.basename(again)}.partial`);
  });

  test("gives the files of the snapshot back", async () => {
    expect(await readArchive(archive)).toEqual(release);
    const folder = await unpackBytes(readFileSync(archive));
    const names = readdirSync(snapshot);
    expect(readdirSync(folder).toSorted()).toEqual(names.toSorted());
    for (const name of names) {
      const written = readFileSync(path.join(snapshot, name));
      expect(readFileSync(path.join(folder, name)).equals(written)).toBe(true);
    }
  });

  test("is not made of a damaged snapshot", async () => {
    const copy = nextFolder();
    copySnapshot(snapshot, copy, { [SECTIONS_FILE]: (bytes) => invert(bytes, 2_500) });
    const error = await awaitOperatorError(packSnapshot(copy, `${copy}.tar.gz`));
    expect(error.code).toBe("snapshot_damaged");
    expect(readdirSync(root)).not.toContain(`${path.basename(copy)}.tar.gz`);
  });

  test("is not written to a folder that is not there", async () => {
    const error = await awaitOperatorError(packSnapshot(snapshot, path.join(root, "no", "file")));
    expect(error.code).toBe("out_unwritable");
  });
});

describe("what is no archive of the release", () => {
  test("is told from what is", async () => {
    const { manifest, files, link } = listMembers();
    const tar = join(manifest, ...files, link, TAR_END);
    expect(gunzipSync(readFileSync(archive)).equals(tar)).toBe(true);
    await unpackTar(tar);
  });

  test.each<readonly [string, (members: Members) => Uint8Array]>([
    ["a path that leads out", ({ manifest }) => join(manifest, encodeFileHeader("../evil", 4))],
    ["an absolute path", ({ manifest }) => join(manifest, encodeFileHeader("/tmp/evil", 4))],
    ["a link instead of a file", ({ manifest }) => join(manifest, encodeLinkHeader("x", "/etc"))],
    [
      "a link to elsewhere",
      ({ manifest, files }) => join(manifest, ...files, encodeLinkHeader("current", "/etc")),
    ],
    ["files in another order", ({ manifest, files }) => join(manifest, ...files.toReversed())],
    [
      "a file that is missing",
      ({ manifest, files, link }) => join(manifest, ...files.slice(1), link, TAR_END),
    ],
    [
      "a file too many",
      ({ manifest, files, link }) =>
        join(manifest, ...files, link, encodeFileHeader("more", 0), TAR_END),
    ],
    [
      "more after the end",
      ({ manifest, files, link }) => join(manifest, ...files, link, TAR_END, new Uint8Array(1)),
    ],
    ["no end", ({ manifest, files, link }) => join(manifest, ...files, link)],
    ["nothing", () => new Uint8Array()],
  ])("%s", async (_, make) => {
    const error = await awaitOperatorError(unpackTar(make(listMembers())));
    expect(error.code).toBe("archive_foreign");
    expect(readdirSync(root)).not.toContain("evil");
  });

  testLong("a file that is longer than stated is not read to its end", async () => {
    const { contents, manifest } = release;
    const [entry] = contents.files;
    const huge = new Uint8Array(50_000_000);
    const header = encodeFileHeader(`${contents.id}/${entry?.name ?? ""}`, huge.length);
    const { manifest: first } = listMembers();
    const error = await awaitOperatorError(unpackTar(join(first, header, huge)));
    expect(error.code).toBe("archive_foreign");
    expect(manifest.length).toBeLessThan(1_000);
  });

  test("another file of the same length", async () => {
    const { manifest, files, link } = listMembers();
    const changed = files.map((file) => invert(file, 600));
    const error = await awaitOperatorError(unpackTar(join(manifest, ...changed, link, TAR_END)));
    expect(error.code).toBe("archive_damaged");
  });

  test("any byte changed or cut off gives an operator error or the same files", async () => {
    const bytes = readFileSync(archive);
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: bytes.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        async (at, change, isCut) => {
          const changed = Buffer.from(isCut ? bytes.subarray(0, at) : bytes);
          if (!isCut) changed[at] = change ^ (bytes[at] ?? 0);
          const [result] = await Promise.allSettled([unpackBytes(changed)]);
          if (result.status === "fulfilled") return;
          const error = await awaitOperatorError(Promise.reject(result.reason));
          expect(error.code).toMatch(/^archive_(foreign|damaged)$/);
        },
      ),
      { numRuns: countCases(60) },
    );
  });
});

describe("a manifest", () => {
  test("is read as it was written", () => {
    expect(parseManifest(release.manifest, "here")).toEqual(release.contents);
  });

  test.each(["../snapshot.json", "/etc/passwd", "a/b", "..", ".hidden", "A", ""])(
    "names no file %j",
    (name) => {
      const row = { name, bytes: 1, sha256: "0".repeat(64) };
      expect(refuse({ files: [...release.contents.files, row] })).toBe("archive_foreign");
    },
  );

  test("names no file twice, no odd lengths, and no other id", () => {
    const { files } = release.contents;
    const [entry] = files;
    expect(refuse({ files: [...files, ...files] })).toBe("archive_foreign");
    expect(refuse({ files: files.toReversed() })).toBe("archive_foreign");
    expect(refuse({ files: [{ ...entry, bytes: -1 }] })).toBe("archive_foreign");
    expect(refuse({ files: [{ ...entry, bytes: 1.5 }] })).toBe("archive_foreign");
    expect(refuse({ files: [{ ...entry, sha256: "0" }] })).toBe("archive_foreign");
    expect(refuse({ id: "../../etc" })).toBe("archive_foreign");
    expect(refuse({ artifact: 2 })).toBe("archive_foreign");
    for (const text of ["", "null", "{}", `${release.manifest} `]) {
      expect(catchOperatorError(() => parseManifest(text, "here")).code).toBe("archive_foreign");
    }
  });

  test("bounds what is transferred", () => {
    const larger = { ...release, archive: { ...release.archive, bytes: 10_000_000 } };
    expect(catchOperatorError(() => checkRelease(larger, "here")).code).toBe("archive_foreign");
    const other = { ...release, archive: { ...release.archive, name: "x.tar.gz" } };
    expect(catchOperatorError(() => checkRelease(other, "here")).code).toBe("archive_foreign");
  });
});
