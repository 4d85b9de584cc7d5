// Parts of a module for an answer: all of its record, a part, or more. Only those are decoded.
import type { ModuleDetail, ModuleSelection } from "../../contract/shape/module.js";
import { findUnresolvedKind } from "../../../data/platform/module-names.js";
import { PART_NAMES, type ModuleParts, type PartName } from "../../../data/module/module-parts.js";
import { toSubject } from "../../../data/snapshot/loaded/subjects.js";
import { FACT_NAMES, type RecordHead } from "../../../data/module/facts.js";
import { IDENTITY_NAMES, TOLD, type ModuleIdentity } from "../../../data/module/told-facts.js";
import { CONTENT_NAMES, type ModuleRecord } from "../../../data/module/records.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { findCopyOf } from "../dependency/copies.js";
import { linkPortRequests } from "./port-requests.js";
import { identifyModule } from "./purl.js";
import { findForgePages, findLineTemplate } from "../forge.js";

/** A module: its record, and facts that follow from it. */
type ModuleDetails = Omit<ModuleRecord, "port_requests"> &
  Pick<ModuleDetail, "port_requests" | "line_url" | "forge" | "unresolved" | "copy_of"> &
  ModuleIdentity;

export type DetailKey = keyof ModuleDetails | PartName;

/** The keys of the details, in the order in which an answer has them. */
const RECORD_KEYS = [
  ...FACT_NAMES,
  ...CONTENT_NAMES,
  "line_url",
  "forge",
  "unresolved",
  ...IDENTITY_NAMES,
  "copy_of",
] as const satisfies readonly (keyof ModuleDetails)[];

/** All requestable keys, in the order of an answer. */
export const DETAIL_KEYS: readonly DetailKey[] = [...RECORD_KEYS, ...PART_NAMES];

/** The forms of a record that the specification names; the extended one is all but `trees`, which `fields` asks for. */
export const VIEWS = {
  basic: TOLD.basic,
  extended: RECORD_KEYS.filter((key) => key !== "trees"),
} as const satisfies Readonly<Record<string, readonly DetailKey[]>>;

type ViewName = keyof typeof VIEWS;

export const VIEW_NAMES = ["basic", "extended"] as const satisfies readonly ViewName[];

/** Requested keys: the union of the three. */
export interface DetailSelection {
  /** Parts beside what the others say. */
  readonly include?: readonly (PartName | "all")[] | undefined;
  readonly fields?: readonly DetailKey[] | undefined;
  /** Default without `fields`: the extended form. */
  readonly view?: ViewName | undefined;
}

/** The keys that an answer has, in its order. */
export function listSelectedKeys({ include, fields, view }: DetailSelection): readonly DetailKey[] {
  const base = view !== undefined ? VIEWS[view] : fields === undefined ? VIEWS.extended : [];
  const parts = include?.flatMap((name) => (name === "all" ? PART_NAMES : [name])) ?? [];
  const wanted = new Set<DetailKey>([...base, ...(fields ?? []), ...parts]);
  return DETAIL_KEYS.filter((key) => wanted.has(key));
}

/** Facts that follow from a record, or from other modules, with their keys. */
const FOLLOWING: readonly {
  readonly keys: readonly DetailKey[];
  find(facts: RecordHead, snapshot: Snapshot, entry: number): Partial<ModuleDetails>;
}[] = [
  { keys: ["port_requests"], find: (facts) => ({ port_requests: linkPortRequests(facts) }) },
  { keys: ["line_url"], find: (facts) => ({ line_url: findLineTemplate(facts) }) },
  { keys: ["forge"], find: (facts) => ({ forge: findForgePages(facts) }) },
  {
    keys: ["unresolved"],
    find: ({ platform_version: at, unresolved_dependencies: names }) => ({
      unresolved: names.map((technical_name) => ({
        technical_name,
        kind: findUnresolvedKind(technical_name, at),
      })),
    }),
  },
  { keys: IDENTITY_NAMES, find: identifyModule },
  {
    keys: ["copy_of"],
    find: (_, snapshot, entry) => ({ copy_of: findCopyOf(snapshot, entry) }),
  },
];

const CONTENT_KEYS: ReadonlySet<DetailKey> = new Set<DetailKey>(CONTENT_NAMES);
const PART_KEYS: ReadonlySet<DetailKey> = new Set<DetailKey>(PART_NAMES);

/** A function that reads these keys of an entry. */
export function openDetails(
  snapshot: Snapshot,
  keys: readonly DetailKey[],
): (entry: number) => ModuleSelection {
  if (keys.length === RECORD_KEYS.length && keys.every((key) => !PART_KEYS.has(key))) {
    return (entry) => toModuleDetails(snapshot, entry);
  }
  const hasContent = keys.some((key) => CONTENT_KEYS.has(key));
  const hasParts = keys.some((key) => PART_KEYS.has(key));
  const hasRecord = keys.some((key) => !PART_KEYS.has(key));
  const following = FOLLOWING.filter((one) => one.keys.some((key) => keys.includes(key)));
  return (entry) => {
    const known: ModuleSelection = {};
    if (hasRecord) {
      const record = hasContent ? snapshot.readRecord(entry) : snapshot.readHead(entry);
      Object.assign(known, record, ...following.map(({ find }) => find(record, snapshot, entry)));
    }
    if (hasParts) Object.assign(known, nameModels(snapshot, snapshot.readParts(entry)));
    return Object.fromEntries(keys.map((key) => [key, known[key]]));
  };
}

/** Data files name models by the ids of their records; two models may share one. */
function nameModels({ loaded: { classes } }: Snapshot, parts: ModuleParts): ModuleParts {
  const name = <Row extends { readonly model: string | null }>(rows: readonly Row[]) =>
    rows.map((row) => {
      const [model, other] =
        row.model === null ? [] : classes.listModelsWithId(toSubject(row.model));
      return model === undefined || other !== undefined ? row : { ...row, model };
    });
  const { access, rules, crons } = parts;
  return { ...parts, access: name(access), rules: name(rules), crons: name(crons) };
}

/** The whole record with what follows from it. */
export function toModuleDetails(snapshot: Snapshot, entry: number): ModuleDetails {
  const record = snapshot.readRecord(entry);
  const following = FOLLOWING.map(({ find }) => find(record, snapshot, entry));
  return Object.assign({}, record, ...following) as ModuleDetails;
}
