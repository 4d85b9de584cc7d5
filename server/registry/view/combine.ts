// A view after all views of a system that inherit it, and which these are, in order: `_get_combined_arch`,
// `_get_inheriting_views` and `_combine` of odoo/addons/base/models/ir_ui_view.py.
import { getRules } from "../../../data/platform/rules.js";
import type { Steps } from "../../../data/yield.js";
import {
  createSteps,
  MOST_COPIED,
  MOST_VIEW_STEPS,
  MOST_VIEWS,
  TooComplex,
} from "../../lookup/limits.js";
import type { ViewFault, ViewFaultCode } from "./fault.js";
import { applySpecs, describeSpec, type SpecRules } from "./specs.js";
import type { CodeLocation, SystemViews, ViewState } from "./state.js";
import {
  createArchRoom,
  createDocument,
  plantArch,
  type DocumentNode,
  type ElementNode,
} from "./tree.js";
import { addToGroup } from "../../../data/grouped.js";

export interface CombinedView {
  readonly view: ViewState;
  /** The root, then those that were applied to it, in this order: origins in the arch are of these. */
  readonly views: readonly (ViewState & { readonly specs: number })[];
  /** `undefined` where the root's arch cannot be read, or where the root inherits what is not there. */
  readonly document: DocumentNode | undefined;
  readonly diagnostics: readonly ViewDiagnostic[];
}

export interface ViewDiagnostic {
  readonly code: ViewFaultCode;
  /** Id of the view that could not be applied, wholly or partly. */
  readonly view: string;
  readonly module: string;
  readonly file: string;
  readonly line: number;
  /** The start of the spec, empty where it is the whole view. */
  readonly spec: string;
  readonly detail: string;
}

/** @param platformVersion as `17.0` @throws TooComplex */
export function* combineView(
  views: SystemViews,
  view: ViewState,
  platformVersion: string,
): Steps<CombinedView> {
  const { root, applied, fault } = listApplied(views, view, platformVersion);
  const diagnostics: ViewDiagnostic[] = [];
  if (fault !== undefined)
    diagnostics.push(toDiagnostic(root, { code: fault, detail: root.inheritId ?? "" }));
  const room = createArchRoom("view");
  const plant = (one: ViewState, at: number): ElementNode | undefined => {
    const arch = one.arch?.readRoot();
    if (one.arch !== undefined && arch !== undefined) {
      return plantArch(arch, { module: one.arch.module, line: one.arch.line, view: at }, room);
    }
    diagnostics.push(toDiagnostic(one, { code: "no_arch" }));
    return undefined;
  };
  // A view without the one that it inherits is nothing but specs.
  const top = fault === undefined ? plant(root, 0) : undefined;
  const document = top && createDocument(top);
  const rules = createRules(platformVersion);
  const counted = [{ ...root, specs: 0 }];
  for (const [at, one] of applied.entries()) {
    const planted = document && plant(one, at + 1);
    const report = (spec: ElementNode, { code, detail }: ViewFault): void => {
      const place = { ...(one.arch ?? one.changes[0]), line: spec.origin.line };
      diagnostics.push(toDiagnostic(one, { code, spec: describeSpec(spec), detail }, place));
    };
    const specs = planted && document ? yield* applySpecs(document, planted, rules, report) : 0;
    counted.push({ ...one, specs });
  }
  return { view, views: counted, document, diagnostics };
}

export function createRules(
  platformVersion: string,
  what: "view" | "template" = "view",
): SpecRules {
  const rules = getRules(platformVersion);
  return {
    ...rules,
    comparesClassLists: what === "template" && rules.comparesClassLists,
    steps: createSteps(MOST_VIEW_STEPS, `To combine the ${what} takes`),
    copies: { left: MOST_COPIED },
  };
}

/** @param at the place of the spec, else of the view itself */
function toDiagnostic(
  { xmlId, changes: [made] }: ViewState,
  { code, spec = "", detail = "" }: Pick<ViewDiagnostic, "code"> & Partial<ViewDiagnostic>,
  { module, file, line }: CodeLocation = made,
): ViewDiagnostic {
  return { code, view: xmlId, module, file, line, spec, detail };
}

/**
 * @returns the view at the top of those that it inherits, what is applied to that in its order, and why it is none of
 *   its own accord
 * @throws TooComplex
 */
export function listApplied(views: SystemViews, view: ViewState, platformVersion: string) {
  const { chain, root, fault } = climb(views, view);
  const readsAll = getRules(platformVersion).readsInactivePrimaryViews;
  const counted = chain.filter(({ active, mode }) => active || (readsAll && mode === "primary"));
  const children = listChildren(views, counted, view);
  const getChildren = ({ xmlId }: ViewState): readonly ViewState[] => children.get(xmlId) ?? [];
  // Depth first; primary views come after all extensions of the views above them.
  const queue = [
    ...getChildren(root).filter(({ mode }) => mode !== "primary"),
    ...getChildren(root).filter(({ mode }) => mode === "primary"),
  ];
  const applied = new Set<ViewState>();
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (applied.has(next) || next === root) continue;
    applied.add(next);
    for (const child of getChildren(next).toReversed()) {
      if (child.mode === "primary") queue.push(child);
      else queue.unshift(child);
    }
  }
  return { root, applied: [...applied], fault };
}

/** Modules whose data files make or change a view, or one of those that it is combined of. */
export function listChangingModules(
  views: SystemViews,
  view: ViewState,
  platformVersion: string,
): ReadonlySet<string> {
  const { root, applied } = listApplied(views, view, platformVersion);
  return new Set(
    [view, root, ...applied].flatMap(({ changes }) => changes.map(({ module }) => module)),
  );
}

function climb(views: SystemViews, view: ViewState) {
  const chain = new Set<ViewState>();
  let root = view;
  const end = (fault?: ViewFaultCode) => ({ chain: [...chain], root, fault });
  for (;;) {
    chain.add(root);
    if (chain.size > MOST_VIEWS) throw tooMany(view);
    if (root.inheritId === null) return end();
    const parent = views.find(root.inheritId);
    if (parent === undefined) return end("no_parent");
    if (chain.has(parent)) return end("circular");
    root = parent;
  }
}

/**
 * By the id of what they inherit: the views of the chain that count, and all active extensions of these that are
 * of the same model; siblings by priority, then by id.
 */
function listChildren(
  views: SystemViews,
  counted: readonly ViewState[],
  view: ViewState,
): ReadonlyMap<string, readonly ViewState[]> {
  const found = new Set(counted);
  for (const parent of found) {
    if (found.size > MOST_VIEWS) throw tooMany(view);
    for (const child of views.listInheriting(parent.xmlId)) {
      if (child.active && child.mode === "extension" && isSameModel(child, parent)) {
        found.add(child);
      }
    }
  }
  const children = new Map<string, ViewState[]>();
  for (const one of [...found].toSorted(compareSiblings)) {
    if (one.inheritId === null) continue;
    addToGroup(children, one.inheritId, one);
  }
  return children;
}

const tooMany = ({ xmlId }: ViewState): TooComplex =>
  new TooComplex(`The view ${xmlId} is combined of more than ${MOST_VIEWS} views.`);

const isSameModel = (a: ViewState, b: ViewState): boolean => (a.model ?? "") === (b.model ?? "");

const compareSiblings = (a: ViewState, b: ViewState): number =>
  a.priority - b.priority || a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1];
