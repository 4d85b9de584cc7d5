// Shared columns of definition places: modules, their order, and reasons for an unknown one.
import { nameArguments } from "../../../data/module/field-arguments.js";
import type { FieldRecord, ViewRecord } from "../../../data/module/records.js";
import { toPath, toQuery } from "../browser/ask.js";
import { toLineAddress, type CodeLocation, type LineTemplate } from "../browser/line-address.js";
import { listSome } from "../problem.js";
import {
  layCaveat,
  toState,
  type Block,
  type ComputedColumn,
  type DeclaredColumn,
  type Fact,
  type LayoutContext,
  type State,
} from "../layout.js";
import { REPOSITORY } from "./repository-column.js";
import type { UnresolvedModule } from "./completeness.js";
import type { DefinitionLocation, LoadOrder } from "./where.js";

export const ROLES = {
  defines: toState("defines", "defines", "good"),
  extends: toState("extends", "extends"),
  inherits: toState("inherits", "inherits"),
  patches: toState("patches", "patches"),
} as const satisfies Readonly<Record<string, State>>;

const NOT_INSTALLABLE: State = toState("not_installable", "not installable", "bad");

export type OfModule = Pick<
  DefinitionLocation,
  "technical_name" | "organization" | "repository" | "installable" | "after" | "line_url"
>;

/** A module of the list, at the version of the answer. */
const toModule = (
  version: string,
  { technical_name, organization, repository }: OfModule,
): string =>
  toPath("module", technical_name, version) + toQuery({ org: organization, repo: repository });

export const layModuleColumn = (version: string): DeclaredColumn<OfModule> => ({
  key: "technical_name",
  href: (row) => toModule(version, row),
});

export const INSTALLABLE: DeclaredColumn<Pick<OfModule, "installable">> = {
  key: "installable",
  title: "State",
  value: ({ installable }) => (installable ? null : NOT_INSTALLABLE),
};

export const OF_MODULE: readonly DeclaredColumn<OfModule>[] = [
  INSTALLABLE,
  REPOSITORY,
  { key: "after", isCode: true, place: "detail" },
];

/** Link of a model, at the version of the answer. */
export const linkModelAt =
  (version: string) =>
  (_: unknown, name: string): string =>
    toPath("model", name) + toQuery({ platform_version: version });

/** A template of QWeb is of no model, though it is a record of `ir.ui.view`. */
export const findViewModel = ({
  view_type: type,
  model,
}: Pick<ViewRecord, "view_type" | "model">): string | null =>
  type === "qweb" && model === "ir.ui.view" ? null : model;

/** Column of a place in a file. @param find the template of the forge for the row */
export const layWhere = <Row extends CodeLocation>(
  find: (row: Row) => LineTemplate,
): ComputedColumn<Row> => ({
  key: "where",
  value: ({ file, line }) => `${file}:${line}`,
  href: (row) => toLineAddress(row, find(row)) ?? null,
});

export const WHERE = layWhere<CodeLocation & Pick<OfModule, "line_url">>((row) => row.line_url);

/** Column of fields or methods. @param query after the address of each, which says the version */
export const layMemberName = <Row>(
  kind: "field" | "method",
  query: string,
  findModel: (row: Row) => string,
): ComputedColumn<Row & { readonly name: string }> => ({
  key: "name",
  title: kind === "field" ? "Field" : "Method",
  isCode: true,
  value: ({ name }) => name,
  href: (row, name) => toPath(kind, findModel(row), name) + query,
});

/** Columns of what is written of a field, and of a method. */
export const ATTRS: ComputedColumn<Partial<FieldRecord>> = {
  key: "attrs",
  value: ({ field_type = "", relation = null, attrs = null }) =>
    Object.entries(nameArguments({ field_type, relation, attrs })).map(
      ([key, value]) => `${key}=${String(value)}`,
    ),
};
export const DECORATORS: ComputedColumn<{ readonly decorators?: readonly string[] }> = {
  key: "decorators",
  value: ({ decorators }) => decorators?.map((one) => `@${one}`),
};

export const readLabel = (field: FieldRecord) => readLiteral(nameArguments(field)["string"]);

/** The text of a literal of Python; any other expression as it is. */
function readLiteral(source: string | readonly string[] | undefined): string | undefined {
  return typeof source === "string" ? source.replace(/^(['"])([^'"]*)\1$/, "$2") : undefined;
}

/** Modules without a known place, and the reasons. */
export function layLoadOrder({
  known,
  unplaced,
  missing,
  ambiguous,
  cycles,
}: LoadOrder): readonly Block[] {
  if (known) return [];
  const has = (wanted: UnresolvedModule["kind"]): boolean =>
    missing.some(({ kind }) => kind === wanted);
  const unknown = missing.flatMap((one) => (one.kind === "unknown" ? one.technical_name : []));
  const outside = [
    ...(has("core") ? ["Odoo itself"] : []),
    ...(has("enterprise") ? ["Odoo Enterprise"] : []),
    ...(unknown.length > 0 ? [listSome(unknown, FEW)] : []),
  ];
  const reasons = [
    ...(outside.length > 0 ? [`needed modules are not in this index (${outside.join("; ")})`] : []),
    ...(ambiguous.length > 0
      ? [`several repositories have ${listSome(ambiguous, FEW)} with different dependencies`]
      : []),
    ...cycles.map((cycle) => `circular dependency of ${listSome(cycle, FEW)}`),
  ];
  return layCaveat(
    true,
    [
      { count: unplaced.length, noun: "module is", nouns: "modules are" },
      ` listed last, because ${reasons.join("; ")}:`,
    ],
    unplaced,
  );
}

/** More would be no sentence any more. */
const FEW = 3;

const hintOrder = (
  { known, from_platform_table: isOfTable, unplaced }: LoadOrder,
  total: number,
): string =>
  unplaced.length >= total && !known
    ? "Each stands after its dependencies."
    : `In load order.${isOfTable ? " That of Odoo's own modules comes from a built-in list." : ""}`;

/** Rows about the modules of an answer, and as many more as it has modules that are not in this part of it. */
export const ofModules = <Row>(
  {
    load_order: order,
    modules,
  }: { readonly load_order: LoadOrder; readonly modules: readonly unknown[] },
  { total = modules.length }: LayoutContext,
  rows: readonly Row[],
  calls = "",
) => ({
  name: "modules",
  hint: hintOrder(order, total) + calls,
  rows,
  total: rows.length + Math.max(0, total - modules.length),
});

/** Modules that define the things others of a list change. */
export const layMakers = (
  modules: readonly (Pick<OfModule, "technical_name"> & { readonly role: string })[],
  version: string,
): Fact => ({
  key: "made_by",
  title: "Defined by",
  value: [...new Set(modules.flatMap((one) => (one.role === "defines" ? one.technical_name : [])))],
  isCode: true,
  href: (_, name) => toPath("module", name, version),
});

/** Modules of Odoo that define a model and are not indexed. */
export const layPlatformMakers = (
  title: string,
  { platform_makers: value }: { readonly platform_makers: readonly string[] },
): Fact => ({ key: "platform_makers", title, value, isCode: true });
