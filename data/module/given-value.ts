// Values that a data file gives to fields of a record, as far as the file alone tells. Their
// meaning follows from the type of the field, which only a system knows (`xml_import` and
// `convert_csv_import` of odoo/tools/convert.py).

/** Kinds of compound values, by their first item. */
export const GIVEN = {
  /** Items of a Python list, and of a tuple. */
  list: 0,
  tuple: 1,
  /** Keys and values of a Python dictionary in turns. */
  dict: 2,
  /** A record by its external id, as written; behind it `OPTIONAL` where nothing may be there. */
  reference: 3,
  /** Reason why the value is unknown (`eval`, `search`, `file`, `value`), and the source. */
  unknown: 4,
  /** A cell of a CSV file with external ids, separated by commas. */
  ids: 5,
  /** The record that is found by what its fields are: their names and values in turns, all texts. */
  search: 6,
} as const;

export const OPTIONAL = "?";

/** Limit on the kept source of an unknown value. */
export const LONGEST_SOURCE_CHARS = 300;

export type GivenKind = (typeof GIVEN)[keyof typeof GIVEN];

/** A text, number or truth value of a file; `null` for `None`; or one of several items. */
export type GivenValue = null | boolean | number | string | GivenList;

export type GivenList = readonly [kind: GivenKind, ...items: GivenValue[]];

/** Whether a value has items; `Array.isArray` does not narrow to readonly lists. */
export function isGivenList(value: GivenValue | undefined): value is GivenList {
  return Array.isArray(value);
}

/** By the name of the field, in the order of the file; of one that is given twice the last. */
export type GivenValues = ReadonlyMap<string, GivenValue>;

/** Stands for the name of a field: the record lies in this field of that one (id of a record, name of a field). */
export const PARENT_FIELD = "<parent>";

/**
 * Stands for the name of a field: the record has the next sequence, if its model has one. The dictionary has the models
 * of the records before it that have none of their own, and how many there are of each.
 */
export const SEQUENCE_FIELD = "<sequence>";
