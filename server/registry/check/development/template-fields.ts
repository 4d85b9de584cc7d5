// Fields that templates of a module under development show by `t-field`, which takes an expression of a record, a dot and a
// field (`_compile_directive_field` of ir_qweb.py), or that other expressions take of a link to records. Only running code
// knows the record: a name that no model of the system has as a field is wrong for each.
import { AUTOMATIC_FIELDS } from "../../../../data/platform/automatic-fields.js";
import type { ArchNode, LoadedView } from "../../../../data/module/loaded-module.js";
import type {
  ModuleUnderDevelopment,
  WrittenReference,
} from "../../../../data/module/module-under-development.js";
import { listPlaces } from "../../../lookup/definition/where-member.js";
import { listExpressionNames } from "../../../../data/module/domain-fields.js";
import { deriveOnce } from "../../../lookup/memo.js";
import { listNearMembers } from "../../../lookup/search/near-names.js";
import { isCustomField } from "./certainty.js";
import type { Judge } from "./judging.js";
import { toDoubt, toMissing, type PlacedJudgement } from "./judgement.js";

export type ReportReference = Extract<WrittenReference, { readonly kind: "attribute" | "method" }>;

const toKey = (...place: readonly [file: string, line: number, name: string]): string =>
  place.join(" ");

/** @param read members of known records @returns nothing for what exists */
export function listTemplateFields(
  judge: Judge,
  { loaded: { views } }: ModuleUnderDevelopment,
  read: readonly ReportReference[],
): readonly PlacedJudgement[] {
  const known = new Set(read.map(({ file, line, name }) => toKey(file, line, name)));
  return views.flatMap((view) =>
    listShown(view).flatMap(({ name, line }) => {
      if (hasField(judge, name) || known.has(toKey(view.file, line, name))) return [];
      const doubt = toDoubt(judge);
      const judgement =
        doubt === "not_indexed"
          ? doubt
          : toMissing("unknown-template-field", name, { near: listNear(judge, name) });
      return [{ file: view.file, line, judgement }];
    }),
  );
}

interface Shown {
  readonly name: string;
  readonly line: number;
}

/** An object and names that lead on from it, without a call or an index. */
const PATH = /^\s*[a-z_]\w*((?:\.[a-z_]\w*)+)\s*$/i;

/** Names of links to records: what else leads to a record may be an attribute of any object. */
const LINK = /_ids?$/;

/** A name as a text: `'carrier_id' in o` asks for a field that may not be there. */
export const ASKED = /["']([a-z_]\w*)["']/gi;

function listShown({ type, arch, arch_line: start = 1 }: LoadedView): readonly Shown[] {
  if (type !== "qweb" || arch === undefined || !arch.includes('"t-')) return [];
  const shown: (Shown & { readonly names: readonly string[] })[] = [];
  const asked = new Set<string>();
  const open: [node: ArchNode, line: number][] = [[JSON.parse(arch) as ArchNode, start]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [[tag, attributes, , children], line] = next;
    const conditions = `${attributes["t-if"] ?? ""} ${attributes["t-elif"] ?? ""}`;
    for (const [, name = ""] of conditions.matchAll(ASKED)) asked.add(name);
    // An extension gives an attribute as the text of an element.
    const [text] = children;
    const isGiven = tag === "attribute" && attributes["name"] === "t-field";
    const value = isGiven && typeof text === "string" ? text : attributes["t-field"];
    const names = (PATH.exec(value ?? "")?.[1] ?? "").split(".").slice(1);
    const fields = names.filter((name, at) => at === names.length - 1 || LINK.test(name));
    for (const name of fields) shown.push({ name, line, names });
    for (const source of EXPRESSIONS.flatMap((one) => attributes[one] ?? [])) {
      for (const [, ...path] of listExpressionNames(source)) {
        const name = listLinked(path).find((one) => !isCalled(source, one));
        if (name !== undefined) shown.push({ name, line, names: path });
      }
    }
    for (const child of children)
      if (typeof child !== "string") open.push([child, line + child[2]]);
  }
  return shown.filter(({ names }) => !names.some((name) => asked.has(name)));
}

/** Attributes of a template with an expression. */
const EXPRESSIONS = ["t-out", "t-esc", "t-raw", "t-value", "t-foreach", "t-if", "t-elif"] as const;

/** Attributes of every recordset beside its fields. */
export const OF_RECORDS: ReadonlySet<string> = new Set([
  "env",
  "ids",
  "_ids",
  "_fields",
  "_name",
  "_origin",
]);

/** Names after that of a link. */
const listLinked = (path: readonly string[]): readonly string[] =>
  path.filter((name, at) => LINK.test(path[at - 1] ?? "") && !OF_RECORDS.has(name));

export const isCalled = (source: string, name: string): boolean =>
  new RegExp(`\\b${name}\\s*\\(`).test(source);

function hasField(judge: Judge, name: string): boolean {
  const isGiven = AUTOMATIC_FIELDS.has(name) || isCustomField(name);
  return isGiven || getOwnFields(judge).has(name) || isInstalled(judge, name);
}

function isInstalled(judge: Judge, name: string): boolean {
  const installed = getEntries(judge);
  return listPlaces(judge.registry.system.snapshot, "fields", name).some(({ entries }) =>
    entries.some((entry) => installed.has(entry)),
  );
}

function listNear(judge: Judge, name: string): readonly string[] {
  const near = listNearMembers(judge.registry.system.snapshot, "fields", name);
  return near.filter((other) => isInstalled(judge, other));
}

const getOwnFields = deriveOnce(({ modules }: Judge): ReadonlySet<string> => {
  const classes = modules.flatMap(({ loaded }) => loaded.classes);
  return new Set(classes.flatMap(({ fields }) => fields.map(({ name }) => name)));
});

const getEntries = deriveOnce(
  ({ registry: { system } }: Judge): ReadonlySet<number> =>
    new Set(system.modules.map(({ entry }) => entry)),
);
