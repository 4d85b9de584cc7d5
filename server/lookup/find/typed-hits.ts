// Candidates from the form of a text: a place at a forge, a distribution, a name with points.
import { parseForge } from "../forge.js";
import type { FindMatch } from "../../contract/shape/find.js";
import { parsePlatformVersion } from "../../../data/platform/platform-version.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { findString } from "../../../data/snapshot/table/string-table.js";
import { getBranches, findEntriesByName, getProvider } from "../entries.js";
import { listViewEntries } from "../definition/where-view.js";
import { findEqual } from "../search/find-names.js";
import { foldName } from "../../../data/text/names.js";
import { toRepository, type Candidate } from "./candidate.js";
import { listLabels } from "./name-lists.js";
import { listPatternMatches } from "./filter-hits.js";
import type { TypedForm } from "./typed-text.js";

const TYPED: FindMatch = "typed";

/** Candidates by likelihood; callers check whether they exist. */
export function listTyped(snapshot: Snapshot, form: TypedForm): readonly Candidate[] {
  switch (form.form) {
    case "place":
      return listAtPlace(snapshot, form);
    case "error":
      return [];
    case "distribution":
      return listDistribution(snapshot, form.module);
    case "collection":
      return listCollection(snapshot, form.name);
    case "member":
      return [
        { kind: "method", name: form.member, model: form.model, match: TYPED },
        { kind: "field", name: form.member, model: form.model, match: TYPED },
        { kind: "model", name: form.model, match: TYPED },
      ];
    case "dotted":
      return listDotted(snapshot, form.name);
    case "pattern":
      return (["module", "model", "method", "field"] as const).flatMap((kind) =>
        listPatternMatches(snapshot, kind, form.pattern),
      );
    case "name":
      return listModels(snapshot, form.name);
  }
}

/** Models of a class or of a model's record: `SaleOrder`, `model_sale_order`. */
function listModels(snapshot: Snapshot, name: string): readonly Candidate[] {
  // A class of one word may be any word.
  if (!/[a-z][A-Z]|^model_/.test(name)) return [];
  const models = listModelsCalled(snapshot, name).slice(0, MOST_MODELS);
  return models.map((model) => ({ kind: "model", name: model, match: TYPED }));
}

/** A class extends one model, or those that are much alike. */
const MOST_MODELS = 3;

export function isModelName({ definitions }: Snapshot, name: string): boolean {
  return findString(definitions.models, name) !== undefined;
}

export function isClassName(name: string): boolean {
  return /^[A-Z]\w*[a-z]/.test(name);
}

/** Models of a class (`SaleOrder`), a record (`model_sale_order`) or a table (`sale_order`). */
export function listModelsCalled({ loaded }: Snapshot, name: string): readonly string[] {
  if (isClassName(name)) return loaded.classes.listModelsOfClass(name);
  return loaded.classes.listModelsWithId(name.startsWith("model_") ? name : `model_${name}`);
}

/** A name that may be several things is each that it is: a model, a field or method of one, a view. */
function listDotted(snapshot: Snapshot, name: string): readonly Candidate[] {
  const [, imported] = /^(?:odoo|openerp)\.addons\.(\w+)/.exec(name) ?? [];
  if (imported !== undefined) return [{ kind: "module", name: imported, match: TYPED }];
  const candidates: Candidate[] = [{ kind: "model", name, match: TYPED }];
  const last = name.lastIndexOf(".");
  const owner = name.slice(0, last);
  const model = isModelName(snapshot, owner) ? owner : listModelsCalled(snapshot, owner)[0];
  if (model !== undefined) {
    const member = { name: name.slice(last + 1), model, match: TYPED };
    candidates.push({ kind: "field", ...member }, { kind: "method", ...member });
  }
  // A script until 16.0, `point_of_sale.PaymentScreen`, is named after its class.
  const script = name.slice(last + 1);
  const scripts = /^[A-Z]/.test(script) ? listLabelled(snapshot, script) : [];
  const ofId = listOfId(snapshot, name).filter(
    ({ kind }) => kind !== "record" || !isModelName(snapshot, name),
  );
  return [...candidates, ...ofId, ...scripts];
}

/** The view, the thing with a label, or the other record of an external id. */
export function listOfId(snapshot: Snapshot, name: string): readonly Candidate[] {
  const labelled = listLabelled(snapshot, name);
  if (labelled.length > 0 || listViewEntries(snapshot, name).length > 0)
    return [{ kind: "view", name, match: TYPED }, ...labelled];
  return [{ kind: "record", name, match: TYPED }];
}

export function listLabelled(snapshot: Snapshot, name: string): readonly Candidate[] {
  return listLabels(snapshot, name).map(({ kind }) => ({ kind, name, match: TYPED }));
}

/** Package indexes take `-`, `_` and `.` for one, and no case. */
function listDistribution(snapshot: Snapshot, module: string): readonly Candidate[] {
  const folded = foldName(module.replaceAll(/[-.]+/g, "_"));
  return findEqual(snapshot.foldedNames, folded).map((name) => ({
    kind: "module",
    name: snapshot.names.get(name),
    match: TYPED,
  }));
}

function listCollection(snapshot: Snapshot, name: string): readonly Candidate[] {
  const wanted = toDistributionName(name);
  return snapshot.repositories.flatMap(({ organization, repository }, number) =>
    toDistributionName(`${organization}-${repository}`) === wanted
      ? [toRepository(snapshot, number, TYPED)]
      : [],
  );
}

/** Normal form of package indexes: PEP 503. */
function toDistributionName(text: string): string {
  return text.toLowerCase().replaceAll(/[-_.]+/g, "-");
}

type Place = Extract<TypedForm, { form: "place" }>;

/** The module in whose folder it is, then the repository; a path without one may begin in a module. */
function listAtPlace(snapshot: Snapshot, { host, path }: Place): readonly Candidate[] {
  for (const [number, row] of snapshot.repositories.entries()) {
    const length = countRepositoryParts(row, host, path);
    if (length === 0) continue;
    const repository = toRepository(snapshot, number, TYPED);
    const { version, folder } = readInside(path.slice(length), getBranches(snapshot)[number] ?? {});
    const module = folder.find((part) =>
      findEntriesByName(snapshot, part)?.some(
        (entry) => getProvider(snapshot, entry) === repository.name,
      ),
    );
    if (module === undefined) return [{ ...repository, version }];
    return [{ kind: "module", name: module, version, match: TYPED }, repository];
  }
  if (host === undefined) {
    // A key of a registry: `services/notification`.
    const key = listLabelled(snapshot, path.join("/"));
    return key.length > 0 ? key : listInModule(snapshot, path);
  }
  // A file in a fork, or in a repository that is indexed under another address.
  const rest = path.slice(2);
  if (!rest.some((part) => VIEWS.test(part))) return [];
  const { version, folder } = readInside(rest, {});
  return listInModule(snapshot, folder).map((module) => ({ ...module, version }));
}

function listInModule(snapshot: Snapshot, path: readonly string[]): readonly Candidate[] {
  const place = findModulePlace(snapshot, path);
  return place < 0 ? [] : [{ kind: "module", name: path[place] ?? "", match: TYPED }];
}

/** Folders that modules have. */
const INSIDE =
  /^(?:components|controllers?|data|demo|hooks|i18n|lib|migrations|models|reports?|security|static|tests|tools|utils|views|wizards?)$/;

/**
 * Index of a module's folder in a path: the first after `addons`, if a known module follows it, or
 * else any; -1 without one.
 */
export function findModulePlace(snapshot: Snapshot, path: readonly string[]): number {
  const isModule = (part: string): boolean => findEntriesByName(snapshot, part) !== undefined;
  const addons = path.lastIndexOf("addons");
  const behind = path.flatMap((part, at) => (at > addons && isModule(part) ? [at] : []));
  const likely = behind.find((at) => INSIDE.test(path[at + 1] ?? "")) ?? behind[0];
  return likely ?? path.findIndex(isModule);
}

/** Hosts of forges under which raw files lie. */
const RAW_HOSTS: Readonly<Record<string, string>> = { "raw.githubusercontent.com": "github.com" };

/**
 * Number of parts that name the repository; 0 for another one. Hosts compare names without case.
 */
function countRepositoryParts(
  row: { readonly organization: string; readonly repository: string; readonly git: string },
  host: string | undefined,
  path: readonly string[],
): number {
  const begins = (names: readonly string[]): boolean =>
    names.every((name, at) => path[at]?.toLowerCase() === name.toLowerCase());
  const forge = parseForge(row.git);
  const parts = forge?.path.split("/") ?? [];
  const wanted = host === undefined ? forge?.host : (RAW_HOSTS[host] ?? host);
  if (parts.length > 0 && wanted === forge?.host && begins(parts)) return parts.length;
  return begins([row.organization, row.repository]) ? 2 : 0;
}

/** Path segments of a forge between a repository and a branch. */
const VIEWS = /^(?:-|tree|blob|blame|raw|edit|src|branch|commits|refs|heads)$/;

/** The platform version of the branch, where the path has one, and what follows it. */
function readInside(
  parts: readonly string[],
  branches: Readonly<Record<string, string>>,
): { readonly version: string | undefined; readonly folder: readonly string[] } {
  const start = parts.findIndex((part) => !VIEWS.test(part));
  const rest = start < 0 ? [] : parts.slice(start);
  for (const [version, branch] of Object.entries(branches)) {
    const names = branch.split("/");
    if (names.every((name, at) => rest[at] === name)) {
      return { version, folder: rest.slice(names.length) };
    }
  }
  // A branch for a change is named after the one it is for: 16.0-fix-job.
  const [, series] = /^(\d{1,2}\.\d)(?![\d.])/.exec(rest[0] ?? "") ?? [];
  if (series === undefined) return { version: undefined, folder: rest };
  return { version: parsePlatformVersion(series), folder: rest.slice(1) };
}
