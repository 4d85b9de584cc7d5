// A view after all views of a system that inherit it.
import { getRules } from "../../../data/platform/rules.js";
import { listApplied } from "./applied.js";
import { createSteps, MOST_COPIED, MOST_VIEW_STEPS } from "../../lookup/limits.js";
import type { ViewFault, ViewFaultCode } from "./fault.js";
import { applySpecs, describeSpec, type SpecRules } from "./specs.js";
import type { SystemViews, ViewState } from "./state.js";
import {
  createArchRoom,
  createDocument,
  plantArch,
  type DocumentNode,
  type ElementNode,
} from "./tree.js";

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
export function combineView(
  views: SystemViews,
  view: ViewState,
  platformVersion: string,
): CombinedView {
  const { root, applied, fault } = listApplied(views, view, platformVersion);
  const diagnostics: ViewDiagnostic[] = [];
  if (fault !== undefined) diagnostics.push(toViewDiagnostic(root, fault));
  const room = createArchRoom("view");
  const plant = (one: ViewState, at: number): ElementNode | undefined => {
    const arch = one.arch?.readRoot();
    if (one.arch !== undefined && arch !== undefined) {
      return plantArch(arch, { module: one.arch.module, line: one.arch.line, view: at }, room);
    }
    diagnostics.push(toViewDiagnostic(one, "no_arch"));
    return undefined;
  };
  // A view without the one that it inherits is nothing but specs.
  const top = fault === undefined ? plant(root, 0) : undefined;
  const document = top && createDocument(top);
  const rules = createRules(platformVersion);
  const counted = applied.map((one, at) => {
    const specs = document && plant(one, at + 1);
    if (specs === undefined || document === undefined) return { ...one, specs: 0 };
    const count = applySpecs(document, specs, rules, (spec, specFault) =>
      diagnostics.push(toSpecDiagnostic(one, spec, specFault)),
    );
    return { ...one, specs: count };
  });
  return { view, views: [{ ...root, specs: 0 }, ...counted], document, diagnostics };
}

/** @param what is combined: `view` */
export function createRules(platformVersion: string, what = "view"): SpecRules {
  return {
    ...getRules(platformVersion),
    steps: createSteps(MOST_VIEW_STEPS, `To combine the ${what} takes`),
    copies: { left: MOST_COPIED },
  };
}

function toViewDiagnostic(view: ViewState, code: ViewFaultCode): ViewDiagnostic {
  const { module, file, line } = view.changes[0];
  const detail = code === "no_arch" ? "" : (view.inheritId ?? "");
  return { code, view: view.xmlId, module, file, line, spec: "", detail };
}

function toSpecDiagnostic(
  view: ViewState,
  spec: ElementNode,
  { code, detail }: ViewFault,
): ViewDiagnostic {
  const { module, file } = view.arch ?? view.changes[0];
  const { line } = spec.origin;
  return { code, view: view.xmlId, module, file, line, spec: describeSpec(spec), detail };
}
