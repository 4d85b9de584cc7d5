// The link that says which snapshot is the current one, set by hand.

import { mkdir, rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";

import { CURRENT_LINK } from "../../data/snapshot/format.js";

/** Makes `target` the current snapshot of `folder` in one step, as a build does. */
export async function setCurrent(folder: string, target: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const link = join(folder, ".next");
  await rm(link, { force: true });
  await symlink(target, link);
  await rename(link, join(folder, CURRENT_LINK));
}
