// Changes of an update: former plans, as a file or as words of an address, against a new one.

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { ModuleRecord } from "../../../../data/module/records.js";
import { openSnapshot, type Snapshot } from "../../../../data/snapshot/decode.js";
import type { Update } from "../../../../server/contract/shape/system/plan.js";
import { toPlan as planModules } from "../../../../server/registry/plan.js";
import { finishing } from "../../../support/finish-steps.js";
import { resolveSystem } from "../../../../server/registry/resolve.js";
import { findCompareLink } from "../../../../server/lookup/forge.js";
import {
  encodeLock,
  parseLock,
  parseLockWords,
  toLock,
  toLockWords,
  type Lock,
  type Locked,
} from "../../../../server/compare/update/lock.js";
import { compareWithLock } from "../../../../server/compare/update/update.js";
import { createRecord } from "../../../support/module-records.js";
import { writeRecords } from "../../../support/written-snapshot.js";

const toPlan = finishing(planModules);

const OLD = "a".repeat(40);
const NEW = "b".repeat(40);

function at(place: string, needs: string, changes: Partial<ModuleRecord> = {}): ModuleRecord {
  const [provider = "", technical_name = ""] = place.split(":");
  const [organization = "", repository = ""] = provider.split("/");
  return createRecord({
    organization,
    repository,
    git: `https://github.com/${provider}.git`,
    technical_name,
    source_path: technical_name,
    commit: OLD,
    declared_dependencies: { platform: needs.split(" ").filter(Boolean), pip: [], bin: [] },
    ...changes,
  });
}

const moved = { commit: NEW, update_date: "2024-05-05 10:00:00", last_code_change: null } as const;

const BEFORE = [
  at("odoo/odoo:base", ""),
  at("OCA/web:web_old", "base"),
  at("OCA/web:web_same", "web_old"),
  at("OCA/web:web_newer", "web_same", { version: "1.0.0" }),
  at("OCA/glue:wanderer", "base"),
];

const AFTER = [
  at("odoo/odoo:base", ""),
  at("OCA/web:web_same", "web_added", moved),
  at("OCA/web:web_newer", "web_same", { ...moved, version: "1.1.0" }),
  at("OCA/web:web_added", "base", moved),
  at("OCA/tools:wanderer", "base"),
];

const QUESTION = { platformVersion: "17.0", modules: ["web_newer", "wanderer"] };

async function open(records: readonly ModuleRecord[]): Promise<Snapshot> {
  return openSnapshot(await writeRecords(records));
}

let before: Snapshot;
let after: Snapshot;

beforeAll(async () => {
  before = await open(BEFORE);
  after = await open(AFTER);
});

afterAll(() => {
  before.close();
  after.close();
});

function lockOf(snapshot: Snapshot) {
  const plan = toPlan(snapshot, resolveSystem(snapshot, QUESTION), undefined);
  return toLock(QUESTION, plan);
}

function update(locked: Locked, snapshot: Snapshot = after): Update {
  const system = resolveSystem(snapshot, QUESTION);
  return compareWithLock(snapshot, system, toPlan(snapshot, system, undefined), locked);
}

const list = ({ modules }: Update) =>
  modules.map(({ technical_name: name, change }) => `${name} ${change}`);

function readWords(...words: readonly string[]): Locked {
  const locked = parseLockWords(words);
  if (typeof locked === "string") throw new Error(locked);
  return locked;
}

function parseWords(lock: Lock): Locked {
  const locked = parseLockWords(toLockWords(lock));
  if (typeof locked === "string") throw new Error(locked);
  return locked;
}

describe("an update", () => {
  test("of nothing changes nothing", () => {
    expect(update(parseWords(lockOf(after)))).toEqual({
      removed_known: true,
      modules: [],
      repositories: [],
    });
  });

  test("says what comes, goes, moves, and is of another version or commit", () => {
    const found = update(parseWords(lockOf(before)));
    expect(list(found)).toEqual([
      "wanderer moved",
      "web_added added",
      "web_same commit",
      "web_newer version",
      "web_old removed",
    ]);
    expect(found.modules[3]).toEqual({
      technical_name: "web_newer",
      change: "version",
      from: { repository: "OCA/web", version: "1.0.0", commit: OLD },
      to: { repository: "OCA/web", version: "1.1.0", commit: NEW },
      update_date: "2024-05-05 10:00:00",
      last_code_change: null,
      migrations: [],
      commits: null,
      commits_untold: "not_kept",
      commits_left_out: 0,
      pull_requests: [],
    });
    expect(found.modules[4]).toMatchObject({
      from: { repository: "OCA/web", version: "1.0.0", commit: OLD },
      to: null,
    });
    expect(found.repositories).toEqual([
      { repository: "OCA/tools", from: null, to: OLD, compare: null },
      {
        repository: "OCA/web",
        from: OLD,
        to: NEW,
        compare: `https://github.com/OCA/web/compare/${OLD}...${NEW}`,
      },
      { repository: "OCA/glue", from: OLD, to: null, compare: null },
    ]);
  });

  test("is found of commits alone, as far as these tell", () => {
    const found = update(readWords(`oca/WEB@${OLD}`, `odoo/odoo@${OLD}`));
    expect(list(found)).toEqual([
      "wanderer added",
      "web_added commit",
      "web_same commit",
      "web_newer commit",
    ]);
    expect(found.removed_known).toBe(false);
    expect(found.modules[1]?.from).toEqual({ repository: "OCA/web", version: null, commit: OLD });
  });

  test("is found of commits, which may be shortened, and versions", () => {
    const found = update(
      readWords(
        `OCA/web@${NEW.slice(0, 7)}`,
        `odoo/odoo@${OLD.slice(0, 8).toUpperCase()}`,
        "base@1.0.0",
        "web_newer@1.0.0",
        "web_same@1.0.0",
        "wanderer@1.0.0",
        "gone@2.0",
      ),
    );
    expect(list(found)).toEqual([
      "wanderer moved",
      "web_added added",
      "web_newer version",
      "gone removed",
    ]);
    expect(found.modules[3]?.from).toEqual({ repository: null, version: "2.0", commit: null });
  });
});

describe("a lock", () => {
  test("is read as it was written", () => {
    const lock = lockOf(before);
    expect(parseLock(encodeLock(lock))).toEqual(lock);
  });

  test("shows in its lines what an update changes, and nothing else", () => {
    const lines = new Set(encodeLock(lockOf(before)).split("\n"));
    const changed = encodeLock(lockOf(after))
      .split("\n")
      .filter((line) => !lines.has(line));
    expect(changed).toHaveLength(5);
    expect(changed.filter((line) => line.includes('"technical_name"'))).toHaveLength(3);
  });

  test.each([
    ["", "is no JSON object"],
    ["[]", "is no JSON object"],
    ["{}", "format"],
    ['{"format":2}', "which is 1"],
    [{ platform_version: "x" }, "platform_version"],
    [{ options: { repositories: 1, exclude: [], prefer: [], auto_install: true } }, "options"],
    [{ options: { repositories: null, exclude: [], prefer: [] } }, "options"],
    [{ requested: "sale" }, '"requested"'],
    [{ modules: {} }, '"modules"'],
    [{ modules: [{ technical_name: 1, version: "1", repository: "a/b" }] }, "technical_name"],
    [{ modules: [{ technical_name: "a", version: "1", repository: "a/b" }] }, "path"],
    [{ repositories: [null] }, "without repository, git, branch, commit"],
  ])("%j is none", (changes, fault) => {
    const text =
      typeof changes === "string" ? changes : JSON.stringify({ ...lockOf(before), ...changes });
    expect(parseLock(text)).toContain(fault);
  });

  test.each(["OCA/web", "OCA/web@", "@1.0", "OCA/web@main", "a/b/c/d@abcdef0", "OCA/web@abc"])(
    "%s is no word of one",
    (word) => expect(parseLockWords([`OCA/web@${OLD}`, word])).toBe(word),
  );
});

test.each([
  ["https://github.com/OCA/web.git", "https://github.com/OCA/web/compare/1...2"],
  ["git@github.com:OCA/web.git", "https://github.com/OCA/web/compare/1...2"],
  ["ssh://git@gitlab.com:22/a/b/c", "https://gitlab.com/a/b/c/-/compare/1...2"],
  ["https://user@gitlab.example.org/a/b.git/", "https://gitlab.example.org/a/b/-/compare/1...2"],
  ["https://codeberg.org/a/b", "https://codeberg.org/a/b/compare/1...2"],
  ["https://gitea.example.org/a/b", "https://gitea.example.org/a/b/compare/1...2"],
  ["https://bitbucket.org/a/b", "https://bitbucket.org/a/b/branches/compare/2..1"],
  ["https://git.example.org/a/b", undefined],
  ["https://github.com/only", undefined],
  ["https://github.com/a/b c", undefined],
  ["javascript://github.com/a/b", undefined],
  ["/srv/git/a.git", undefined],
])("commits of %s are compared at %s", (git, link) => {
  expect(findCompareLink(git, "1", "2")).toBe(link);
});
