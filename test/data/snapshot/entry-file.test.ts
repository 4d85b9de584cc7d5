// snapshot.json: its id, its round trip, and every text that is refused.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeEntry, encodeEntry, type SnapshotEntry } from "../../../data/snapshot/entry-file.js";
import { SnapshotError } from "../../../data/snapshot/errors.js";
import { FORMAT_VERSION, OLDEST_READABLE_VERSION } from "../../../data/snapshot/format.js";
import { catchOperatorError } from "../../support/catch-error.js";
import { countCases } from "../../support/properties.js";

const PARTS: Omit<SnapshotEntry, "id"> = {
  format: FORMAT_VERSION,
  program: "1.2.3",
  counts: {
    entries: 2,
    modules: 1,
    repositories: 1,
    platform_versions: { "8.0": 1, "17.0": 1, "9": 4 },
    models: 0,
    fields: 0,
    methods: 0,
    views: 0,
    diagnostics: {},
  },
  embedder: null,
  sources: [
    {
      organization: "acme",
      repository: "sales",
      git: "https://git.example.org/acme/sales.git",
      branches: [{ branch: "main", platform_version: "17.0", commit: "0".repeat(40), modules: 1 }],
      faults: ['has no branch "éà\u001f\ufffd".'],
    },
  ],
  files: [{ name: "snapshot.bin", bytes: 99, sha256: "0".repeat(64) }],
};

describe("an entry file", () => {
  test("comes back as it was", () => {
    const { entry, text } = encodeEntry(PARTS);
    expect(decodeEntry(text, "folder")).toEqual(entry);
    expect(entry).toMatchObject(PARTS);
    expect(entry.id).toMatch(/^[0-9a-f]{32}$/);
  });

  test("has an id that depends on each of its parts", () => {
    const ids = [
      PARTS,
      { ...PARTS, program: "1.2.4" },
      { ...PARTS, files: [{ name: "snapshot.bin", bytes: 99, sha256: "1".repeat(64) }] },
      { ...PARTS, sources: [] },
      { ...PARTS, counts: { ...PARTS.counts, entries: 3 } },
    ].map((parts) => encodeEntry(parts).entry.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(encodeEntry(structuredClone(PARTS)).entry.id).toBe(ids[0]);
  });

  test("is text that people can read", () => {
    expect(encodeEntry(PARTS).text).toContain(`{\n  "format": ${FORMAT_VERSION},\n`);
  });
});

describe("an entry file is refused", () => {
  const { text } = encodeEntry(PARTS);

  test.each([
    ["that is empty", "snapshot_foreign", ""],
    ["that is no JSON", "snapshot_foreign", text.slice(0, 40)],
    ["that is other JSON", "snapshot_foreign", '{"name": "module-lookup"}'],
    ["that is null", "snapshot_foreign", "null"],
    ["that is a list", "snapshot_foreign", "[]"],
    [
      "of a later format",
      "snapshot_newer",
      encodeEntry({ ...PARTS, format: FORMAT_VERSION + 1 }).text,
    ],
    [
      "of a former format",
      "snapshot_older",
      encodeEntry({ ...PARTS, format: OLDEST_READABLE_VERSION - 1 }).text,
    ],
    ["that was edited", "snapshot_damaged", text.replace('"entries": 2', '"entries": 3')],
    ["whose id was edited", "snapshot_damaged", text.replace(/"id": "./, '"id": "x')],
    ["without its last line end", "snapshot_damaged", text.trimEnd()],
    ["that was formatted anew", "snapshot_damaged", JSON.stringify(JSON.parse(text))],
    ["with a letter spelled otherwise", "snapshot_damaged", text.replace("\\u001f", "\\u001F")],
  ])("%s: %s", (_, code, changed) => {
    expect(changed).not.toBe(text);
    const error = catchOperatorError(() => decodeEntry(changed, "/snapshots/abc"));
    expect(error).toBeInstanceOf(SnapshotError);
    expect(error.code).toBe(code);
    expect(error.message).toContain("/snapshots/abc");
    expect(error.message).toMatch(/(?:give the folder|update the program|build).*\.$/);
  });

  test("with any one character replaced, put in or left out", () => {
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.constantFrom("", " ", "\n", "0", "1", "e", '"', "}", "x"),
        fc.boolean(),
        (at, written, replaces) => {
          const changed = text.slice(0, at) + written + text.slice(replaces ? at + 1 : at);
          fc.pre(changed !== text);
          expect(() => decodeEntry(changed, "folder")).toThrow(SnapshotError);
        },
      ),
      { numRuns: countCases(1000) },
    );
  });

  test.each([
    ["files", { files: [null] }],
    ["files", { files: [] }],
    ["files", { files: [...PARTS.files, ...PARTS.files] }],
    ["files", { files: [{ ...PARTS.files[0], name: "../snapshot.bin" }] }],
    ["files", { files: [{ ...PARTS.files[0], bytes: -1 }] }],
    ["counts", { counts: {} }],
    ["counts", { counts: { ...PARTS.counts, entries: 2 ** 60 } }],
    ["counts", { counts: { ...PARTS.counts, platform_versions: null } }],
    ["embedder", { embedder: {} }],
    ["embedder", { embedder: { kind: "static", name: "x", dimensions: 0 } }],
    ["meaning", { meaning: { is_moved: 1 } }],
    ["meaning", { meaning: { is_moved: true, beside: { embedder: {} } } }],
    ["sources", { sources: [{ ...PARTS.sources[0], branches: [1] }] }],
    ["program", { program: 1 }],
  ])("with other %s than such a file has, though its id is right", (part, changes) => {
    const parts = { ...PARTS, ...changes } as typeof PARTS;
    const error = catchOperatorError(() => decodeEntry(encodeEntry(parts).text, "folder"));
    expect(error).toBeInstanceOf(SnapshotError);
    expect(error).toMatchObject({
      code: "snapshot_damaged",
      message: expect.stringContaining(part),
    });
  });
});
