// Fields, attributes and methods that templates of a module under development take of the records of a report.
import type {
  ModuleUnderDevelopment,
  Reference,
} from "../../../../data/module/module-under-development.js";
import { listExpressionNames } from "../../../../data/module/domain-fields.js";
import { toFullXmlId } from "../../../../data/module/xml-id.js";
import type { Steps } from "../../../../data/yield.js";
import { listElements } from "../../view/tree.js";
import { combineView, type CombinedView } from "../../view/combine.js";
import type { Judge } from "./judging.js";
import {
  createReportNames,
  findRendered,
  visitTemplate,
  type RecordNames,
} from "./report-names.js";
import { ASKED, isCalled, OF_RECORDS, type ReportReference } from "./template-fields.js";

/** Members that own elements of templates take of the records of a report. */
export function* listReportReferences(
  judge: Judge,
  { technicalName, loaded }: ModuleUnderDevelopment,
): Steps<readonly ReportReference[]> {
  const { models, createViews, system } = judge.registry;
  const views = createViews();
  const findNames = createReportNames(judge);
  const own = loaded.views.filter(({ type, arch }) => type === "qweb" && arch?.includes('"t-'));
  const files = new Map(own.map((one) => [toFullXmlId(technicalName, one.xml_id), one.file]));
  const rendered = new Map(
    [...files.keys()].flatMap((id) => {
      const view = findRendered(views, id);
      return view === undefined ? [] : [[view.xmlId, view]];
    }),
  );
  const references: ReportReference[] = [];
  for (const view of rendered.values()) {
    const names = yield* findNames(view.xmlId);
    if (names.size === 0) continue;
    const combined = yield* combineView(views, view, system.platformVersion);
    const asked = new Set(listAsked(combined));
    visitTemplate(combined, names, models, ({ attributes, changed, origin }, around, inside) => {
      for (const [attribute, source] of attributes) {
        const at = changed?.get(attribute) ?? origin;
        const file = files.get(combined.views[at.view]?.xmlId ?? "");
        if (file === undefined || !EXPRESSION.test(attribute)) continue;
        const known = attribute === "t-foreach" ? around : inside;
        for (const { name, ...one } of listMembers(source, known)) {
          if (!asked.has(name)) references.push({ ...one, name, file, line: at.line });
        }
      }
    });
  }
  return references;
}

/** Directives whose value is an expression. */
const EXPRESSION = /^t-(?:if|elif|out|esc|raw|field|value|foreach|options$|att(?:$|-))/;

type MemberReference = Extract<Reference, { readonly kind: "attribute" | "method" }>;

function listMembers(source: string, names: RecordNames): readonly MemberReference[] {
  return listExpressionNames(source).flatMap(
    ([root = "", ...whole]): readonly MemberReference[] => {
      const end = whole.findIndex((name) => OF_RECORDS.has(name));
      const path = end < 0 ? whole : whole.slice(0, end);
      const [model, name] = [names.get(root), path.at(-1)];
      if (model === undefined || name === undefined) return [];
      const via = path.slice(0, -1);
      return isCalled(source, name)
        ? [{ kind: "method", model, via, name, isExact: true }]
        : [{ kind: "attribute", model, via, name, chained: via.length, isExact: true }];
    },
  );
}

/** Texts of a template, such as the name of a field that it asks for. */
const listAsked = ({ document }: CombinedView): readonly string[] =>
  (document ? listElements(document) : []).flatMap(({ attributes }) =>
    [...attributes.values()].flatMap((source) =>
      Array.from(source.matchAll(ASKED), ([, name = ""]) => name),
    ),
  );
