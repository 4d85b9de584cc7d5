// The history of module folders, rule by rule, from real repositories and from logs as text.
import path from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listBranches, readLog } from "../../../../builder/source/git/git.js";
import { LOG_FORMAT } from "../../../../builder/source/commits/log.js";
import type { FolderHistory } from "../../../../builder/source/git/history.js";
import { readOrder } from "../../../../builder/source/git/read-histories.js";
import { countLog } from "./count-log.js";
import { type CommitPlan, makeGitRepository } from "../../../support/git-repository.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());

/** One line a folder: time and committers, as read from a real repository of these commits. */
async function outline(
  commits: readonly CommitPlan[],
  folders: readonly string[],
  toText = toLines,
): Promise<readonly string[]> {
  const gitDirectory = path.join(nextFolder(), "repository.git");
  makeGitRepository(gitDirectory, { "17.0": commits });
  const repository = { gitDirectory, label: "acme/test" };
  const [branch] = await listBranches(repository);
  const commit = branch?.commit ?? "";
  const { ids } = await readOrder(repository, [commit]);
  let log = "";
  await readLog(repository, ids, LOG_FORMAT, (text) => (log += text));
  return toText(countLog(log, folders));
}

/** The history in a log as text, of its first commit, given in pieces of so many characters. */
function parseLog(
  log: string,
  folders: readonly string[],
  pieceLength = 7,
): ReadonlyMap<string, FolderHistory> {
  return countLog(log, folders, pieceLength);
}

function toLines(histories: ReadonlyMap<string, FolderHistory>): readonly string[] {
  return [...histories].map(
    ([folder, { updatedAtSeconds, committers }]) =>
      `${folder || "."}: ${updatedAtSeconds} ${committers.join(", ")}`,
  );
}

/** One line a folder: time of the last change of code, developers and translators. */
function toRoles(histories: ReadonlyMap<string, FolderHistory>): readonly string[] {
  return [...histories].map(
    ([folder, { codeChangedAtSeconds, developers, translators }]) =>
      `${folder || "."}: ${codeChangedAtSeconds} ${developers.join(", ")} | ${translators.join(", ")}`,
  );
}

describe("the history of a folder in a real repository", () => {
  test("is of the commits that touch it, however many files each does", async () => {
    expect(
      await outline(
        [
          { author: "Ann", seconds: 100, files: { "a/1": "1", "a/x/2": "2", "b/1": "1" } },
          { author: "Bob", seconds: 200, files: { "a/1": "2", "b/1": "2" } },
          { author: "Bob", seconds: 300, files: { "README.md": "x" } },
          { author: "Ann", seconds: 400, files: { "b/2": "b", "ab/1": "no part of a" } },
        ],
        ["a", "b"],
      ),
    ).toEqual(["a: 200 Ann, Bob", "b: 400 Ann, Bob"]);
  });

  test("names authors, not committers, most commits first, then by name", async () => {
    expect(
      await outline(
        [
          { author: "Zoe", committer: "Ann", seconds: 1, files: { "a/1": "1" } },
          { author: "Émile", seconds: 2, files: { "a/1": "2" } },
          { author: "Bob", seconds: 3, files: { "a/1": "3" } },
          { author: "Zoe", seconds: 4, files: { "a/1": "4" } },
        ],
        ["a"],
      ),
    ).toEqual(["a: 4 Zoe, Bob, Émile"]);
  });

  test("has the committer's time, and the newest although a later commit has an older one", async () => {
    expect(
      await outline(
        [
          { seconds: 500, authorSeconds: 900, files: { "a/1": "1" } },
          { seconds: 400, files: { "a/1": "2" } },
        ],
        ["a"],
      ),
    ).toEqual(["a: 500 Ann Author"]);
  });

  test("leaves robots out of the names, not out of the time", async () => {
    expect(
      await outline(
        [
          { author: "Ann", seconds: 1, files: { "a/1": "1" } },
          { author: "OCA-git-bot", seconds: 2, files: { "a/1": "2" } },
          { author: "Weblate", seconds: 3, files: { "a/1": "3" } },
        ],
        ["a"],
      ),
    ).toEqual(["a: 3 Ann"]);
  });

  test("is of several depths at once, and of names with blanks and accents", async () => {
    expect(
      await outline(
        [
          { author: "Ann", seconds: 1, files: { "a/1": "1", "x/y/b c/é.py": "1" } },
          { author: "Bob", seconds: 2, files: { "x/y/b c/é.py": "2", "x/y/d/1": "1" } },
        ],
        ["a", "x/y/b c", "x/y/d"],
      ),
    ).toEqual(["a: 1 Ann", "x/y/b c: 2 Ann, Bob", "x/y/d: 2 Bob"]);
  });

  test("of a module at the root is of every commit", async () => {
    expect(
      await outline(
        [
          { author: "Ann", seconds: 1, files: { "__manifest__.py": "{}" } },
          { author: "Bob", seconds: 2, files: { "deep/er/file": "1" } },
        ],
        [""],
      ),
    ).toEqual([".: 2 Ann, Bob"]);
  });

  test("begins with its present name", async () => {
    expect(
      await outline(
        [
          { author: "Ann", seconds: 1, files: { "old/1": "1" } },
          { author: "Bob", seconds: 2, rename: { from: "old", to: "new" } },
        ],
        ["new"],
      ),
    ).toEqual(["new: 2 Bob"]);
  });

  test("has the commit that moved a file out of it", async () => {
    expect(
      await outline(
        [
          { author: "Ann", seconds: 1, files: { "a/1": "1", "a/2": "two", "b/1": "1" } },
          { author: "Bob", seconds: 2, rename: { from: "a/2", to: "b/2" } },
        ],
        ["a", "b"],
      ),
    ).toEqual(["a: 2 Ann, Bob", "b: 2 Ann, Bob"]);
  });

  test("of no commit has the time of the tip and no names", async () => {
    expect(await outline([{ seconds: 7, files: { "a/1": "1" } }], ["gone"])).toEqual(["gone: 7 "]);
  });
});

describe("a merge", () => {
  const SIDE: readonly CommitPlan[] = [
    { author: "Ann", seconds: 1, files: { "a/1": "1", "b/1": "1" } },
    { author: "Bob", seconds: 2, files: { "a/1": "2" } },
    { author: "Cia", seconds: 3, parents: [0], files: { "b/1": "2" } },
  ];

  test("brings the commits of its side and is itself none of a folder that one side has", async () => {
    const merge = { author: "Max", seconds: 4, parents: [1, 2], files: { "b/1": "2" } };
    expect(await outline([...SIDE, merge], ["a", "b"])).toEqual(["a: 2 Ann, Bob", "b: 3 Ann, Cia"]);
  });

  test("counts side commits also where it took the other side", async () => {
    const merge = { author: "Max", seconds: 4, parents: [1, 2], files: { "b/1": "1" } };
    expect(await outline([...SIDE, merge], ["b"])).toEqual(["b: 3 Ann, Cia"]);
  });

  test("that puts a folder together from both sides has touched it, at no time of its own", async () => {
    const commits: readonly CommitPlan[] = [
      { author: "Ann", seconds: 1, files: { "a/1": "1", "a/2": "1" } },
      { author: "Bob", seconds: 2, files: { "a/1": "2" } },
      { author: "Cia", seconds: 3, parents: [0], files: { "a/2": "2" } },
      { author: "Max", seconds: 4, parents: [1, 2], files: { "a/2": "2" } },
    ];
    expect(await outline(commits, ["a"])).toEqual(["a: 3 Ann, Bob, Cia, Max"]);
  });

  test("that alone brought a folder has its time, and not that of the tip", async () => {
    const merge = { author: "Max", seconds: 4, parents: [1, 2], files: { "c/1": "1" } };
    const tip = { author: "Ann", seconds: 9, files: { "a/1": "3" } };
    expect(await outline([...SIDE, merge, tip], ["c"])).toEqual(["c: 4 Max"]);
  });

  test("with a change of its own has touched the folder", async () => {
    const merge = { author: "Max", seconds: 4, parents: [1, 2], files: { "b/1": "by hand" } };
    expect(await outline([...SIDE, merge], ["b"])).toEqual(["b: 3 Ann, Cia, Max"]);
  });
});

interface Entry {
  readonly seconds: number | string;
  readonly author: string;
  readonly paths: readonly string[];
}

const ID = "1".repeat(40);

/** A log in LOG_FORMAT of commits that follow one another, the last one first. */
function toLog(entries: readonly Entry[]): string {
  return entries
    .map(({ seconds, author, paths }, position) => {
      const ids =
        position === entries.length - 1 ? `c${position} ` : `c${position} c${position + 1}`;
      const name = Buffer.from(author).toString("latin1");
      const head = [`\u0001${ids}`, seconds, "0 +0000", name, "someone@example.org"];
      const changes = paths.map(
        (written) => `:100644 100644 ${"0".repeat(40)} ${ID} M\t${written}`,
      );
      return [...head, " Change it", "", ...changes, ""].join("\n");
    })
    .join("\n");
}

describe("a log as text", () => {
  test("is read in whatever pieces it comes", () => {
    const log = toLog([
      { seconds: 5, author: "Émile", paths: ["a", "a/1"] },
      { seconds: 4, author: "Bob", paths: ['"a/\\303\\251"'] },
    ]);
    for (const pieceLength of [1, 2, 3, 10, 1000]) {
      expect(toLines(parseLog(log, ["a"], pieceLength))).toEqual(["a: 5 Bob, Émile"]);
    }
  });

  test.each([
    ["292277026596", 0xffff_ffff],
    ["18446744073709551615", 0xffff_ffff],
    ["-62167219200", 0],
    ["", 0],
    ["0", 0],
  ])("that has a commit at %j gives a time that can be written, %d", (seconds, expected) => {
    const log = toLog([{ seconds, author: "Ann", paths: ["a/1"] }]);
    expect(parseLog(log, ["a"]).get("a")?.updatedAtSeconds).toBe(expected);
    expect(parseLog(log, ["gone"]).get("gone")?.updatedAtSeconds).toBe(expected);
  });

  test("that is empty leaves every folder without history", () => {
    expect(toLines(parseLog("", ["a", ""]))).toEqual(["a: 0 ", ".: 0 "]);
  });

  test("gives what a plain count gives", () => {
    const commit = fc.record({
      seconds: fc.nat(1000),
      author: fc.constantFrom("Ann", "Bob", "Weblate", "__proto__"),
      paths: fc.uniqueArray(fc.constantFrom("a", "a/1", "b/1", "b/c/d", "bc/1", "README"), {
        minLength: 1,
      }),
    });
    fc.assert(
      fc.property(fc.array(commit, { minLength: 1 }), (commits) => {
        const log = toLog(commits);
        for (const [folder, history] of parseLog(log, ["a", "b"])) {
          const touching = commits.filter(({ paths }) =>
            paths.some((name) => name === folder || name.startsWith(`${folder}/`)),
          );
          const times = touching.map(({ seconds }) => seconds);
          const authors = touching.map(({ author }) => author).filter((name) => name !== "Weblate");
          expect(history.updatedAtSeconds).toBe(
            times.length > 0 ? Math.max(...times) : commits[0]?.seconds,
          );
          expect(new Set(history.committers)).toEqual(new Set(authors));
          const counts = history.committers.map(
            (name) => authors.filter((author) => author === name).length,
          );
          expect(counts).toEqual(counts.toSorted((left, right) => right - left));
        }
      }),
    );
  });
});

describe("the last change of code, and who develops and translates", () => {
  test("are of what each commit changes in the folder itself", async () => {
    expect(
      await outline(
        [
          { author: "Ann", seconds: 100, files: { "a/models/m.py": "1", "b/m.py": "1" } },
          { author: "Bob", seconds: 200, files: { "a/i18n/fr.po": "1", "b/m.py": "2" } },
          { author: "Cia", seconds: 300, files: { "a/README.rst": "1" } },
          { author: "Cia", seconds: 400, files: { "a/static/description/index.html": "1" } },
          { author: "Cia", seconds: 500, files: { "a/readme/USAGE.rst": "1" } },
          { author: "Weblate", seconds: 600, files: { "a/i18n/es.po": "1" } },
          { author: "Dan", seconds: 700, files: { "a/i18n/a.pot": "1" } },
          { author: "OCA-git-bot", seconds: 800, files: { "b/__manifest__.py": "1" } },
        ],
        ["a", "b"],
        toRoles,
      ),
    ).toEqual(["a: 100 Ann | Bob", "b: 200 Ann, Bob | "]);
  });

  test("leave out what tools did in the name of a person", async () => {
    expect(
      await outline(
        [
          { author: "Ann", seconds: 100, files: { "a/m.py": "1" } },
          {
            author: "Bob",
            seconds: 200,
            subject: "[IMP] a: black, isort, prettier",
            files: { "a/m.py": "2" },
          },
        ],
        ["a"],
        toRoles,
      ),
    ).toEqual(["a: 100 Ann | "]);
  });

  test("know of no change of code where nobody made one", async () => {
    const commits = [{ author: "Weblate", seconds: 100, files: { "a/__manifest__.py": "{}" } }];
    expect(await outline(commits, ["a"], toRoles)).toEqual(["a: null  | "]);
  });

  test("are of a module at the root of the repository too", async () => {
    const commits = [
      { author: "Ann", seconds: 100, files: { "models/m.py": "1" } },
      { author: "Bob", seconds: 200, files: { "i18n/fr.po": "1" } },
      { author: "Cia", seconds: 300, files: { "static/description/icon.svg": "1" } },
    ];
    expect(await outline(commits, [""], toRoles)).toEqual([".: 100 Ann | Bob"]);
  });

  test("do not count merges", async () => {
    const commits = [
      { author: "Ann", seconds: 100, files: { "a/m.py": "1" } },
      { author: "Bob", seconds: 200, parents: [0], files: { "a/n.py": "1" } },
      { author: "Cia", seconds: 300, parents: [0], files: { "a/o.py": "1" } },
      { author: "Dan", seconds: 400, parents: [1, 2], files: { "a/o.py": "1", "a/m.py": "2" } },
    ];
    expect(await outline(commits, ["a"], toRoles)).toEqual(["a: 300 Ann, Bob, Cia | "]);
  });
});
