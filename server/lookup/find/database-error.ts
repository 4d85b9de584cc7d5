// Names in an error of PostgreSQL, in any language: tables, columns and constraints by their quotes
// and form; their models and fields.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { Candidate } from "./candidate.js";

/** Names in the order in which they stand, the error's own before those of the query. */
export interface DatabaseError {
  /**
   * A column with its table, or its constraint: `res_partner.ref`, `sale_order_partner_id_fkey`.
   */
  readonly columns: readonly { readonly table: string | undefined; readonly name: string }[];
  /** Possible tables. */
  readonly names: readonly string[];
}

/** More names are not looked at. */
const MOST = 50;

/** Words that only such errors have. */
const SAID =
  /\bpsycopg\d?\.|\b(?:Undefined(?:Column|Table)|(?:NotNull|ForeignKey|Unique|Check|Exclusion)Violation)\b|\w_(?:f|p)key\b|\bbad query: |\b(?:column|relation|constraint|[Tt]able) ["']\w|\bcolumn [\w.]{1,200} does not exist/;

/** A line of the query that failed, which names far more than what is wrong. */
const QUERY = /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|ALTER TABLE|CREATE)\b/;

/** A field of one line takes the ends of lines out of what is pasted. */
const LINE_END = /\n|(?=(?:LINE \d+|DETAIL|HINT|CONTEXT|ERROR):)|(?=\bpsycopg\d?\.)/;

const QUOTED = /["'«“”„‘’「]\s?([a-z_]\w{0,62})\s?["'»”“‘’」]/g;
const DOTTED = /(?<![\w.])"?([a-z_]\w{0,62})"?\."?([a-z_]\w{0,62})"?(?![\w.(])/g;
const BARE = /(?<![\w"'«“„.])([a-z_]\w{0,62}_(?:fkey|pkey|uniq|not_null))(?![\w"'])/g;
const KEY = /\(([a-z_]\w{0,62}(?:, [a-z_]\w{0,62}){0,9})\)=\(/g;

/**
 * Suffix that the platform or the database adds to table and column in the name of a constraint.
 */
const CONSTRAINT = /_(?:fkey|pkey|key|uniq|unique|check|index|not_null)\d{0,2}$/;

/** `undefined` for a text that is none. Takes time that grows with its length alone. */
export function readDatabaseError(text: string): DatabaseError | undefined {
  if (!SAID.test(text)) return undefined;
  const lines = text.split(LINE_END);
  const own = lines.filter((line) => !QUERY.test(line)).join("\n");
  const dotted = listMatches(DOTTED, own).map(([, table, name = ""]) => ({ table, name }));
  const quoted = [QUOTED, BARE].flatMap((form) =>
    listMatches(form, own).map(([, name = ""]) => name),
  );
  const keys = listMatches(KEY, own).flatMap(([, names = ""]) => names.split(", "));
  const asked = lines.filter((line) => QUERY.test(line)).join("\n");
  return {
    columns: [...dotted, ...[...quoted, ...keys].map((name) => ({ table: undefined, name }))],
    names: [
      ...dotted.map(({ table }) => table ?? ""),
      ...quoted,
      ...listMatches(QUOTED, asked).map(([, name = ""]) => name),
    ],
  };
}

function listMatches(form: RegExp, text: string): readonly RegExpExecArray[] {
  return Array.from(text.matchAll(form)).slice(-MOST);
}

/** Its fields, then its models; a table has the name of its model with underscores for points. */
export function listOfDatabase(snapshot: Snapshot, error: DatabaseError): readonly Candidate[] {
  const { models } = snapshot.definitions;
  const modelOf = new Map<string, string>();
  for (let number = 0; number < models.length; number++) {
    const model = models.get(number);
    modelOf.set(model.replaceAll(".", "_"), model);
  }
  const tables = error.names.flatMap((name) => modelOf.get(name) ?? []);
  const constraints = error.columns.flatMap(({ name }) => splitConstraint(name, modelOf) ?? []);
  const fields = error.columns.flatMap(({ table, name }): readonly FieldName[] => {
    if (table === undefined) return tables.map((model) => ({ model, name }));
    // A joined table is called after the field that leads to it.
    const model = modelOf.get(table);
    return model === undefined ? [] : [{ model, name }];
  });
  return [
    ...[...constraints, ...fields].map(
      ({ model, name }) => ({ kind: "field", name, model, match: "typed" }) as const,
    ),
    ...[...constraints.map(({ model }) => model), ...tables].map(
      (name) => ({ kind: "model", name, match: "typed" }) as const,
    ),
  ];
}

interface FieldName {
  readonly model: string;
  readonly name: string;
}

/** `sale_order_line_product_id_fkey`: of the longest table that it begins with. */
function splitConstraint(
  constraint: string,
  modelOf: ReadonlyMap<string, string>,
): FieldName | undefined {
  const name = constraint.replace(CONSTRAINT, "");
  if (name === constraint) return undefined;
  const whole = modelOf.get(name);
  if (whole !== undefined) return { model: whole, name: "id" };
  for (let at = name.lastIndexOf("_"); at > 0; at = name.lastIndexOf("_", at - 1)) {
    const model = modelOf.get(name.slice(0, at));
    if (model !== undefined) return { model, name: name.slice(at + 1) };
  }
  return undefined;
}
