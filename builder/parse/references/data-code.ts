// Code in data files: what elements evaluate and search, the code of actions, and expressions of messages. It is written
// as Python that the reader of code reads; `#model_x` stands for the model whose record has this id.
import type { Reference } from "../../../data/module/module-under-development.js";
import { parsePython } from "../python/tree.js";
import { findFieldValue, findReference, findValue } from "../xml/record-fields.js";
import {
  findContentLine,
  findLine,
  listChildren,
  toElementText,
  type XmlElement,
  listAttributes,
} from "../xml/tree.js";
import { listCodeReferences } from "./code/code-references.js";

export type PlacedReference = Reference & { readonly line: number };

/** Names that code is given, with the models of their records. */
type GivenRecords = Readonly<Record<string, string | null>>;

/** Records whose code runs with records of their model (`_get_eval_context` of ir_actions.py). */
const OF_CODE: ReadonlySet<string> = new Set(["ir.cron", "ir.actions.server", "base.automation"]);
/** Messages, whose expressions are about a record (`_render_template` of mail_render_mixin.py). */
const OF_TEXT: ReadonlySet<string> = new Set(["mail.template", "sms.template"]);
const REPORT = "ir.actions.report";
/** `report_download` of controllers/report.py, `retrieve_attachment` of ir_actions_report.py. */
const OF_REPORT: ReadonlySet<string> = new Set(["print_report_name", "attachment"]);
/** Methods that `call_kw` does not call of the records that are its first argument. */
const OF_MODEL = /^(?:create$|_?search|_?read_group$)/;
const FILTER = "ir.filters";
/** Fields with a domain, and that which names the model that it is about. */
const DOMAINS: ReadonlyMap<string, string> = new Map([
  ["ir.actions.act_window domain", "res_model"],
  [`${FILTER} domain`, "model_id"],
  ["ir.rule domain_force", "model_id"],
  ["base.automation filter_domain", "model_id"],
  ["base.automation filter_pre_domain", "model_id"],
]);
const MARKED_ID = /%\([\w.-]+\)[ds]/g;
const BROWSING = /\bobj\(/g;
const USER = { user: "res.users" } as const;

interface FieldOfRecord {
  readonly model: string;
  readonly name: string;
  readonly fields: ReadonlyMap<string, XmlElement>;
}

/** References of what a field of a record evaluates, searches, runs or renders, but for the field itself. */
export function listFieldCode(
  field: XmlElement,
  { model, name, fields }: FieldOfRecord,
): readonly PlacedReference[] {
  if (findValue(field, "search") !== null) return listSearchCode(field, { model, name });
  const values = findValue(field, "eval") ?? "";
  if (/\{|\bobj\(/.test(values)) {
    const browsed = { obj: findValue(field, "model") };
    const evaluated = values.replaceAll(BROWSING, "obj.browse(");
    return listCalled(field, `create({"${name}": ${evaluated}})`, { model, name, browsed });
  }
  const text = toElementText(field);
  const about = DOMAINS.get(`${model} ${name}`);
  if (about !== undefined) {
    const named = fields.get(about);
    const owner =
      about === "model_id" && model !== FILTER ? findSubject(named) : findFieldValue(named);
    const domain = text.trim().replaceAll(MARKED_ID, "0").replaceAll(/\s+/g, " ");
    return owner === null
      ? []
      : listCalled(field, `search(${domain})`, { model: owner, browsed: USER });
  }
  if (model === REPORT && OF_REPORT.has(name)) {
    const code = text.trim() === "" ? [] : [{ text: `(${text.trim()})`, line: findLine(field) }];
    return listReferences(code, { object: findFieldValue(fields.get("model")) });
  }
  const subject = findSubject(fields.get("model_id"));
  if (OF_TEXT.has(model)) {
    const inner = listChildren(field);
    const code = inner.length > 0 ? toTemplateCode(inner) : listInlineCode(text, findLine(field));
    return listReferences(code, { object: subject, ...USER });
  }
  const isRun = (findFieldValue(fields.get("state")) ?? "code") === "code";
  if (!OF_CODE.has(model) || name !== "code" || !isRun) return [];
  const [space = ""] = /^\s*/.exec(text) ?? [];
  const first = findContentLine(field) + space.split("\n").length - 1;
  const code = text.trim().split("\n");
  return listReferences(
    code.map((one, at) => ({ text: one, line: first + at })),
    { model: subject, record: subject, records: subject, ...USER },
  );
}

/** @param of the field whose record is searched, unless the element names a model (`_tag_record` of convert.py) */
export function listSearchCode(
  element: XmlElement,
  of?: Pick<FieldOfRecord, "model" | "name">,
): readonly PlacedReference[] {
  const domain = findValue(element, "search");
  const model = findValue(element, "model");
  if (domain === null) return [];
  if (model !== null) return listCalled(element, `search(${domain})`, { model });
  return of === undefined ? [] : listCalled(element, `mapped("${of.name}").search(${domain})`, of);
}

/** Arguments of a `<function>`, of which most methods take the first as their records. */
export function listFunctionCode(element: XmlElement): readonly PlacedReference[] {
  const [model, method] = [findValue(element, "model"), findValue(element, "name")];
  if (model === null || method === null) return [];
  const browsed: Record<string, string | null> = {};
  const given = listChildren(element).map((value, at) => {
    const name = findValue(value, "name");
    const source = (value.name === "value" && findValue(value, "eval")) || "None";
    browsed[`obj${at}`] = findValue(value, "model");
    const evaluated = source.replaceAll(BROWSING, `obj${at}.browse(`);
    return name === null ? `(${evaluated})` : `${name}=(${evaluated})`;
  });
  const [first = "None", ...others] = OF_MODEL.test(method) ? ["None", ...given] : given;
  return listCalled(element, `${method}(${others.join(", ")}) or (${first})`, { model, browsed });
}

interface CalledRecords {
  readonly model: string;
  /** Names for the models whose `browse` an `obj` is (`_get_idref` of convert.py). */
  readonly browsed?: GivenRecords;
  /** The field that the call is about, which has a reference of its own. */
  readonly name?: string;
}

function listCalled(
  element: XmlElement,
  call: string,
  { model, name, browsed = {} }: CalledRecords,
): readonly PlacedReference[] {
  const code = [{ text: `record.${call}`, line: findLine(element) }];
  const [method] = call.split("(", 1);
  return listReferences(code, { record: model, ...browsed }).filter((one) => {
    if (one.kind !== "field" && one.kind !== "method") return true;
    const named = one.kind === "field" ? one.path[0] : one.name;
    const isFirst = one.model === model && (one.via ?? []).length === 0;
    return !(isFirst && named === (one.kind === "field" ? name : method));
  });
}

/** The model of a record's `model_id`, or what stands for it. */
function findSubject(field: XmlElement | undefined): string | null {
  const written = findReference(field) ?? "";
  const [, id] = /^(?:\w+\.)?(model_\w+)$/.exec(written) ?? [];
  const [, , , model] =
    /^search:\s*\[\s*\(\s*(["'])model\1\s*,\s*(["'])=\2\s*,\s*["']([\w.]+)["']/.exec(written) ?? [];
  return id === undefined ? (model ?? null) : `#${id}`;
}

/** None of code with errors. */
function listReferences(
  code: readonly PlacedCode[],
  given: GivenRecords,
): readonly PlacedReference[] {
  const text = ["def code():", ...code.map((one) => ` ${one.text}`)].join("\n");
  const root = code.length === 0 ? undefined : parsePython(text);
  if (root === undefined || root.hasError) return [];
  const names = Object.entries(given).flatMap(([name, model]) =>
    model === null ? [] : [[name, { model, via: [], isExact: true }] as const],
  );
  return listCodeReferences(text, root, [], new Map(names)).flatMap((reference) => {
    if (reference.kind === "untyped" || reference.kind === "import") return [];
    return { ...reference, line: code[reference.line - 2]?.line ?? 1 };
  });
}

/** A line of Python, and the line of the file in which it stands. */
interface PlacedCode {
  readonly text: string;
  readonly line: number;
}

/** Directives whose value is an expression (`_directives_eval_order` of ir_qweb.py), and those with some in a text. */
const EXPRESSION = /^t-(?:if|elif|out|esc|raw|field|att|options|lang)(?:$|-)/;
const FORMATTED = /^t-attf-/;
/** `INLINE_TEMPLATE_REGEX` of rendering_tools.py, where a default may follow, and `FORMAT_REGEX` of ir_qweb.py. */
const INLINE = /\{\{(.+?)(?:\|\|\|.*?)?\}\}|#\{(?!\{)(.+?)\}/gs;
const NAME = /^[a-z_]\w*$/i;
/** Nested deeper than any template. */
const DEEPEST = 90;

/** The expressions in a text of a template. */
function listInlineCode(text: string, line: number): readonly PlacedCode[] {
  return Array.from(text.matchAll(INLINE), ([, braced, marked]) =>
    toStatement(braced ?? marked ?? "", line),
  );
}

/** Asks for a field that may not be there. */
const QUESTION = /["']\w+["']\s+(?:not\s+)?in\s+[a-z]/;

/** A question that code asks, too, with the name if it is written. */
const CODE_QUESTION = /\bhasattr\((?:[^,]{0,200},\s*["'](\w+)["']\s*\))?/g;

/**
 * Expressions of templates as lines of Python, with their loops and variables. Parts that a question after a field decides are left
 * out. @param asked variables with the answer to one
 */
function toTemplateCode(
  elements: readonly XmlElement[],
  asked = new Set<string>(),
  answers = new Set<string>(),
  depth = 0,
): readonly PlacedCode[] {
  if (depth > DEEPEST) return [];
  const isDoubtful = (source: string): boolean =>
    QUESTION.test(source) || (source.match(/[a-z_]\w*/gi) ?? []).some((name) => asked.has(name));
  let isBranch = false;
  let questions: readonly string[] = [];
  return elements.flatMap((element) => {
    const line = findLine(element);
    const given = new Map(listAttributes(element));
    const find = (name: string): string => given.get(name)?.trim() ?? "";
    const [loop, item, variable] = [find("t-foreach"), find("t-as"), find("t-set")];
    const isElse = given.has("t-else") || given.has("t-elif");
    const condition = find("t-if") || find("t-elif");
    isBranch = (isElse && isBranch) || isDoubtful(condition);
    questions = joinQuestions([...(isElse ? questions : []), ...listQuestions(condition, answers)]);
    const isSet = NAME.test(variable);
    if (isSet && listQuestions(find("t-value"), answers).length > 0) answers.add(variable);
    if (isSet && (isBranch || isDoubtful(find("t-value")))) asked.add(variable);
    if (isBranch) return [];
    const inner: PlacedCode[] = [{ text: "pass", line }];
    if (isSet && !asked.has(variable)) {
      inner.push({ text: `${variable} = (${find("t-value") || "''"})`, line });
    }
    for (const [name, value] of given) {
      if (value.trim() === "" || isDoubtful(value)) continue;
      if (FORMATTED.test(name)) inner.push(...listInlineCode(value, line));
      else if (EXPRESSION.test(name)) inner.push(toStatement(value, line));
    }
    inner.push(...toTemplateCode(listChildren(element), asked, answers, depth + 1));
    const decided =
      questions.length === 0 ? inner : nest(`if ${questions.join(" or ")}:`, line, inner);
    return loop === "" || !NAME.test(item)
      ? decided
      : nest(`for ${item} in (${loop}):`, line, decided);
  });
}

/** Questions of a condition, and variables in it with an answer; one that is only a variable may have one. */
function listQuestions(condition: string, answers: ReadonlySet<string>): readonly string[] {
  if (NAME.test(condition)) return [condition];
  const asked = Array.from(condition.matchAll(CODE_QUESTION), ([, name]) =>
    name === undefined ? ANY_QUESTION : `hasattr(0, "${name}")`,
  );
  return [...(condition.match(/[a-z_]\w*/gi) ?? []).filter((name) => answers.has(name)), ...asked];
}

const ANY_QUESTION = "hasattr(0, 0)";
/** Questions that a chain of branches hands on. */
const MOST_QUESTIONS = 8;

function joinQuestions(questions: readonly string[]): readonly string[] {
  const distinct = [...new Set(questions)];
  return distinct.length > MOST_QUESTIONS ? [ANY_QUESTION] : distinct;
}

const nest = (text: string, line: number, code: readonly PlacedCode[]): readonly PlacedCode[] => [
  { text, line },
  ...code.map((one) => ({ ...one, text: ` ${one.text}` })),
];

function toStatement(expression: string, line: number): PlacedCode {
  return { text: `(${expression.trim().replaceAll(/\s+/g, " ")})`, line };
}
