// Attributes of the values of fields that lead to no records: `self.name.code` fails for each text.
import type { SystemModel } from "../../model/models.js";
import { toMissing, type Judgement } from "./judgement.js";

const toNames = (text: string): readonly string[] => text.split(" ");

/** Names of Python 3.7 to 3.13 follow; `mapped` may have made a list of values. */
const OF_LIST = toNames("append clear copy count extend index insert pop remove reverse sort");
const OF_TEXT = toNames(
  "capitalize casefold center count encode endswith expandtabs find format format_map index isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill",
);
const OF_NUMBER = toNames(
  "as_integer_ratio bit_count bit_length conjugate denominator from_bytes fromhex hex imag is_integer numerator real to_bytes",
);
/** Beside those of what is between two days. */
const OF_DAY = toNames(
  "days microseconds seconds total_seconds ctime day fromisocalendar fromisoformat fromordinal fromtimestamp isocalendar isoformat isoweekday max min month replace resolution strftime timetuple today toordinal weekday year",
);
const OF_TIME = toNames(
  "astimezone combine date dst fold hour microsecond minute now second strptime time timestamp timetz tzinfo tzname utcfromtimestamp utcnow utcoffset utctimetuple",
);

/** By the type of a field. A text of HTML is of markupsafe; other types give more than one kind of value. */
const ATTRIBUTES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  (
    [
      [["char", "text", "selection"], OF_TEXT],
      [["html"], [...OF_TEXT, "escape", "striptags", "unescape"]],
      [["boolean", "integer", "float", "monetary", "many2one_reference"], OF_NUMBER],
      [["date"], OF_DAY],
      [["datetime"], [...OF_DAY, ...OF_TIME]],
    ] as const
  ).flatMap(([types, names]) =>
    types.map((type) => [type, new Set([...names, ...OF_LIST])] as const),
  ),
);

/** @returns nothing where the field leads to records, or its value may have the attribute */
export function findValueFault(
  model: SystemModel,
  field: string,
  name: string,
): Judgement | undefined {
  const type = model.findField(field)?.type;
  const known = type === undefined ? undefined : ATTRIBUTES.get(type);
  return known === undefined || known.has(name) || name.startsWith("__")
    ? undefined
    : toMissing("unknown-attribute", name, {
        model: `${model.lineage.model}.${field}`,
        detail: `${type}`,
      });
}
