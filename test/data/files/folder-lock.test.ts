// A folder that is used only where nobody has it is given back, also when what was done with it fails.
import { expect, test } from "vitest";
import { tryLockFolder, useIfFree } from "../../../data/files/folder-lock.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

test("a folder is free again when its work fails", async () => {
  const folder = makeTemporaryFolder();
  const work = useIfFree(folder, async () => {
    expect(tryLockFolder(folder)).toBeUndefined();
    throw new Error("cannot be removed");
  });
  await expect(work).rejects.toThrow("cannot be removed");
  const lock = tryLockFolder(folder);
  expect(lock).toBeDefined();
  await useIfFree(folder, () => Promise.reject(new Error("somebody has it")));
  lock?.release();
});
