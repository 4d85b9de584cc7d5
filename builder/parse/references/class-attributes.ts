// Misspelt attributes of models' classes, for example an order that Odoo never applies. A class whose head takes several lines
// is left out.
import { countEach } from "../../../data/grouped.js";
import { CLASS_ATTRIBUTES } from "../../../data/module/loaded-module.js";
import type { WrittenReference } from "../../../data/module/module-under-development.js";
import { measureDistance } from "../../../data/text/edit-distance.js";
import { decodePythonSource } from "../python/text/decode.js";
import type { SourceFile } from "../source-file.js";

/** Attributes of models' classes, of all versions (odoo/models.py). */
const KNOWN: readonly string[] = [
  ...CLASS_ATTRIBUTES,
  ...(
    "_name _inherit _inherits _rec_names_search _sql_constraints _constraints _table_query _parent_order _active_name " +
    "_date_name _fold_name _check_company_auto _transient_max_count _transient_max_hours _columns _defaults _sequence"
  ).split(" "),
];

/** A name has a fault for each so many letters: short names that are nearly alike are different words. */
const LETTERS_OF_A_FAULT = 8;

const ATTRIBUTE = /^(?: {4}|\t)(_[a-z]\w*)[ \t]*=(?!=)/;

export function listClassAttributes({
  path: file,
  bytes,
}: SourceFile): readonly WrittenReference[] {
  const { text } = decodePythonSource(bytes);
  const uses = countEach(Array.from(text.matchAll(/\b_[a-z]\w*/g), ([name]) => name));
  let isOfModel = false;
  return text.split("\n").flatMap((line, at) => {
    if (/^\w/.test(line)) isOfModel = /^class\b.*Model\b/.test(line);
    const [, name = ""] = isOfModel ? (ATTRIBUTE.exec(line) ?? []) : [];
    if (name === "" || KNOWN.includes(name) || (uses.get(name) ?? 0) > 1) return [];
    const most = Math.floor(name.length / LETTERS_OF_A_FAULT);
    const near = KNOWN.filter((one) => measureDistance(name, one, most) <= most);
    if (near.length === 0) return [];
    const rule = "unknown-class-attribute";
    return { kind: "wrong", rule, name, near, file, line: at + 1 } as const;
  });
}
