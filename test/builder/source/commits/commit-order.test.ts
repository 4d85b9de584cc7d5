// The commits of several branches by number, compared with what git says.
import path from "node:path";
import { describe, expect, test } from "vitest";
import { listBranches } from "../../../../builder/source/git/git.js";
import { readOrder } from "../../../../builder/source/git/read-histories.js";
import { makeGitRepository, readGitText } from "../../../support/git-repository.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());

async function readBoth(): Promise<{
  readonly order: Awaited<ReturnType<typeof readOrder>>;
  readonly list: (...parameters: readonly string[]) => readonly string[];
  readonly names: readonly string[];
}> {
  const gitDirectory = path.join(nextFolder(), "repository.git");
  const trunk = [{ files: { "a/1": "1" } }, { files: { "a/1": "2" } }];
  makeGitRepository(gitDirectory, {
    "16.0": [...trunk, { files: { "b/1": "16" } }],
    "17.0": [
      ...trunk,
      { parents: [0], files: { "c/1": "1" } },
      { parents: [1, 2], files: { "a/1": "2", "c/1": "1" } },
    ],
    "18.0": [{ files: { "x/1": "alone" } }],
  });
  const repository = { gitDirectory, label: "acme/test" };
  const branches = await listBranches(repository);
  const tips = branches.map(({ commit }) => commit);
  return {
    order: await readOrder(repository, tips),
    list: (...parameters) => readGitText(gitDirectory, "rev-list", ...parameters).split("\n"),
    names: branches.map(({ name }) => name),
  };
}

describe("the commits of branches", () => {
  test("come each once, children before parents, with their parents in order", async () => {
    const { order, list } = await readBoth();
    expect(order.ids.toSorted()).toEqual(list("--branches").toSorted());
    order.parents.forEach((row, number) => {
      const id = order.ids[number] ?? "";
      expect([id, ...row.map((parent) => order.ids[parent])]).toEqual(
        list("--parents", "--max-count=1", id)[0]?.split(" "),
      );
      expect(row.every((parent) => parent > number)).toBe(true);
    });
  });

  test("are told by the branches that have them, with one list for equal ones", async () => {
    const { order, list, names } = await readBoth();
    for (const [position, name] of names.entries()) {
      const ids = order.ids.filter((_, number) => order.branches[number]?.includes(position));
      expect(ids.toSorted()).toEqual(list(name).toSorted());
    }
    expect(new Set(order.branches).size).toBe(
      new Set(order.branches.map((branches) => branches.join())).size,
    );
  });
});
