// Expressions of templates as lines of Python, with their loops and variables; what they refer to is read there.
import { findLine, listAttributes, listChildren, type XmlElement } from "../xml/tree.js";

/** A line of Python, and the line of the file in which it stands. */
export interface PlacedCode {
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
export function listInlineCode(text: string, line: number): readonly PlacedCode[] {
  return Array.from(text.matchAll(INLINE), ([, braced, marked]) =>
    toStatement(braced ?? marked ?? "", line),
  );
}

/** Asks for a field that may not be there. */
const QUESTION = /["']\w+["']\s+(?:not\s+)?in\s+[a-z]/;

/** Parts that a question after a field decides are left out. @param asked variables with the answer to one */
export function toTemplateCode(
  elements: readonly XmlElement[],
  asked = new Set<string>(),
  depth = 0,
): readonly PlacedCode[] {
  if (depth > DEEPEST) return [];
  const isDoubtful = (source: string): boolean =>
    QUESTION.test(source) || (source.match(/[a-z_]\w*/gi) ?? []).some((name) => asked.has(name));
  let isBranch = false;
  return elements.flatMap((element) => {
    const line = findLine(element);
    const given = new Map(listAttributes(element));
    const find = (name: string): string => given.get(name)?.trim() ?? "";
    const [loop, item, variable] = [find("t-foreach"), find("t-as"), find("t-set")];
    const isElse = given.has("t-else") || given.has("t-elif");
    isBranch = (isElse && isBranch) || isDoubtful(find("t-if") || find("t-elif"));
    const isSet = NAME.test(variable);
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
    inner.push(...toTemplateCode(listChildren(element), asked, depth + 1));
    if (loop === "" || !NAME.test(item)) return inner;
    return [
      { text: `for ${item} in (${loop}):`, line },
      ...inner.map((one) => ({ ...one, text: ` ${one.text}` })),
    ];
  });
}

function toStatement(expression: string, line: number): PlacedCode {
  return { text: `(${expression.trim().replaceAll(/\s+/g, " ")})`, line };
}
