// Ids that code gives to records: `"xml_id": "sale.x"` of `_update_xmlids` and `_load_records`, in files of Python and in
// expressions of data files.

const GIVEN = /(["'])xml_id\1\s*:\s*(["'])([\w.-]+)\2|\bxml_id\s*=\s*(["'])([\w.-]+)\4/g;

/** As written. */
export function listGivenIds(text: string): readonly string[] {
  return Array.from(text.matchAll(GIVEN), ([, , , key, , argument]) => key ?? argument ?? "");
}
