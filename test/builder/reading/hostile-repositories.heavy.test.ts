// Repositories that take more than they seem, or would have git wait or read elsewhere: each costs one
// sentence, and everything else is as if it were not there.
import { mkdirSync, readdirSync, realpathSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_LIMITS, type RepositoryLimits } from "../../../builder/source/limits.js";
import type { Source } from "../../../builder/source/source.js";
import { openSnapshot } from "../../../data/snapshot/decode.js";
import { awaitOperatorError } from "../../support/catch-error.js";
import { listRecords } from "../../support/fixture-snapshot.js";
import { makeGitRepository } from "../../support/git-repository.js";
import {
  toBorrower,
  toDeepPath,
  toFifoAt,
  toFifoInclude,
  toManyFiles,
  toManyNames,
  toTreeBomb,
  type MakeRepository,
} from "./hostile-repositories.js";
import { build } from "../../support/builds.js";
import { makeSmallSources } from "../../support/small-sources.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const root = makeTemporaryFolder();
const nextFolder = makeFolderCounter(root);
const MENUS = `<odoo>${'<menuitem id="m"/>'.repeat(2000)}</odoo>`;
const small = makeSmallSources(root);

/** Build of the good repositories alone. */
const good = await readGood();

async function readGood(): Promise<readonly unknown[]> {
  const out = nextFolder();
  await build([small.sales, small.stock], { out });
  return readRecords(out);
}

function readRecords(out: string): readonly unknown[] {
  const snapshot = openSnapshot(realpathSync(path.join(out, "current")));
  try {
    return structuredClone(listRecords(snapshot));
  } finally {
    snapshot.close();
  }
}

function toBad(make: MakeRepository, repository = "bad"): Source {
  const mirror = path.join(nextFolder(), "bad.git");
  mkdirSync(path.dirname(mirror), { recursive: true });
  make(mirror);
  return { ...small.sales, repository, mirror };
}

/** Faults of bad repositories, by name; the good ones are read nevertheless. */
async function readBeside(
  bad: readonly Source[],
  limits: Partial<RepositoryLimits> = {},
): Promise<ReadonlyMap<string, readonly string[]>> {
  const out = nextFolder();
  const options = { out, limits: { ...DEFAULT_LIMITS, ...limits } };
  const { entry } = await build([small.sales, ...bad, small.stock], options);
  expect(readRecords(out)).toEqual(good);
  expect(entry.counts.entries).toBe(3);
  expect(readdirSync(out).length).toBe(2);
  return new Map(entry.sources.map(({ repository, faults }) => [repository, faults]));
}

describe("a repository over a limit costs one sentence", () => {
  test.each<[string, MakeRepository, Partial<RepositoryLimits>, string]>([
    [
      "a git bomb",
      toTreeBomb(10, 10),
      { maxPaths: 10_000 },
      "acme/bad is not read, it has more than 10,000 files and folders; raise --repository-max-paths or leave it out of the sources file.",
    ],
    [
      "folders inside each other",
      toDeepPath(300),
      {},
      "acme/bad is not read, it has more than 256 folders inside each other; leave it out of the sources file.",
    ],
    [
      "one content under many names",
      toManyNames(MENUS, "xml", 300),
      { maxResultMib: 64 },
      "acme/bad is not read, it has a module of more than 4 MiB of finds; raise --repository-max-result-mib or leave it out of the sources file.",
    ],
    [
      "names beyond measure",
      toTreeBomb(10, 4),
      { maxResultMib: 4 },
      "acme/bad is not read, it has names of files, branches and people of more than 0.5 MiB; raise --repository-max-result-mib or leave it out of the sources file.",
    ],
    [
      "contents that are little in git",
      toManyFiles(4, "xml", (at) => `<odoo>${at}${" ".repeat(1024 * 1024)}</odoo>`),
      { maxReadMib: 3 },
      "acme/bad is not read, it has more than 3 MiB of files to read; raise --repository-max-read-mib or leave it out of the sources file.",
    ],
    [
      "a file that takes memory",
      toManyNames(`<odoo><template id="t"/>${"<a/>".repeat(900_000)}</odoo>`, "xml", 2),
      { memoryMib: 128 },
      "acme/bad is not read, it has a need of more than 128 MiB of memory; raise --repository-memory-mib or leave it out of the sources file.",
    ],
    [
      "files that take time",
      toManyFiles(
        40,
        "xml",
        (at) => `<odoo><menuitem id="m${at}"/>${"<a/>".repeat(400_000)}</odoo>`,
      ),
      { cpuS: 1 },
      "acme/bad is not read, it has a need of more than 1 s of processor time; raise --repository-cpu-s or leave it out of the sources file.",
    ],
  ])("%s", async (_, make, limits, sentence) => {
    const faults = await readBeside([toBad(make)], limits);
    expect(faults.get("bad")).toEqual([sentence]);
  });

  test("and with --strict the build", async () => {
    const bad = toBad(toTreeBomb(10, 10));
    const options = { out: nextFolder(), strict: true, limits: { ...DEFAULT_LIMITS, maxPaths: 9 } };
    const error = await awaitOperatorError(build([small.sales, bad], options));
    expect(error).toMatchObject({ code: "sources_unread" });
    expect(error.message).toContain("more than 9 files and folders");
  });
});

describe("a repository that is odd and no more", () => {
  test("with one content under a thousand names is read, and has each of them", async () => {
    const bad = toBad(toManyNames(MENUS, "xml", 100));
    const { entry } = await build([bad], { out: nextFolder() });
    expect(entry.sources.flatMap(({ faults }) => faults)).toEqual([]);
    expect(entry.counts.entries).toBe(1);
  });

  test("gives the same, whether it was cached or not", async () => {
    const bad = toBad(toManyNames(MENUS, "xml", 100));
    const cacheDirectory = nextFolder();
    await build([bad], { out: nextFolder(), cacheDirectory });
    const limits = { ...DEFAULT_LIMITS, maxResultMib: 16 };
    const again = { out: nextFolder(), cacheDirectory, limits, allowLoss: true };
    expect(await awaitOperatorError(build([bad], again))).toMatchObject({ code: "nothing_read" });
  });
});

function toMirrorOf(kind: "commondir" | "alternates" | "links"): MakeRepository {
  const victim = path.join(nextFolder(), "secret.git");
  makeGitRepository(victim, { "17.0": [{ files: { "secret/__manifest__.py": "{}" } }] });
  return toBorrower(kind, victim);
}

/** Hostile repositories, with a pattern of the message about each. */
const REFUSED: readonly (readonly [what: string, make: MakeRepository, said: string])[] = [
  ...["HEAD", "config", "packed-refs", "objects/info/alternates", "refs/heads/16.0", "shallow"].map(
    (name): (typeof REFUSED)[number] => [
      `a FIFO as ${name}`,
      toFifoAt(name),
      `a FIFO where git reads \\(${name}\\); remove it or leave the repository out of the sources file\\.$`,
    ],
  ),
  [
    "another repository in alternates",
    toMirrorOf("alternates"),
    "the objects of another repository \\(objects/info/alternates\\); ",
  ],
  [
    "another repository behind links",
    toMirrorOf("links"),
    "a link that leads out of it \\(objects\\); ",
  ],
];

describe("a mirror in which git would wait without end, or read another repository, is refused", () => {
  let faults: ReadonlyMap<string, readonly string[]>;

  beforeAll(async () => {
    faults = await readBeside(REFUSED.map(([, make], at) => toBad(make, `bad-${at}`)));
  });

  test.each(REFUSED.map(([what, , said], at) => [what, `bad-${at}`, said] as const))(
    "for %s",
    (_, repository, said) => {
      const [sentence, ...more] = faults.get(repository) ?? [];
      const pattern = `^acme/${repository} is not read, its mirror has ${said}`;
      expect(sentence).toMatch(new RegExp(pattern));
      expect(more).toEqual([]);
    },
  );

  test.each<[string, MakeRepository]>([
    ["settings with include", toFifoInclude((fifo) => `[include]\n\tpath = ${fifo}\n`)],
    [
      "settings with includeIf",
      toFifoInclude((fifo) => `[includeIf "gitdir:**"]\n\tpath = "${fifo}"\n`),
    ],
    [
      "settings with a path that git completes",
      toFifoInclude((fifo) => `[iNCLUDE]\npath=%(prefix)/${fifo}\n`),
    ],
    ["a FIFO that git never reads", toFifoAt("shallow.lock")],
  ])("and one with %s is read without", async (_, make) => {
    const { entry } = await build([toBad(make)], { out: nextFolder() });
    expect(entry.sources.flatMap((source) => source.faults)).toEqual([]);
  });

  test("and one with commondir is read without the other", async () => {
    const said = (await readBeside([toBad(toMirrorOf("commondir"))])).get("bad");
    expect(said).toEqual([expect.stringMatching(/^acme\/bad has no branch/)]);
  });

  test("for a socket", async () => {
    const bad = toBad(toFifoAt("shallow.lock"));
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(path.join(bad.mirror ?? "", "refs", "heads", "s"), () => resolve());
    });
    const sentences = (await readBeside([bad])).get("bad");
    server.close();
    expect(sentences?.join()).toMatch(/has a (?:socket|FIFO) where git reads/);
  });
});
