// Calls of the server in scripts of the browser: models, methods and fields that the service `orm` is given as texts, and
// actions.
import { listDomainFields } from "../../../data/module/domain-fields.js";
import type { Reference, WrittenReference } from "../../../data/module/module-under-development.js";
import { createLineFinder } from "../python/text/lines.js";
import type { SourceFile } from "../source-file.js";

const CALL = /\borm(?:\.silent)?\.(\w+)\(\s*(["'`])([a-z]\w*(?:\.\w+)+)\2\s*(?=[,)])/g;
/** The service `action` takes the id of an action, or a tag, which has no point. */
const ACTION = /\b(?:doAction|do_action)\(\s*(["'`])([a-z]\w*\.\w[\w-]*)\1/g;
const COMMENT = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm;
/** `patch` takes no name since 17.0 (core/utils/patch.js). */
const NAMED_PATCH = /\bpatch\(\s*[\w.]+\s*,\s*(["'`])[^"'`]*\1\s*,/g;
const PATCHES = "@web/core/utils/patch";
/** Arguments with a domain, and with names of fields (core/orm_service.js). */
const DOMAINS = /^(?:search|searchRead|searchCount|webSearchRead|readGroup|webReadGroup)$/;
const FIELDS = /^(?:read|searchRead)$/;
const NAMES = /^\[\s*((?:["']\w+["']\s*,?\s*)+)\]$/;

export function listScriptReferences({
  path: file,
  bytes,
}: SourceFile): readonly WrittenReference[] {
  const source = Buffer.from(bytes).toString();
  const isPatched = source.includes(PATCHES);
  if (!/^static\/src\/.*\.js$/.test(file) || !(isPatched || /orm|doAction|do_action/.test(source)))
    return [];
  const text = source.replaceAll(COMMENT, (comment) => comment.replaceAll(/[^\n]/g, " "));
  const findLine = createLineFinder(text);
  const found: WrittenReference[] = [];
  const add = (reference: Reference, at: number): void =>
    void found.push({ ...reference, file, line: findLine(at) });
  for (const { index, 0: call, 1: name = "", 3: model = "" } of text.matchAll(CALL)) {
    const [, second = "", third = ""] = splitArguments(text, index + call.indexOf("(") + 1);
    add({ kind: "model", model }, index);
    const method = name === "call" ? /^(["'`])(\w+)\1$/.exec(second)?.[2] : undefined;
    if (method !== undefined) add({ kind: "method", model, name: method, isExact: true }, index);
    const names = FIELDS.test(name) ? (NAMES.exec(third)?.[1]?.match(/\w+/g) ?? []) : [];
    const domain = DOMAINS.test(name) ? listDomainFields(second) : [];
    for (const path of [...domain, ...names.map((one) => [one])]) {
      add({ kind: "field", model, path, isExact: true }, index);
    }
  }
  for (const { index, 2: xmlId = "" } of text.matchAll(ACTION)) {
    add({ kind: "record", xmlId, isView: false, from: "code" }, index);
  }
  for (const { index } of isPatched ? text.matchAll(NAMED_PATCH) : []) {
    add({ kind: "wrong", rule: "named-patch", name: "patch" }, index);
  }
  return found;
}

/** Arguments of a call up to its bracket. */
function splitArguments(text: string, from: number): readonly string[] {
  const found: string[] = [];
  let start = from;
  let depth = 0;
  for (const { 0: token, index } of text
    .slice(from)
    .matchAll(/(["'`])(?:\\.|(?!\1)[^\\])*\1|[[\](){},]/g)) {
    const isEnd = depth === 0 && /[\])}]/.test(token);
    if (isEnd || (depth === 0 && token === ",")) {
      found.push(text.slice(start, from + index).trim());
      start = from + index + 1;
    }
    if (isEnd) break;
    if (/^[[({]$/.test(token)) depth += 1;
    else if (/^[\])}]$/.test(token)) depth -= 1;
  }
  return found;
}
