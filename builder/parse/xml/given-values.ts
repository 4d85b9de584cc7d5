// Values that elements of a data file give to fields of a record: `_eval_xml`, `_tag_record`,
// `_tag_menuitem`, `_tag_act_window` and `_tag_report` of the platform's `tools/convert.py`. An
// `eval` is never executed.
import {
  GIVEN,
  LONGEST_SOURCE_CHARS,
  OPTIONAL,
  type GivenList,
  type GivenValue,
} from "../../../data/module/given-value.js";
import type { Literal } from "../python/literal/literal-value.js";
import { evaluateExpression, findReferencedId } from "./expressions.js";
import { toInteger } from "./record-fields.js";

/** Attributes of an element as the platform reads them: references expanded, white space kept. */
export type Attributes = ReadonlyMap<string, string>;

/** Texts inside an element, read when they are needed. */
export interface FieldContent {
  /** Text before the first element or comment. */
  readText(): string;
  /** The markup of what is inside, as HTML. */
  readMarkup(): string;
}

/** Fields whose content is kept elsewhere, or is no text, have a value that is not known. */
export function toGivenValue(attributes: Attributes, content: FieldContent): GivenValue {
  const search = findGiven(attributes, "search");
  if (search !== undefined) return toSearch(search);
  const reference = findGiven(attributes, "ref");
  if (reference !== undefined) return toReference(reference);
  const expression = findGiven(attributes, "eval");
  if (expression !== undefined) return toEvaluated(expression);
  const type = attributes.get("type")?.trim() || "char";
  if (type === "xml" || type === "html") return content.readMarkup().replaceAll("%%", "%");
  const file = findGiven(attributes, "file");
  if (file !== undefined) return toUnknown("file", file);
  switch (type) {
    case "char":
      return content.readText();
    case "int":
      return toInteger(content.readText().trim());
    case "float": {
      const number = Number(content.readText().trim());
      return Number.isFinite(number) ? number : toUnknown("value", content.readText());
    }
    default:
      return toUnknown("value", type);
  }
}

/** A domain of nothing but fields that are equal to texts. */
function toSearch(source: string): GivenList {
  const conditions = evaluateExpression(source);
  const pairs = ("items" in conditions ? conditions.items : []).map((condition) => {
    const [field, operator, value] = "items" in condition ? condition.items : [];
    const isEqual = operator?.kind === "str" && operator.value === "=";
    if (!isEqual || field?.kind !== "str" || value?.kind !== "str") return undefined;
    return findReferencedId(value) === undefined ? [field.value, value.value] : undefined;
  });
  return pairs.length === 0 || pairs.includes(undefined)
    ? toUnknown("search", source)
    : [GIVEN.search, ...pairs.flatMap((pair) => pair ?? [])];
}

export function toReference(id: string): GivenList {
  return [GIVEN.reference, id];
}

/** The value of a Python expression; a bare name is the id of a record that the module made before (`_get_idref`). */
function toEvaluated(expression: string): GivenValue {
  const value = evaluateExpression(expression);
  if (value.kind !== "unknown") return fromLiteral(value);
  const [, ifThere] = OPTIONAL_REFERENCE.exec(expression) ?? [];
  if (ifThere !== undefined) return [...toReference(ifThere), OPTIONAL];
  const name = expression.trim();
  const isOwnId = /^[A-Za-z_]\w*$/.test(name) && !EVALUATED_NAMES.has(name);
  return isOwnId ? toReference(name) : toUnknown("eval", expression);
}

/** A record, or nothing where there is none. */
const OPTIONAL_REFERENCE =
  /^\s*ref\(\s*["']([\w.-]+)["']\s*,\s*(?:raise_if_not_found\s*=\s*)?False\s*\)\s*$/;

/** Names that expressions have of the platform. */
const EVALUATED_NAMES: ReadonlySet<string> = new Set(
  "Command DateTime datetime obj pytz ref relativedelta time timedelta uid version".split(" "),
);

function toUnknown(why: "search" | "eval" | "file" | "value", source: string): GivenList {
  return [GIVEN.unknown, why, source.trim().slice(0, LONGEST_SOURCE_CHARS)];
}

/** Nesting is limited by the reader of expressions. */
function fromLiteral(value: Literal): GivenValue {
  switch (value.kind) {
    case "none":
      return null;
    case "bool":
    case "number":
      return value.value;
    case "str":
    case "bytes": {
      const id = findReferencedId(value);
      return id === undefined ? value.value : toReference(id);
    }
    case "list":
    case "set":
      return [GIVEN.list, ...value.items.map(fromLiteral)];
    case "tuple":
      return [GIVEN.tuple, ...value.items.map(fromLiteral)];
    case "dict":
      return [
        GIVEN.dict,
        ...value.entries.flatMap(({ key, value: inner }) => [fromLiteral(key), fromLiteral(inner)]),
      ];
    case "imported":
    case "sum":
    case "unknown":
      return toUnknown("eval", "");
  }
}

/** An attribute that says something. */
function findGiven(attributes: Attributes, name: string): string | undefined {
  return attributes.get(name) || undefined;
}

/** `groups="a,-b"`: links and unlinks. */
function toGroupCommands(groups: string): GivenList {
  const commands = groups.split(",").flatMap((group): GivenValue[] => {
    const id = group.trim();
    if (id === "") return [];
    return id.startsWith("-")
      ? [[GIVEN.tuple, 3, toReference(id.slice(1))]]
      : [[GIVEN.tuple, 4, toReference(id)]];
  });
  return [GIVEN.list, ...commands];
}

type Given = [name: string, value: GivenValue];

/** @param parent id of the menu that it lies in */
export function toMenuValues(attributes: Attributes, parent: string | null): readonly Given[] {
  const find = (name: string): string | undefined => findGiven(attributes, name);
  const above = parent ?? find("parent");
  const values: Given[] = [
    ["parent_id", above === undefined ? null : toReference(above)],
    ["active", toFlag(find("active") ?? "1")],
  ];
  const sequence = find("sequence");
  if (sequence !== undefined) values.push(["sequence", toInteger(sequence.trim())]);
  const icon = find("web_icon");
  if (above === undefined && icon !== undefined) values.push(["web_icon", icon]);
  const name = find("name");
  if (name !== undefined) values.push(["name", name]);
  const action = find("action");
  if (action !== undefined) values.push(["action", toReference(action)]);
  const groups = find("groups");
  if (groups !== undefined) values.push(["groups_id", toGroupCommands(groups)]);
  return values;
}

/** Attributes of a tag that are fields of the record that it makes: behind `=` a field of another name, after `@` ids. */
const TAG_FIELDS: ReadonlyMap<string, string> = new Map([
  [
    "act_window",
    "name res_model view_mode domain context usage limit target binding_type binding_views=binding_view_types @view_id",
  ],
  [
    "report",
    "string=name model name=report_name attachment attachment_use file=report_file report_type print_report_name @paperformat=paperformat_id",
  ],
  ["url", "name url target"],
  ["wizard", "string=name model name=wiz_name"],
]);

/** Defaults of a window's attributes. */
const OF_WINDOW: ReadonlyMap<string, string> = new Map([
  ["view_mode", "tree,form"],
  ["domain", "[]"],
  ["context", "{}"],
]);

/**
 * Values of a tag that stands for a record; `src_model` was the name of `binding_model` up to 12.0.
 */
export function toTagValues(tag: string, attributes: Attributes): readonly Given[] {
  if (tag === "asset") return toAssetValues(attributes);
  const fields = TAG_FIELDS.get(tag);
  if (fields === undefined) return [];
  const values: Given[] = [];
  for (const written of fields.split(" ")) {
    const [attribute = "", field = attribute] = written.replace("@", "").split("=");
    const otherwise = tag === "act_window" ? OF_WINDOW.get(attribute) : undefined;
    const text = findGiven(attributes, attribute) ?? otherwise;
    if (text !== undefined)
      values.push([field, written.startsWith("@") ? toReference(text) : text]);
  }
  const bound =
    tag === "report"
      ? toBoundModel(attributes)
      : (findGiven(attributes, "binding_model") ?? findGiven(attributes, "src_model"));
  if (bound !== undefined) {
    values.push(["binding_model_id", toReference(`model_${bound.replaceAll(".", "_")}`)]);
  }
  const groups = findGiven(attributes, "groups");
  if (groups !== undefined) values.push(["groups_id", toGroupCommands(groups)]);
  return values;
}

/** `_tag_asset` (19.0): only these two words switch it on or off. */
function toAssetValues(attributes: Attributes): readonly Given[] {
  const name = findGiven(attributes, "name") ?? findGiven(attributes, "id") ?? "";
  const active = attributes.get("active");
  const isSwitched = active === "True" || active === "False";
  return [["name", name], ...(isSwitched ? [["active", active === "True"] as Given] : [])];
}

/** A report is in the menu of its model unless it says otherwise. */
function toBoundModel(attributes: Attributes): string | undefined {
  const menu = findGiven(attributes, "menu");
  return menu !== undefined && !toFlag(menu) ? undefined : findGiven(attributes, "model");
}

/** `str2bool` of the platform's `tools/convert.py`. */
export function toFlag(text: string): boolean {
  return !["0", "false", "off"].includes(text.trim().toLowerCase());
}
