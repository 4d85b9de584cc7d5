// Ports in progress: heads of pull requests in a mirror, up to coverage and the module itself.
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { listRequestHeads } from "../../../../builder/source/commits/port-requests.js";
import { openSnapshot } from "../../../../data/snapshot/decode.js";
import { describeRequest } from "../../../../server/contract/shape/port-requests.js";
import { coverNames } from "../../../../server/compare/diff/coverage.js";
import { linkPortRequests } from "../../../../server/lookup/module/port-requests.js";
import { reportMigration } from "../../../../server/compare/migration/report.js";
import { build } from "../../../support/builds.js";
import {
  type CommitPlan,
  importBranches,
  makeGitRepository,
  readGitText,
  runGit,
} from "../../../support/git-repository.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { toSource } from "../../../support/world.js";

const DAY = 86_400;
const FIRST = Date.UTC(2024, 0, 1) / 1000;
const manifest = (version: string, more = ""): string => `{"version": "${version}"${more}}`;
const commit = (day: number, files: Readonly<Record<string, string>>): CommitPlan => ({
  seconds: FIRST + day * DAY,
  files,
});

const MODULES = ["mail_activity_plan", "off", "there", "old"];
const toFiles = (version: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`${name}/__manifest__.py`, manifest(version)]));
const OLD = [commit(0, toFiles("16.0.1.0.0", MODULES))];
const NEW = [commit(1, toFiles("17.0.1.0.0", ["there"]))];

/** Additions of each request to its branch. */
const REQUESTS: Readonly<Record<string, readonly CommitPlan[]>> = {
  // A typical port: the old module with its history, then the changes.
  1: [
    ...NEW,
    commit(10, toFiles("16.0.1.0.0", ["mail_activity_plan"])),
    commit(12, toFiles("17.0.1.0.0", ["mail_activity_plan"])),
  ],
  2: [...NEW, commit(20, { "sub/mail_activity_plan/__manifest__.py": manifest("17.0.1.0.0") })],
  // Not ports: a branch that has it, an unread version, an existing module, a withdrawn one, and a
  // merged one.
  3: [...OLD, commit(30, { "mail_activity_plan/models.py": "" })],
  4: [...NEW, commit(31, toFiles("18.0.1.0.0", ["mail_activity_plan"]))],
  5: [...NEW, commit(32, { "there/models.py": "" })],
  6: [...NEW, commit(33, toFiles("17.0.1.0.0", ["old"])), { ...commit(34, {}), remove: "old" }],
  7: NEW,
};

/** Requests of which the forge holds a trial merge. */
const MERGEABLE: ReadonlySet<string> = new Set(["1", "5"]);

const mirrors = makeTemporaryFolder();

beforeAll(() => {
  const mirror = path.join(mirrors, "tools.git");
  makeGitRepository(mirror, { "16.0": OLD, "17.0": NEW });
  const numbers = Object.keys(REQUESTS);
  importBranches(
    mirror,
    Object.fromEntries(numbers.map((number) => [`request-${number}`, REQUESTS[number] ?? []])),
  );
  const updates = numbers.map((number) => {
    const branch = `refs/heads/request-${number}`;
    const head = readGitText(mirror, "rev-parse", branch);
    const merge = MERGEABLE.has(number) ? `create refs/pull/${number}/merge ${head}\n` : "";
    return `create refs/pull/${number}/head ${head}\n${merge}delete ${branch}\n`;
  });
  runGit(["--git-dir", mirror, "update-ref", "--stdin"], Buffer.from(updates.join("")));
});

async function cover(readsRequests: boolean) {
  const source = { ...toSource(mirrors, "tools"), url: "https://github.com/acme/tools.git" };
  const { folder: built } = await build(
    [readsRequests ? { ...source, readsRequests: true } : source],
    { out: path.join(makeTemporaryFolder(), "out") },
  );
  const snapshot = openSnapshot(built);
  const outcome = coverNames(snapshot, MODULES, { from: "16.0", to: "17.0" });
  // Odoo's own module has its contents at 17.0, by OpenUpgrade's list.
  const { modules, counts, verdict } = await reportMigration(snapshot, {
    from: "16.0",
    to: "17.0",
    modules: ["mail_activity_plan"],
  });
  const facts = linkPortRequests(snapshot.readOwnHead(0));
  snapshot.close();
  if (!outcome.found) return expect.unreachable();
  return {
    rows: outcome.value.modules.map(({ technical_name: name, port_requests: requests }) =>
      [name, ...requests.map(describeRequest)].join(": "),
    ),
    urls: outcome.value.modules.flatMap((row) => row.port_requests.map(({ url }) => url)),
    facts,
    elsewhere: outcome.value.counts.elsewhere,
    migrated: [modules[0]?.state, modules[0]?.port_requests.length, counts.being_ported, verdict],
  };
}

describe("pull requests", () => {
  test("that add a missing module are told, mergeable ones first, with their time and address", async () => {
    const { rows, urls, facts, elsewhere, migrated } = await cover(true);
    expect(elsewhere).toBe(1);
    expect(migrated).toEqual(["in_core", 2, 1, "being_ported"]);
    expect(rows).toEqual([
      "mail_activity_plan: #1 of acme/tools, 2024-01-11 to 2024-01-13, mergeable: #2 of acme/tools, 2024-01-21, closed or in conflict",
      "off",
      "there",
      "old",
    ]);
    expect(urls).toEqual([1, 2].map((number) => `https://github.com/acme/tools/pull/${number}`));
    expect(facts.map(({ platform_version: version, url }) => `${version} ${url}`)).toEqual(
      urls.map((url) => `17.0 ${url}`),
    );
  });

  test("are of unknown state in a mirror without trial merges", async () => {
    const mirror = path.join(mirrors, "bare.git");
    makeGitRepository(mirror, { "16.0": OLD });
    runGit(["--git-dir", mirror, "update-ref", "refs/pull/1/head", "16.0"]);
    const [head] = await listRequestHeads({ gitDirectory: mirror, label: "acme/bare" });
    expect([head?.name, head?.mergeable]).toEqual(["1", null]);
  });

  test("are read only where somebody asks for them", async () => {
    const { urls, facts } = await cover(false);
    expect([urls, facts]).toEqual([[], []]);
  });
});
