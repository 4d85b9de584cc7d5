// Attributes of classes of models that nobody reads, and that are nearly ones that Odoo does: a constraint or an order that
// is never applied.
import type { WrittenReference } from "../../../data/module/module-under-development.js";
import { measureDistance } from "../../../data/text/edit-distance.js";
import { decodePythonSource } from "../python/text/decode.js";
import { createLineFinder } from "../python/text/lines.js";
import type { SourceFile } from "../source-file.js";

/** Attributes that `BaseModel` declares, of all versions (odoo/models.py). */
const KNOWN = (
  "_name _inherit _inherits _description _order _rec_name _rec_names_search _sql_constraints _constraints _table " +
  "_table_query _auto _abstract _transient _log_access _parent_name _parent_store _parent_order _register _active_name " +
  "_date_name _fold_name _check_company_auto _transient_max_count _transient_max_hours _columns _defaults _sequence"
).split(" ");

/** Faults that a name may have; among 60,000 attributes of the community none that is meant has so few. */
const MOST_FAULTS = 2;

/** First assignments in the bodies of classes at the left edge. */
const ATTRIBUTE = /^(?: {4}|\t)(_[a-z]\w*)[ \t]*=(?!=)/gm;

export function listClassAttributes({
  path: file,
  bytes,
}: SourceFile): readonly WrittenReference[] {
  const { text } = decodePythonSource(bytes);
  const lineAt = createLineFinder(text);
  return Array.from(text.matchAll(ATTRIBUTE)).flatMap(({ index, 1: name = "" }) => {
    if (KNOWN.includes(name) || !isOfModel(text, index) || countUses(text, name) > 1) return [];
    const near = KNOWN.filter((one) => measureDistance(name, one, MOST_FAULTS) <= MOST_FAULTS);
    if (near.length === 0) return [];
    const line = lineAt(index);
    return { kind: "wrong", rule: "unknown-class-attribute", name, near, file, line } as const;
  });
}

/** Whether the last line at the left edge before an index begins the class of a model. */
function isOfModel(text: string, index: number): boolean {
  const start = text.lastIndexOf("\nclass ", index) + 1;
  const [head = "", ...body] = text.slice(start, index).split("\n");
  return /^class\b.*Model\b/.test(head) && !body.some((line) => /^\w/.test(line));
}

function countUses(text: string, name: string): number {
  return text.split(new RegExp(`\\b${name}\\b`)).length - 1;
}
