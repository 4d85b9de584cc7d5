// Names in expressions of an arch's attributes: fields of the model of the view at that place, of a
// field's comodel, and of the model around it (`parent`). `_validate_attributes` and
// `_validate_tag_field` of ir_ui_view.py.
import type { PlatformRules } from "../platform/rules.js";
import {
  listComparisons,
  listConditions,
  listExpressionNames,
  type Comparison,
} from "./domain-fields.js";
import type { Reference } from "./module-under-development.js";

type FieldReference = Extract<Reference, { readonly kind: "field" }>;
type ValueReference = Extract<Reference, { readonly kind: "value" }>;

interface ModelsAtPlace {
  /** Model of the view, or of the view inside it. */
  readonly model: string;
  /** Comodel of the element's field. */
  readonly comodel: string | undefined;
  readonly parent: string | undefined;
  readonly rules: Pick<PlatformRules, "namesActiveRecords">;
  /** Widget of the element; without it, options that only some widgets have are ignored. */
  readonly widget?: string | undefined;
  /** Name of the element's field; without it, values that a status bar shows are ignored. */
  readonly field?: string | undefined;
}

/**
 * Views of the records of the field in which they lie; what else lies in a field, such as a filter of a search, is of the
 * model around (`_validate_tag_field` in ir_ui_view.py). The name of a list is of any version.
 */
export const INNER_VIEWS: ReadonlySet<string> = new Set([
  "form",
  "tree",
  "list",
  "graph",
  "kanban",
  "calendar",
]);

/** Names that expressions have of the client (`IGNORED_IN_EXPRESSION` of view_validation.py, and what it adds itself). */
const GIVEN_NAMES: ReadonlySet<string> = new Set(
  (
    "self uid context context_today allowed_company_ids current_company_id time datetime relativedelta " +
    "current_date today now abs len bool float int str unicode set tuple list min max id user companies " +
    "true false null undefined res_model res_id"
  ).split(" "),
);

export function isGivenName(name: string): boolean {
  return GIVEN_NAMES.has(name) || ACTIVE_NAMES.has(name);
}

const ACTIVE_NAMES: ReadonlySet<string> = new Set("active_id active_ids active_model".split(" "));

const PARENT = "parent";
const MODIFIER = /^(?:invisible|readonly|required|column_invisible|decoration-.+)$/;
const GROUPED = /(["'])group_by\1\s*:\s*(["'])([a-z_]\w*)(?::\w+)?\2/g;
const OPTION = /(["'])(\w+)\1\s*:\s*(["'])([a-z_]\w*)\3/g;

/** Options of widgets that name a field of the model of the view. */
const OF_MODEL: ReadonlySet<string> = new Set(
  (
    "currency_field start_date_field end_date_field tz_offset_field placeholder_field " +
    "dynamic_placeholder_model_reference_field max_value current_value"
  ).split(" "),
);

/** Attributes with names of fields, by the element (`_validate_tag_calendar`, and orders and groups of lists). */
const NAMING: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  (
    [
      [["calendar"], ["date_start", "date_delay", "date_stop", "color", "all_day"]],
      [
        ["tree", "list", "kanban"],
        ["default_order", "default_group_by"],
      ],
    ] as const
  ).flatMap(([tags, names]) => tags.map((tag) => [tag, new Set<string>(names)] as const)),
);
/** A field in a list of them; behind it may stand a direction, a part of a date, or a path. */
const NAMED = /(?:^|,)\s*([a-z_]\w*)/g;

/** A picture that a card shows: of which model and which field; and a field of the card's own record. */
const SHOWN = /\bkanban_image\(\s*(["'])([\w.]+)\1\s*,\s*(["'])([a-z_]\w*)\3/g;
const OF_CARD = /(?<![\w.])record\.([a-z_]\w*)\.(?:raw_)?value\b/g;

/** Fields that an attribute names, and texts that it compares them with; `states` and `statusbar_visible` list some of a selection. */
export function listExpressionReferences(
  tag: string,
  [attribute, source]: readonly [name: string, source: string],
  { model, comodel, parent, rules, widget, field }: ModelsAtPlace,
): readonly (FieldReference | ValueReference)[] {
  const isGiven = (name: string): boolean =>
    GIVEN_NAMES.has(name) || (rules.namesActiveRecords && ACTIVE_NAMES.has(name));
  const listNames = (): readonly FieldReference[] =>
    listExpressionNames(source).flatMap(([root = "", name]) => {
      if (root === PARENT) {
        const isField = parent !== undefined && name !== undefined && name !== PARENT;
        return isField && !isGiven(name) ? [toField(parent, [name])] : [];
      }
      return isGiven(root) ? [] : [toField(model, [root])];
    });
  const listAsked = (owner: string | undefined) => {
    const conditions = listConditions(source);
    const starts = { owner, parent: attribute === "attrs" ? parent : undefined };
    const fields = conditions.flatMap((one): readonly FieldReference[] => {
      const place = findPlace(one, starts);
      return place === undefined ? [] : [toField(place.model, place.path)];
    });
    return [...fields, ...toValues(conditions, starts)];
  };
  const listItems = (name: string): readonly ValueReference[] => {
    const values = source.split(",").map((item) => item.trim());
    return toValues([{ path: [name], values }], { owner: model, parent });
  };
  const listTexts = (pattern: RegExp): readonly FieldReference[] =>
    Array.from(source.matchAll(pattern), ([, , , name = ""]) => toField(model, [name]));
  const listOptions = (): readonly FieldReference[] =>
    Array.from(
      source.matchAll(OPTION),
      ([, , option = "", , name = ""]): readonly FieldReference[] => {
        if (OF_MODEL.has(option)) return [toField(model, [name])];
        // A picture is one of the field itself, or of the record that it leads to.
        if (option === "preview_image") return [toField(comodel ?? model, [name])];
        const isOfComodel =
          option === "fold_field" ||
          (option === "color_field" && widget?.startsWith("many2many_tags") === true);
        return isOfComodel && comodel !== undefined ? [toField(comodel, [name])] : [];
      },
    ).flat();
  if (MODIFIER.test(attribute)) {
    return [...listNames(), ...toValues(listComparisons(source), { owner: model, parent })];
  }
  switch (attribute) {
    case "attrs":
    case "filter_domain":
      return listAsked(model);
    case "domain":
      if (tag === "field") return [...listAsked(comodel), ...listNames()];
      return tag === "filter" ? [...listAsked(model), ...listNames()] : [];
    case "context":
      return [...listTexts(GROUPED), ...listNames()];
    case "options":
      return tag === "field" ? listOptions() : [];
    case "states":
      return listItems("state");
    case "statusbar_visible":
      return field === undefined ? [] : listItems(field);
    default:
      if (attribute.startsWith("t-")) return listShown(model, source);
      return NAMING.get(tag)?.has(attribute)
        ? Array.from(source.matchAll(NAMED), ([, name = ""]) => toField(model, [name]))
        : [];
  }
}

/** Fields in an expression of the template of a card. */
function listShown(model: string, source: string): readonly FieldReference[] {
  return [
    ...Array.from(source.matchAll(SHOWN), ([, , of = "", , name = ""]) => toField(of, [name])),
    ...Array.from(source.matchAll(OF_CARD), ([, name = ""]) => toField(model, [name])),
  ];
}

/** Models in which a path may start. */
interface Starts {
  readonly owner: string | undefined;
  /** The model of the record around. */
  readonly parent: string | undefined;
}

function toValues(comparisons: readonly Comparison[], starts: Starts): readonly ValueReference[] {
  return comparisons.flatMap(({ path, values }) => {
    const place = values.length === 0 ? undefined : findPlace({ path }, starts);
    return place === undefined ? [] : [{ kind: "value", ...place, values }];
  });
}

/** The start of a path, which may begin with the record around (`parent`). */
function findPlace(
  { path }: Pick<Comparison, "path">,
  { owner, parent }: Starts,
): Pick<FieldReference, "model" | "path"> | undefined {
  const isParent = path[0] === PARENT;
  const model = isParent ? parent : owner;
  return model === undefined ? undefined : { model, path: isParent ? path.slice(1) : path };
}

function toField(model: string, path: readonly string[]): FieldReference {
  return { kind: "field", model, path };
}
