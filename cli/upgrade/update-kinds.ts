// Changes of files between two commits that snapshots do not show: what reaches a database only with `-u`, and what a restart brings.
import { posix } from "node:path";
import { MANIFEST_NAMES } from "../../data/module/file-names.js";
import { parseFile } from "../../builder/parse/file.js";
import { readManifestKeys } from "../../builder/parse/manifest.js";
import { readBlobs, type Repository } from "../../builder/source/git/git.js";
import { visitChanges, visitFiles } from "../../builder/source/git/read-changes.js";
import { addToGroup } from "../../data/grouped.js";
import type { Upgrade } from "../../server/contract/shape/migration/upgrade.js";

/** A file that is not the same at both commits; empty where it is not there. */
interface ChangedFile {
  /** Relative to the module's folder. */
  readonly path: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/**
 * Modules with other keys of manifests, translations, or listed data files that are neither XML nor a table; and those whose code changes.
 * @param folders technical name → folder of the module
 * @throws SourceError
 */
export async function findFileKinds(
  repository: Repository,
  { from, to }: { readonly from: string; readonly to: string },
  folders: ReadonlyMap<string, string>,
): Promise<Pick<NonNullable<Upgrade["updates"]>, "update" | "restart">> {
  const changed: Parameters<Parameters<typeof visitChanges>[2]>[1][] = [];
  // The other commit is treated as the parent.
  await visitChanges(repository, [`${to} ${from}`], (_, change) => void changed.push(change));
  const ids = new Set(changed.flatMap(({ before, after }) => [before ?? [], after ?? []].flat()));
  const blobs = await readBlobs(repository, [...ids]);
  const read = (id: string | undefined) => blobs.get(id ?? "") ?? new Uint8Array();
  const byModule = new Map<string, ChangedFile[]>();
  for (const { path, before, after } of changed) {
    for (const [module, folder] of folders) {
      const start = folder === "." ? "" : `${folder}/`;
      if (!path.startsWith(start)) continue;
      const file = { path: path.slice(start.length), before: read(before), after: read(after) };
      addToGroup(byModule, module, file);
    }
  }
  const update: string[] = [];
  const restart: string[] = [];
  const listed = await listDataFiles(repository, to, [...byModule.keys()], folders);
  for (const [module, files] of byModule) {
    if (files.some((file) => reachesByUpdate(file, listed.get(module)))) update.push(module);
    if (files.some(reachesByRestart)) restart.push(module);
  }
  return { update, restart };
}

/** Data files that the manifest of each module lists at a commit. */
async function listDataFiles(
  repository: Repository,
  commit: string,
  modules: readonly string[],
  folders: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const owners = new Map(
    modules.flatMap((module) =>
      MANIFEST_NAMES.map((name) => [posix.join(folders.get(module) ?? "", name), module]),
    ),
  );
  const ids = new Map<string, string>();
  if (owners.size > 0)
    await visitFiles(repository, commit, (file, id) => void ids.set(file, id), [...owners.keys()]);
  const blobs = await readBlobs(repository, [...ids.values()]);
  const listed = new Map<string, ReadonlySet<string>>();
  for (const [file, module] of owners) {
    const bytes = blobs.get(ids.get(file) ?? "");
    if (bytes === undefined || listed.has(module)) continue;
    const { data, demo } = parseFile(bytes, "manifest").value.manifest ?? { data: [], demo: [] };
    listed.set(module, new Set([...data, ...demo].map((name) => posix.normalize(name))));
  }
  return listed;
}

const RUNS = /\.py$|^static\/(?!description\/)/;
const NOT_RUN = /^(?:tests|migrations|upgrades)\/|^setup\.py$/;

/** Files that the platform loads beside XML and tables. */
const OTHER_DATA = /^(?!(?:tests|static|migrations|upgrades)\/).*\.(?:sql|yml)$/;
const TRANSLATIONS = /^i18n(?:_extra)?\/[^/]+\.po$/;

function reachesByRestart({ path, before, after }: ChangedFile): boolean {
  if (isManifest(path)) return listChangedKeys(before, after).some((key) => READ_KEYS.has(key));
  return RUNS.test(path) && !NOT_RUN.test(path);
}

function isManifest(path: string): boolean {
  return (MANIFEST_NAMES as readonly string[]).includes(path);
}

function listChangedKeys(before: Uint8Array, after: Uint8Array): readonly string[] {
  const [former, later] = [readManifestKeys(before), readManifestKeys(after)];
  const keys = new Set([...former.keys(), ...later.keys()]);
  return [...keys].filter((key) => former.get(key) !== later.get(key));
}

/**
 * Keys that an update writes: `get_values_from_terp`, `_update_from_terp` and `update_list` of the platform's
 * `base/models/ir_module.py`, the data files of `modules/loading.py`, and what `website/models/ir_module_module.py` makes of themes
 * and templates, 16.0 to 19.0.
 */
const WRITTEN_KEYS: ReadonlySet<string> = new Set(
  `name version summary description author maintainer contributors website url live_test_url license category sequence
  application auto_install icon installable depends excludes countries data init_xml update_xml demo demo_xml images
  configurator_snippets configurator_snippets_addons new_page_templates`.split(/\s+/),
);

/**
 * Keys that running code reads, out of what a process read when it started. The hooks of an installation, and keys that only other
 * tools know, are neither.
 */
const READ_KEYS: ReadonlySet<string> = new Set(
  "assets js css qweb bootstrap post_load uninstall_hook snippet_lists images_preview_theme theme_customizations".split(
    " ",
  ),
);

/** @param listed the data files that the manifest lists; none where it cannot be read */
function reachesByUpdate(
  { path, before, after }: ChangedFile,
  listed?: ReadonlySet<string>,
): boolean {
  if (isManifest(path)) return listChangedKeys(before, after).some((key) => WRITTEN_KEYS.has(key));
  if (TRANSLATIONS.test(path)) return true;
  return OTHER_DATA.test(path) && (listed?.has(path) ?? true);
}
