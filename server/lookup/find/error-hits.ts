// Hits for a pasted error, the most telling first: its own words before the calls that led to it,
// add-ons before Odoo's own modules.
import { addToGroup } from "../../../data/grouped.js";
import type { ViewRecord } from "../../../data/module/records.js";
import { listNamedVersions } from "../../../data/platform/module-names.js";
import { getModuleOfXmlId, toFullXmlId } from "../../../data/module/xml-id.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { findEntriesByName } from "../entries.js";
import type { FindKind } from "../../contract/shape/find.js";
import { findPlatformModule } from "../module/platform-module.js";
import type { Candidate } from "./candidate.js";
import { listOfDatabase } from "./database-error.js";
import { listEqualMembers } from "./name-hits.js";
import { findNames } from "./name-lists.js";
import { readCode } from "./typed-code.js";
import type { ErrorText, Place } from "./typed-error.js";
import {
  findModulePlace,
  isClassName,
  isModelName,
  listModelsCalled,
  listOfId,
  listTyped,
} from "./typed-hits.js";
import { readForm } from "./typed-text.js";

const TYPED = "typed";

/**
 * 1. The view that the context of the error names, by its external id.
 * 2. The modules of files that its own lines name, and the view at that place.
 * 3. Fields, methods and records that its own lines name, columns of the database first.
 * 4. Modules of the browser's calls, then of Python's, the last call first, then classes of calls into bundles, modules of Odoo last.
 * 5. Models that its own lines name.
 */
export function listOfError(snapshot: Snapshot, error: ErrorText): readonly Candidate[] {
  const files = listModules(snapshot, error.files);
  const calls = listModules(snapshot, [...error.scripts, ...error.frames]);
  const [module] = files;
  const views = error.views.flatMap((id) =>
    id.includes(".") ? [id] : module === undefined ? [] : [toFullXmlId(module.name, id)],
  );
  const { database } = error;
  const placed = new Map(calls.map((one) => [one.name, one]));
  const named = [
    ...(database === undefined ? [] : listOfDatabase(snapshot, database)),
    ...listBracketed(snapshot, error.lines),
    ...listNamedBy(snapshot, error.lines),
  ].map((one) => (one.kind === "module" ? (placed.get(one.name) ?? one) : one));
  return [
    ...views.map((name) => ({ kind: "view", name, match: TYPED }) as const),
    ...files,
    ...error.files.flatMap((place) => listViewsAt(snapshot, place)),
    ...named.filter((one) => !isModel(one)),
    ...views.map((id) => ({ kind: "module", name: getModuleOfXmlId(id), match: TYPED }) as const),
    ...calls.filter(({ name }) => !isOfPlatform(name)),
    ...error.classes.flatMap((name) => listScripts(snapshot, name)),
    ...named.filter(isModel),
    ...calls.filter(({ name }) => isOfPlatform(name)),
  ];
}

/** `Model: Order (sale.order)`, and below it `Field: State (state)`, in any language. @param lines the last one first */
function listBracketed(snapshot: Snapshot, lines: readonly string[]): readonly Candidate[] {
  return lines.flatMap((line, at) => {
    const [, name] = /\(([a-z_]\w{0,100})\)$/.exec(line) ?? [];
    const [, model] = /\(([\w.]{1,200})\)$/.exec(lines[at + 1] ?? "") ?? [];
    if (name === undefined || model === undefined || !isModelName(snapshot, model)) return [];
    return [{ kind: "field", name, model, match: TYPED } as const];
  });
}

/** Browser code of the name. */
function listScripts(snapshot: Snapshot, called: string): readonly Candidate[] {
  return findNames(snapshot, called, MOST_SCRIPTS, SCRIPTS)
    .filter(({ place }) => place === "exact")
    .map(({ kind, name, label = "" }) => ({ kind, name, label, match: TYPED }));
}

/** A class is patched by a few modules. */
const MOST_SCRIPTS = 5;
const SCRIPTS: ReadonlySet<FindKind> = new Set(["javascript"]);

/** Things that a name of an error may be. `shown` is the name as it is looked for: a class or a table is called after its model. */
export function listOfSubject(snapshot: Snapshot, name: string) {
  const [owner = "", member] = name.split(".");
  const isClass = isClassName(owner);
  // A name behind that of a module is an external id.
  const isTable = member !== undefined && findEntriesByName(snapshot, owner) === undefined;
  const [model] = isClass || isTable ? listModelsCalled(snapshot, owner) : [];
  const shown = [model ?? owner, ...(isClass && !model ? [] : name.split(".").slice(1))].join(".");
  const { form } = readForm(shown);
  if (form?.form === "dotted") {
    const of = shown.slice(0, shown.lastIndexOf("."));
    return {
      shown,
      candidates: listTyped(snapshot, form),
      owner: isModelName(snapshot, of) ? of : undefined,
    };
  }
  const kinds = isClass ? OF_CLASSES : NAMED_BY_CODE;
  const named = findNames(snapshot, shown, MOST_SCRIPTS, kinds).filter(
    ({ place }) => place === "exact",
  );
  const candidates: readonly Candidate[] = [
    { kind: "module", name: shown, match: TYPED },
    ...named.map(({ place: match, ...one }) => ({ ...one, match })),
    ...listEqualMembers(snapshot, shown),
  ];
  return { shown, candidates, owner: undefined };
}

/** Kinds whose names are written in code. */
export const NAMED_BY_CODE: ReadonlySet<FindKind> = new Set(["model", "view"]);
const OF_CLASSES: ReadonlySet<FindKind> = new Set(["model", "javascript"]);

function isModel({ kind }: Candidate): boolean {
  return kind === "model";
}

function isOfPlatform(module: string): boolean {
  return findPlatformModule(module, listNamedVersions()) !== undefined;
}

/** The modules of places in their order, each with its places. */
function listModules(
  snapshot: Snapshot,
  places: readonly Place[],
): readonly (Candidate & { readonly kind: "module" })[] {
  const byModule = new Map<string, { file: string; line: number }[]>();
  for (const { path, line } of places) {
    const at = findModulePlace(snapshot, path);
    if (at < 0) continue;
    const file = path.slice(at + 1).join("/");
    addToGroup(byModule, path[at] ?? "", { file, line });
  }
  return Array.from(byModule, ([name, calls]) => {
    const frames = calls.filter(({ line }) => line > 0);
    return { kind: "module", name, match: TYPED, ...(frames.length > 0 && { frames }) };
  });
}

/** The view whose lines a place is in, as the newest version has it that fits best. */
function listViewsAt(snapshot: Snapshot, { path, line }: Place): readonly Candidate[] {
  const at = findModulePlace(snapshot, path);
  const name = path[at] ?? "";
  const file = path.slice(at + 1).join("/");
  let near: ViewRecord | undefined;
  for (const entry of findEntriesByName(snapshot, name)?.toReversed() ?? []) {
    const views = snapshot.readRecord(entry).views.filter((view) => view.file === file);
    const exact = views.find((view) => view.line === line);
    near ??= views.findLast((view) => view.line <= line) ?? views[0];
    if (exact === undefined) continue;
    near = exact;
    break;
  }
  if (near === undefined) return [];
  return [{ kind: "view", name: toFullXmlId(name, near.xml_id), match: TYPED }];
}

/** More names of one line, or of all, are not looked for. */
const MOST_NAMED = 50;

/** @param lines the most telling first */
function listNamedBy(snapshot: Snapshot, lines: readonly string[]): readonly Candidate[] {
  const named: Candidate[] = [];
  for (const line of lines) {
    if (named.length < MOST_NAMED) named.push(...listNamed(snapshot, line));
  }
  return named;
}

/** Names in one line of an error, and the module of a missing record. */
function listNamed(snapshot: Snapshot, line: string): readonly Candidate[] {
  const meant = readCode(line);
  const { form } = meant === line ? { form: undefined } : readForm(meant);
  if (form === undefined || form.form === "name") return listTold(snapshot, line);
  const found = listTyped(snapshot, form);
  if (form.form !== "dotted" || isModelName(snapshot, form.name)) return found;
  return [...found, { kind: "module", name: getModuleOfXmlId(form.name), match: TYPED }];
}

/** `sale.order`, `sale.order.state`, records as `sale.order(5,)`, a field of one; no name of the platform's own code. */
const TOLD =
  /(?<![\w./-])(?!(?:odoo|openerp|psycopg2?|werkzeug|lxml)\.)([a-z_]\w{0,100}(?:\.[A-Za-z_]\w{0,100}){1,8})(?:\([\d, ]{0,500}\)(?:\.([a-z_]\w{0,100}))?)?(?![\w/])/g;

/** A module in quotes or behind the word, in a line that has the word in any language. */
const OF_MODULES = /m[oó]d[uú]l/i;
const MODULE = /\bmodule (?:loading )?(\w{1,200})|["'«“„‘]\s?([a-z]\w{0,200})\s?["'»”“’]/gi;

/** Names in a message of any words: fields of models, models, modules. */
function listTold(snapshot: Snapshot, line: string): readonly Candidate[] {
  const told = [...line.matchAll(TOLD)].slice(0, MOST_NAMED);
  const named = told.map(([, name = "", member]) => {
    const last = name.lastIndexOf(".");
    const isWhole = isModelName(snapshot, name);
    const model = isWhole ? name : name.slice(0, last);
    const field = isWhole ? member : name.slice(last + 1);
    if (!isWhole && !isModelName(snapshot, model)) return listOfId(snapshot, name);
    const members = field === undefined ? [] : (["field", "method"] as const);
    return [
      ...members.map((kind): Candidate => ({ kind, name: field ?? "", model, match: TYPED })),
      { kind: "model", name: model, match: TYPED } as const,
    ];
  });
  const modules = OF_MODULES.test(line) ? [...line.matchAll(MODULE)] : [];
  return [
    ...named.flat(),
    ...modules.map(
      ([, said, quoted = said]) => ({ kind: "module", name: quoted ?? "", match: TYPED }) as const,
    ),
  ];
}
