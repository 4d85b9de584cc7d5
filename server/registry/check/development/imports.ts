// Files and names that code imports from the modules of a system.
import { NO_CODE_FOLDERS } from "../../../../data/module/file-names.js";
import { ANY_NAME } from "../../../../data/module/loaded-module.js";
import type { WrittenReference } from "../../../../data/module/module-under-development.js";
import type { Lineage } from "../../model/lineage.js";
import { findPlatformEdition } from "../../../../data/platform/module-names.js";
import { getPythonNames } from "../../../../data/platform/python-names.js";
import { findString } from "../../../../data/snapshot/table/string-table.js";
import { listProviderEntries } from "../../../lookup/dependency/dependency-graph.js";
import { listNearTexts } from "../../../lookup/search/near-names.js";
import type { Judge } from "./judging.js";
import { findNames, type Names } from "./python-names.js";
import { toDoubt, toMissing, type Judgement } from "./judgement.js";

type ImportReference = Extract<WrittenReference, { readonly kind: "import" }>;

/** Names that Python binds itself. */
const OF_PYTHON = /^__\w+__$/;

/** Imports from a module outside the index may exist, where the system is not whole. */
export function judgeImport(judge: Judge, { module, path, name }: ImportReference): Judgement {
  if (module === null) return judgePlatformName(judge, path.join("."), name);
  const names = findNames(judge, module);
  const own = judge.modules.find(({ technicalName }) => technicalName === module);
  if (own?.hasManifest === false) return toDoubt(judge);
  if (names === undefined) return judgeUnread(judge, module);
  if ([...path, name ?? ""].some((part) => NO_CODE_FOLDERS.has(part))) return "exists";
  const dotted = ["odoo", "addons", module, ...path].join(".");
  if (!isThere(names, path)) {
    const near = name === null ? [] : listFilesOf(names, module, name);
    return toMissing("unknown-import", dotted, { near });
  }
  const bound = names.get(toPackage(path)) ?? names.get(`${path.join("/")}.py`) ?? [];
  const isKnown = name === null || OF_PYTHON.test(name) || isThere(names, [...path, name]);
  if (isKnown || bound.includes(name) || bound.includes(ANY_NAME)) return "exists";
  const near = listFilesOf(names, module, name);
  return toMissing("unknown-import", `${dotted}.${name}`, { near });
}

/** A module without names: no repository of the index has it, or several do, of which the index cannot say which is meant. */
function judgeUnread(judge: Judge, module: string): Judgement {
  const { system } = judge.registry;
  const { snapshot, platformVersion } = system;
  const isKnown =
    findPlatformEdition(module, platformVersion) !== undefined ||
    listProviderEntries(snapshot, module, platformVersion).length > 0;
  if (isKnown || !judge.isWhole) return toDoubt(judge);
  const near = listNearTexts(
    system.modules.map(({ name }) => name),
    module,
  );
  const isNowhere = findString(snapshot.names, module) === undefined;
  const detail = isNowhere ? " in the index" : " at this version";
  return toMissing("unknown-module", module, { near, detail });
}

/**
 * A name of a file of Odoo itself, imported or taken of it; of packages that the table does not have nothing is known. Modules
 * may give such a file names of theirs, as `base_sparse_field` gives `Serialized` to `odoo.fields`.
 */
function judgePlatformName(judge: Judge, from: string, name: string | null): Judgement {
  const { system } = judge.registry;
  const names = getPythonNames(system.platformVersion);
  const [top, first] = from.split(".");
  // Code fills a package without a file of its own.
  const isKnown = names?.has(first === undefined ? from : `${top}.${first}`) === true;
  const dotted = name === null || names?.has(from) === false ? from : `${from}.${name}`;
  const isFound = !isKnown || names.has(dotted) || names.has(`${from}.${ANY_NAME}`);
  if (isFound || OF_PYTHON.test(name ?? "")) return "exists";
  const file = dotted.slice(0, dotted.lastIndexOf(".") + 1);
  const beside = [...names].filter((one) => one.startsWith(file));
  const isOfObject = dotted !== from && beside.length === 0;
  if (isOfObject || (from === FIELDS && isBound(judge, name ?? ""))) return toDoubt(judge);
  const near = beside.filter((one) => !/[.*]/.test(one.slice(file.length)));
  return toMissing("unknown-import", dotted, { near: listNearTexts(near, dotted) });
}

const FIELDS = "odoo.fields";

/** Whether a file of some module has the name. */
function isBound(judge: Judge, name: string): boolean {
  const modules = [
    ...judge.registry.system.modules.map((module) => module.name),
    ...judge.modules.map(({ technicalName }) => technicalName),
  ];
  return modules.some((module) =>
    [...(findNames(judge, module)?.values() ?? [])].some((bound) => bound.includes(name)),
  );
}

/** Whether some class of a model binds a name to something other than a field or a method. */
export function isClassAttribute(judge: Judge, { classes }: Lineage, name: string): boolean {
  return classes.some(({ source: { module, definition } }) =>
    [name, ANY_NAME].some((one) =>
      findNames(judge, module)?.get(definition.file)?.includes(`${definition.class_name}.${one}`),
    ),
  );
}

const toPackage = (path: readonly string[]): string => [...path, "__init__.py"].join("/");

/** Whether a path is a file or a folder. */
function isThere(names: Names, path: readonly string[]): boolean {
  const file = path.join("/");
  return (
    names.has(`${file}.py`) ||
    names.has(toPackage(path)) ||
    [...names.keys()].some((other) => path.length === 0 || other.startsWith(`${file}/`))
  );
}

/** More tell nobody which one is meant. */
const MOST_NEAR = 5;

function listFilesOf(names: Names, module: string, name: string): readonly string[] {
  return [...names]
    .filter(([file, bound]) => bound.includes(name) && !file.endsWith("__init__.py"))
    .map(([file]) => ["odoo", "addons", module, ...file.replace(/\.py$/, "").split("/")].join("."))
    .slice(0, MOST_NEAR);
}
