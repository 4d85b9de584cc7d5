// State of a view after the operations of a system's data files: `_tag_record` and `_tag_template`
// of odoo/tools/convert.py, `create` and `write` of odoo/addons/base/models/ir_ui_view.py.
import type { ArchNode, LoadedView } from "../../../data/module/loaded-module.js";
import { toFullXmlId } from "../../../data/module/xml-id.js";
import { MOST_VIEWS, TooComplex } from "../../lookup/limits.js";
import { memoizeFound } from "../../lookup/memo.js";

export interface CodeLocation {
  readonly module: string;
  /** Relative to the module's folder. */
  readonly file: string;
  readonly line: number;
}

interface ViewChange extends CodeLocation {
  readonly operation: LoadedView["operation"];
}

export interface ArchLocation extends CodeLocation {
  /** Reads it each time; `undefined` where it cannot be read. */
  readonly readRoot: () => ArchNode | undefined;
}

export interface ViewState {
  /** Full id, as all here. */
  readonly xmlId: string;
  /** Rank of the creating operation: it orders the ids of records. */
  readonly rank: ViewOperation["rank"];
  readonly name: string;
  readonly model: string | null;
  readonly type: string | null;
  readonly mode: string;
  readonly inheritId: string | null;
  readonly priority: number;
  readonly active: boolean;
  readonly key: string | null;
  readonly groups: readonly string[];
  /** Columns whose value only running code knows. */
  readonly dynamic: readonly string[];
  /** Creation, then changes. */
  readonly changes: readonly [ViewChange, ...ViewChange[]];
  /** Location of the present arch, if any. */
  readonly arch: ArchLocation | undefined;
}

/**
 * The view whose arch in a data file is a stand-in: until 18.0 `_update_user_groups_view` of
 * odoo/addons/base/models/res_users.py generates it from the groups of the database.
 */
const GENERATED = "base.user_groups_view";

/** The views of a system, each computed once. */
export interface SystemViews {
  /** @throws TooComplex where it is below too many others */
  find(xmlId: string): ViewState | undefined;
  /** Views that inherit it directly, in no particular order. */
  listInheriting(xmlId: string): readonly ViewState[];
}

/** @param lastModule in load order, the last one that counts; all of them without it */
export function createViews(reader: ViewReader, lastModule = Infinity): SystemViews {
  const findDraft = memoizeFound((xmlId: string): Draft | undefined =>
    computeDraft(
      xmlId,
      reader.listOperations(xmlId).filter(({ rank: [module] }) => module <= lastModule),
    ),
  );
  const findType = createTypes(findDraft);
  const find = memoizeFound((xmlId: string): ViewState | undefined => {
    const draft = findDraft(xmlId);
    return draft && toState(draft, findType(draft));
  });
  return {
    find,
    listInheriting: (xmlId) =>
      reader.listInheriting(xmlId).flatMap((id) => {
        const view = find(id);
        return view?.inheritId === xmlId ? [view] : [];
      }),
  };
}

type Draft = Omit<ViewState, "name" | "type" | "arch"> & {
  readonly name: string | null;
  readonly type: string | null;
  readonly archOperation: ViewOperation | undefined;
};

type FindDraft = (xmlId: string) => Draft | undefined;

function computeDraft(xmlId: string, operations: readonly ViewOperation[]): Draft | undefined {
  let draft: Draft | undefined;
  for (const operation of operations) {
    if (operation.view.operation === "delete") draft = undefined;
    else if (draft !== undefined) draft = applyOperation(draft, operation);
    // A call changes what is there, and nothing else.
    else if (operation.view.operation !== "write") {
      draft = applyOperation(createDraft(xmlId, operation), operation);
    }
  }
  return draft;
}

function toState(draft: Draft, type: string | null): ViewState {
  const { archOperation, ...view } = draft;
  const arch = archOperation && toArchPlace(archOperation);
  const isGenerated = view.xmlId === GENERATED && !view.dynamic.includes("arch");
  return {
    ...view,
    dynamic: isGenerated ? [...view.dynamic, "arch"] : view.dynamic,
    type,
    name: view.name ?? `${view.model ?? "None"} ${type ?? "None"}`,
    arch,
  };
}

function createDraft(xmlId: string, operation: ViewOperation): Draft {
  return {
    xmlId,
    rank: operation.rank,
    name: null,
    model: null,
    type: null,
    mode: "primary",
    inheritId: null,
    priority: 16,
    active: true,
    key: null,
    groups: [],
    dynamic: [],
    changes: [{ operation: operation.view.operation, ...toLocation(operation) }],
    archOperation: undefined,
  };
}

/** Columns that are not given stay as they are. */
function applyOperation(before: Draft, operation: ViewOperation): Draft {
  const { module, rank, view } = operation;
  const isNew = before.rank === rank;
  const inheritId =
    view.inherit_id === undefined
      ? before.inheritId
      : view.inherit_id && toFullXmlId(module, view.inherit_id);
  return {
    ...before,
    name: view.name ?? before.name,
    model: view.model === undefined ? before.model : view.model || null,
    type: view.type ?? before.type,
    mode: view.mode ?? findMode(before, view.inherit_id),
    inheritId: inheritId || null,
    priority: view.priority ?? before.priority,
    active: view.active ?? before.active,
    key: view.key === undefined ? findKey(before, operation) : view.key,
    groups: view.groups === undefined ? before.groups : changeGroups(before.groups, operation),
    dynamic: [
      ...before.dynamic.filter((column) => !gives(view, column) && !view.dynamic.includes(column)),
      ...view.dynamic,
    ],
    changes: isNew
      ? before.changes
      : [...before.changes, { operation: view.operation, ...toLocation(operation) }],
    archOperation: view.arch_line === undefined ? before.archOperation : operation,
  };
}

/** A template always gives its key. */
const findKey = (before: Draft, { view }: ViewOperation): string | null =>
  view.operation === "template" ? before.xmlId : before.key;

/** A template sets the groups, others add to them; an id behind `-` takes one away. */
function changeGroups(
  before: readonly string[],
  { module, view: { operation, groups = [] } }: ViewOperation,
): readonly string[] {
  const changed = new Set(operation === "template" ? [] : before);
  for (const group of groups) {
    if (group.startsWith("-")) changed.delete(toFullXmlId(module, group.slice(1)));
    else changed.add(toFullXmlId(module, group));
  }
  return [...changed];
}

function gives(view: LoadedView, column: string): boolean {
  if (column === "arch") return view.arch_line !== undefined;
  return Object.hasOwn(view, column === "groups_id" ? "groups" : column);
}

const toArchPlace = (operation: ViewOperation): ArchLocation => ({
  ...toLocation(operation, operation.view.arch_line),
  readRoot: () => readRoot(operation),
});

/**
 * `_tag_template`: a template has its full id as `t-name` of the root, a primary one that inherits in the
 * spec behind all others.
 */
function readRoot(operation: ViewOperation): ArchNode | undefined {
  const root = operation.readArch();
  const { module, view } = operation;
  if (root === undefined || view.operation !== "template") return root;
  const [tag, attributes, lines, children] = root;
  const name = toFullXmlId(module, view.xml_id);
  if (tag === "t") return [tag, { ...attributes, "t-name": name }, lines, children];
  const last = children.at(-1);
  if (view.mode !== "primary" || typeof last !== "object") return root;
  const rename: ArchNode = ["attribute", { name: "t-name" }, 0, [name]];
  return [
    tag,
    attributes,
    lines,
    [...children.slice(0, -1), [last[0], last[1], last[2], [rename]]],
  ];
}

/** `_compute_defaults`: an inheriting view keeps its mode when its parent changes. */
function findMode(before: Draft, inheritId: string | null | undefined): string {
  if (inheritId === undefined) return before.mode;
  if (!inheritId) return "primary";
  return before.inheritId === null ? "extension" : before.mode;
}

/** Its own type, or that of the nearest ancestor with one; none in a cycle. */
function createTypes(findDraft: FindDraft): (draft: Draft) => string | null {
  const known = new Map<Draft, string | null>();
  return (draft) => {
    // All drafts on the path share the type. A cycle: the element has no type.
    const path = new Set<Draft>();
    let type: string | null = null;
    for (let at: Draft | undefined = draft; at !== undefined && !path.has(at);) {
      path.add(at);
      if (path.size > MOST_VIEWS) {
        throw new TooComplex(`The view ${draft.xmlId} is below more than ${MOST_VIEWS} others.`);
      }
      type = known.get(at) ?? at.type;
      if (type !== null) break;
      if (at.inheritId === null) {
        type = (at.archOperation && readRoot(at.archOperation)?.[0]) ?? null;
        break;
      }
      at = findDraft(at.inheritId);
    }
    for (const one of path) known.set(one, type);
    return type;
  };
}

const toLocation = ({ module, view }: ViewOperation, line = view.line): CodeLocation => ({
  module,
  file: view.file,
  line,
});

/** One operation of a data file of the system on a view. */
export interface ViewOperation {
  readonly module: string;
  /** Its order in the system: the module in load order, then the operation inside it. */
  readonly rank: readonly [module: number, position: number];
  /** View without its `arch`. */
  readonly view: LoadedView;
  /** `undefined` where it gives none, or one that cannot be read. */
  readArch(): ArchNode | undefined;
}

export interface ViewReader {
  /** All operations on the view with this full id (`module.name`), in load order. */
  listOperations(xmlId: string): readonly ViewOperation[];
  /** Full ids of the views of which some operation gives this one as `inherit_id`. */
  listInheriting(xmlId: string): readonly string[];
}
