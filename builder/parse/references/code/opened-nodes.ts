// Nodes of a Python text that may hold references: no other is made a value, which saves most of the time.
import type { Syntax } from "../../python/syntax.js";

/** Nodes with nothing inside that anybody asks for. */
const CLOSED: ReadonlySet<string> = new Set([
  "identifier",
  "integer",
  "float",
  "true",
  "false",
  "none",
  "type",
]);
/** Without these a statement outside of functions, or a function that its file does not call, refers to nothing. */
const WORDS =
  /\b(?:self|env|super|tools|has_group|user_has_groups|_for_xml_id|lambda|act_window)\b/;
/** Names of Odoo that not every version has: of types of fields, and of decorators. */
export const OF_SOME_VERSIONS =
  /\bfields\.(?!(?:Boolean|Char|Date|Datetime|Float|Html|Integer|Many2many|Many2one|Monetary|One2many|Selection|Text)\b)|\bapi\.(?!(?:constrains|depends|model|onchange|returns)\b)/;
const OF_SELF = /^(?:async\s+)?def\s+(\w+)\s*\(\s*self\b/;

/** Most of a file is definitions of fields, and texts. */
export function createOpener(text: string): (node: Syntax) => boolean {
  // Once for all functions, of which there may be one a line.
  const called = new Set(Array.from(text.matchAll(/\.(\w+)\(/g), ([, name]) => name));
  return ({ type, start, end, parent }) => {
    switch (type) {
      case "string":
        return /^[^"']*f/i.test(text.slice(start, start + 3));
      case "argument_list":
      case "parameters":
        return end - start > 2;
      case "decorator":
        return isWorded(text.slice(start, end));
      case "expression_statement":
        return isInFunction(parent) || isWorded(text.slice(start, end));
      case "function_definition": {
        const source = text.slice(start, end);
        const [signature = "", name = ""] = OF_SELF.exec(source) ?? [];
        return signature === "" || called.has(name) || WORDS.test(source.slice(signature.length));
      }
      default:
        return !CLOSED.has(type);
    }
  };
}

const isWorded = (source: string): boolean => WORDS.test(source) || OF_SOME_VERSIONS.test(source);

/** Whether a statement in some node stands in a function, or in what else is not a class or the file itself. */
function isInFunction(parent: Syntax | undefined): boolean {
  return parent?.type !== "module" && parent?.parent?.type !== "class_definition";
}
