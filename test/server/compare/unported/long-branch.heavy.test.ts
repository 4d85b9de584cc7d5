// A branch of more commits than are compared.
import path from "node:path";
import { expect, test } from "vitest";
import { COMMIT_LIMITS } from "../../../../builder/source/commits/collect-commits.js";
import { openSnapshot } from "../../../../data/snapshot/decode.js";
import { findUnported } from "../../../../server/compare/unported/unported.js";
import { build } from "../../../support/builds.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { makeSources } from "../../../support/world.js";

const root = makeTemporaryFolder();
const MANIFEST = { "a/__manifest__.py": "{}" };

test("a branch of very many commits is not compared, and says so", async () => {
  const plans = Array.from({ length: COMMIT_LIMITS.maxCommits + 1 }, (_, at) => ({
    files: at === 0 ? MANIFEST : { "a/1": `${at}` },
  }));
  const branches = { "16.0": plans, "17.0": [{ files: MANIFEST }] };
  const sources = Object.values(makeSources(root, { long: branches }));
  const { folder } = await build(sources, { out: path.join(root, "long") });
  const long = openSnapshot(folder);
  try {
    const filter = { org: undefined, repo: undefined, all: true };
    for (const [from, to] of [
      ["16.0", "17.0"],
      ["17.0", "16.0"],
    ] as const) {
      expect(findUnported(long, "a", { ...filter, from, to })).toMatchObject({
        found: true,
        value: { process: "not_compared", pull_requests: [] },
      });
    }
    expect(long.readDiagnostics()).toMatchObject([
      { code: "history_too_long", branch: "16.0", path: "." },
    ]);
  } finally {
    long.close();
  }
});
