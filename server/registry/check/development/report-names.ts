// Names of a report's templates with the models of their records: `docs` of the template that it renders
// (`_get_rendering_context` of ir_actions_report.py), loops over them, variables, and the same in templates that are called.
import { addToGroup } from "../../../../data/grouped.js";
import { toFullXmlId } from "../../../../data/module/xml-id.js";
import type { Steps } from "../../../../data/yield.js";
import { once } from "../../../lookup/memo.js";
import type { Models } from "../../model/models.js";
import { listTemplateCalls } from "../../references/find-references.js";
import { combineView, type CombinedView } from "../../view/combine.js";
import { listElements, type ChildNode, type ElementNode } from "../../view/tree.js";
import type { SystemViews, ViewState } from "../../view/state.js";
import type { Judge } from "./judging.js";

/** Models of records, by the names that an expression has for them. */
export type RecordNames = ReadonlyMap<string, string>;

/** An element, with the names around it, and those that its own loop and its content add. */
type VisitElement = (element: ElementNode, around: RecordNames, inside: RecordNames) => void;

const REPORT = "ir.actions.report";
/** Reports whose own values have the same `docs` (account/report/account_invoice_report.py). */
const SAME_RECORDS = /^account\.report_invoice(?:_with_payments)?$/;
/** Templates with more callers are parts of pages, which know no records. */
const MOST_CALLERS = 12;
/** Nested deeper than any template. */
const DEEPEST = 90;
/** Calls of calls. */
const MOST_CALLS = 4;

/** A path, and a call after it that gives records of the same model. */
const RECORDS =
  /^([a-z_]\w*(?:\.[a-z_]\w*)*)(?:\.(?:sudo|exists|filtered|sorted|with_(?:context|company|user|lang))\((?!.*\)\s*[.[]).*\))?$/is;
/** Questions for the model of a record, which may then be another. */
const OF_SEVERAL = /\b_name\b|\bdoc_model\b/;

const NONE: RecordNames = new Map();

/** Tells the names that a template is given; none where callers disagree, or one of them is not known. */
export function createReportNames(judge: Judge) {
  const { models, createViews, system } = judge.registry;
  const views = createViews();
  const getReports = once(() => readReports(judge));
  const known = new Map<string, RecordNames>();
  return function* findNames(template: string, depth = 0): Steps<RecordNames> {
    const before = known.get(template);
    if (before !== undefined) return before;
    known.set(template, NONE);
    const given: RecordNames[] = (getReports().get(template) ?? []).map(
      (model) => new Map(model === null ? [] : [["docs", model]]),
    );
    const callers = depth > MOST_CALLS ? undefined : yield* listCallers(judge, template);
    if (callers === undefined) return NONE;
    for (const caller of callers) {
      const view = findRendered(views, caller);
      const found = view && (yield* combineView(views, view, system.platformVersion));
      const names = view ? yield* findNames(view.xmlId, depth + 1) : NONE;
      if (found === undefined) given.push(NONE);
      else
        visitTemplate(found, names, models, (element, _, inside) => {
          if (element.attributes.get("t-call") === template) given.push(new Map(inside));
        });
    }
    const [first = NONE, ...others] = given;
    const shared = [...first].filter(([name, model]) =>
      others.every((one) => one.get(name) === model),
    );
    known.set(template, new Map(shared));
    return new Map(shared);
  };
}

/** The view that is rendered with an extension in it. */
export function findRendered(views: SystemViews, xmlId: string): ViewState | undefined {
  let view = views.find(xmlId);
  for (let left = DEEPEST; left > 0 && view?.inheritId && view.mode === "extension"; left -= 1)
    view = views.find(view.inheritId);
  return view;
}

const toPath = (source = ""): readonly string[] =>
  RECORDS.exec(source.trim())?.[1]?.split(".") ?? [];

/** Elements of a combined template, each after those in it; no names where it asks for the model of its records. */
export function visitTemplate(
  { document }: CombinedView,
  given: RecordNames,
  models: Models,
  visit: VisitElement,
): void {
  const all = document ? listElements(document) : [];
  const expressions = all.flatMap(({ attributes }) => [...attributes.values()]);
  const isOfSeveral = expressions.some((one) => OF_SEVERAL.test(one));
  // A variable that is set twice may hold anything; `o = o.with_context(…)` stays the same.
  const set = all.flatMap(({ attributes }) => {
    const name = attributes.get("t-set") ?? "";
    return toPath(attributes.get("t-value")).join(".") === name ? [] : [name];
  });
  const known = new Set(given.keys());
  const doubtful = new Set<string>();
  for (const name of set) (known.has(name) ? doubtful : known).add(name);
  const findModel = (names: RecordNames, source?: string): string | undefined => {
    const [first = "", ...path] = toPath(source);
    return path.reduce<string | undefined>(
      (model, name) => models.findModel(model ?? "")?.findField(name)?.comodel_name ?? undefined,
      names.get(first),
    );
  };
  const bind = (names: Map<string, string>, name: string | undefined, model?: string): void => {
    if (name === undefined) return;
    if (model === undefined || doubtful.has(name)) names.delete(name);
    else names.set(name, model);
  };
  const walk = (nodes: readonly ChildNode[], names: Map<string, string>, depth: number): void => {
    for (const node of nodes) {
      if (node.kind !== "element" || depth > DEEPEST) continue;
      const { attributes } = node;
      const inside = new Map(names);
      bind(inside, attributes.get("t-as"), findModel(names, attributes.get("t-foreach")));
      walk(node.children, inside, depth + 1);
      visit(node, names, inside);
      bind(names, attributes.get("t-set"), findModel(inside, attributes.get("t-value")));
    }
  };
  const names = new Map(isOfSeveral ? NONE : given);
  for (const name of doubtful) names.delete(name);
  walk(document?.children ?? [], names, 0);
}

/** Models of reports by their templates; `null` where values of the report's own may come in place of its records. */
function readReports({
  registry: { models, getRecords },
  modules,
}: Judge): ReadonlyMap<string, readonly (string | null)[]> {
  const written = modules.flatMap(({ loaded }) =>
    loaded.data.flatMap(({ records }) => records.filter(({ model }) => model === REPORT)),
  );
  const reports = new Map<string, (string | null)[]>();
  for (const { values } of [...getRecords().listOfModel(REPORT), ...written]) {
    const [template, model] = [values.get("report_name"), values.get("model")];
    if (typeof template !== "string" || typeof model !== "string") continue;
    const hasOwn = models.findModel(`report.${template}`) !== undefined;
    addToGroup(reports, template, hasOwn && !SAME_RECORDS.test(template) ? null : model);
  }
  return reports;
}

/** Ids of views of the system, and of modules that are being written, with a `t-call` of a template; `undefined` for too many. */
function* listCallers(
  { registry: { system }, modules }: Judge,
  template: string,
): Steps<readonly string[] | undefined> {
  const byEntry = new Map(system.modules.map((module) => [module.entry, module]));
  const calls = yield* listTemplateCalls(system.snapshot, {
    version: system.platformVersion,
    name: template,
    isIn: (entry) => byEntry.has(entry),
    most: MOST_CALLERS,
  });
  const installed = calls?.flatMap(({ entry, file, line }) => {
    const module = byEntry.get(entry);
    const views = module ? system.readHead(module).views : [];
    const view = views.findLast((one) => one.file === file && one.line <= line);
    return module && view ? [toFullXmlId(module.name, view.xml_id)] : [];
  });
  const text = `"t-call":${JSON.stringify(template)}`;
  const written = modules.flatMap(({ technicalName, loaded }) =>
    loaded.views
      .filter(({ arch }) => arch?.includes(text))
      .map((one) => toFullXmlId(technicalName, one.xml_id)),
  );
  const callers = installed && new Set([...installed, ...written]);
  return callers === undefined || callers.size > MOST_CALLERS ? undefined : [...callers];
}
