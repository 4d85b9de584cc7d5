// Ids that code gives to records: `"xml_id": "sale.x"` of `_update_xmlids` and `_load_records`, in files of Python and in
// expressions of data files.

interface GivenId {
  /** As written. */
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
