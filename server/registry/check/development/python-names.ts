// Names that Python files of modules bind, of modules that are being written and of those of the snapshot.
import type { ModuleUnderDevelopment } from "../../../../data/module/module-under-development.js";
import { NAMES_KEY, toNames } from "../../../../data/snapshot/loaded/keyed-rows.js";
import { listProviderEntries } from "../../../lookup/dependency/dependency-graph.js";
import type { LoadedSystem, SystemModule } from "../../loaded/loaded-system.js";

/** Names by file, relative to the module's folder. */
export type Names = ReadonlyMap<string, readonly string[]>;

interface Known {
  readonly registry: { readonly system: LoadedSystem };
  readonly modules: readonly ModuleUnderDevelopment[];
}

/** Whether code of a module runs when it is installed, which may load files and name records itself. */
export function hasHook(judge: Known, name: string): boolean {
  const names = findNames(judge, name)?.values() ?? [];
  return [...names].some((bound) => HOOKS.some((hook) => bound.includes(hook)));
}

const HOOKS = ["post_init_hook", "pre_init_hook"];

/** Names that files of a module bind; none if the snapshot lacks them. */
export function findNames(
  { registry: { system }, modules }: Known,
  name: string,
): Names | undefined {
  const own = modules.find(({ technicalName }) => technicalName === name);
  if (own !== undefined) return own.loaded.names;
  const module = system.find(name) ?? findOutside(system, name);
  return module && system.readRow(module, NAMES_KEY, toNames);
}

/** A module that one repository alone has, which need not be installed for its files to be imported. */
function findOutside(
  { snapshot, platformVersion }: LoadedSystem,
  name: string,
): SystemModule | undefined {
  const [entry, ...others] = listProviderEntries(snapshot, name, platformVersion);
  return entry === undefined || others.length > 0 ? undefined : { name, entry, loadIndex: -1 };
}
