// Ids in code, in files of Python and in expressions of data files: those that it gives to records, `"xml_id": "sale.x"` of
// `_update_xmlids` and `_load_records`, and those that it refers to.

interface GivenId {
  /** Written form. */
  readonly id: string;
  /** UTF-16 index of what gives it. */
  readonly start: number;
}

const GIVEN = /(["'])xml_id\1\s*:\s*(["'])([\w.-]+)\2|\bxml_id\s*=\s*(["'])([\w.-]+)\4/g;

export function listGivenIds(text: string): readonly GivenId[] {
  if (!text.includes("xml_id")) return [];
  return Array.from(text.matchAll(GIVEN), ({ index, 3: key, 5: argument }) => ({
    id: key ?? argument ?? "",
    start: index,
  }));
}

const REFERENCE_CALL = /\bref\s*\(\s*u?(["'])(.+?)\1/g;

/** The ids of each `ref('…')` in an expression of which not all is known. */
export function listReferenced(expression: string): readonly string[] {
  return Array.from(expression.matchAll(REFERENCE_CALL), ([, , id = ""]) => id.trim());
}
