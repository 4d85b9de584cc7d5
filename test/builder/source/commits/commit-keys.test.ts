// Keys of commits: equality, and ignored ones.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isIgnored,
  parseLocalSeconds,
  toLooseKey,
  toLooseMessage,
  toStrictKey,
  type CommitWords,
} from "../../../../builder/source/commits/commit-keys.js";

const WORDS: CommitWords = {
  author: "Ann",
  email: "ann@example.org",
  localSeconds: 100,
  message: "[FIX] a: rounding\n",
  units: ["a/", "requirements.txt"],
};

function areSame(toKey: (words: CommitWords) => string, changes: Partial<CommitWords>): boolean {
  return toKey(WORDS) === toKey({ ...WORDS, ...changes });
}

describe("commits are the same strictly", () => {
  test("whatever the order of what they change, and what stands around the message", () => {
    const units = ["requirements.txt", "a/"];
    expect(areSame(toStrictKey, { units, message: " [FIX] a: rounding" })).toBe(true);
  });

  test.each([
    { author: "Bob" },
    { email: "ann@other.example" },
    { localSeconds: 101 },
    { message: "[FIX] a: rounding!" },
    { units: ["a/"] },
  ])("but not with %j", (changes) => {
    expect(areSame(toStrictKey, changes)).toBe(false);
  });
});

describe("commits are the same loosely", () => {
  test.each([
    { units: ["b/"] },
    { message: "[17.0][FIX] a: rounding" },
    { message: "a: rounding" },
    { message: "[FIX]\na:  rounding" },
  ])("with %j", (changes) => {
    expect(areSame(toLooseKey, changes)).toBe(true);
  });

  test.each([{ author: "Bob" }, { localSeconds: 101 }, { message: "[FIX] a: rounds" }])(
    "but not with %j",
    (changes) => {
      expect(areSame(toLooseKey, changes)).toBe(false);
    },
  );

  test("by all of a message but brackets and versions, as a pattern finds them", () => {
    const piece = fc.constantFrom("[", "]", "1", "23", ".", "a", " ", "  ", "\n");
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const message = pieces.join("");
        const line = message.trim().replaceAll("\n", " ").replaceAll("  ", " ");
        expect(toLooseMessage(message)).toBe(line.replaceAll(/\[.*\]|\d+\.\d+/g, "").trim());
      }),
    );
  });

  test("in time that grows with the length of the message alone", () => {
    const hostile = `${"[".repeat(300_000)}${"1".repeat(300_000)}`;
    expect(toLooseMessage(hostile)).toHaveLength(600_000);
  });
});

describe("a commit is ignored", () => {
  test.each<[string, Partial<CommitWords>]>([
    ["of a program", { email: "oca-git-bot@odoo-community.org" }],
    ["of translations", { message: "Translated using Weblate (Italian)\n" }],
    ["of new translations", { message: "Added translation using Weblate (Italian)\n\nMore" }],
    ["of the repository's own files", { units: ["README.md", "setup/", ".github/"] }],
  ])("%s", (_, changes) => {
    expect(isIgnored({ ...WORDS, ...changes })).toBe(true);
  });

  test.each<[string, Partial<CommitWords>]>([
    ["of requirements", { units: ["test-requirements.txt"] }],
    ["of a folder that is no module", { units: ["doc/"] }],
    ["of a version", { message: "[BOT] post-merge updates" }],
    ["that tells of translations further below", { message: "Fix\n\nTranslated using Weblate" }],
  ])("but not one %s", (_, changes) => {
    expect(isIgnored({ ...WORDS, ...changes })).toBe(false);
  });
});

test.each([
  ["1700000000 +0200", 1_700_007_200],
  ["1700000000 -0330", 1_699_987_400],
  ["0 -0100", 0],
  ["99999999999999 +0000", 0xffff_ffff],
  ["yesterday", 0],
])("the author's clock at %j says %d", (authored, expected) => {
  expect(parseLocalSeconds(authored)).toBe(expected);
});
