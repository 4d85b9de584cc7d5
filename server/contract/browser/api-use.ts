// Changes to things that a module uses, in a line each.
import { formatCount } from "./words.js";
import type { ApiUse, OutdatedSyntax, PatchUse, TemplateUse } from "../shape/api-changes.js";
import type { MigrationModule } from "../shape/migration/report.js";

/** A changed use of foreign code, with its kind and first place. */
export interface ToldUse {
  readonly said: string;
  readonly how: string;
  readonly file: string;
  readonly line: number;
}

/** Everything that a module uses, patches and inherits; `undefined` unless requested. */
export function listUses({
  api,
  patches,
  templates,
  outdated,
}: Pick<MigrationModule, "api" | "patches" | "templates" | "outdated">):
  | readonly ToldUse[]
  | undefined {
  if (api === null) return undefined;
  return [
    ...api.map((use) => ({ ...use.used_in, said: describeApiUse(use), how: use.how.join(", ") })),
    ...(patches ?? []).map((use) => ({ ...use, said: describePatchUse(use), how: "patches" })),
    ...(templates ?? []).map((use) => ({
      ...use,
      said: describeTemplateUse(use),
      how: "inherits",
    })),
    ...(outdated ?? []).map((one) => ({ ...one, said: describeOutdated(one), how: "writes" })),
  ];
}

/** `no attrs any more: 12 places`. */
const describeOutdated = ({ name, count }: OutdatedSyntax): string =>
  `no ${name} any more: ${formatCount(count, "place")}`;

/** `removed template pos.Payment`; `nothing in pos.Payment is found by //div`. */
function describeTemplateUse({ template, spec }: TemplateUse): string {
  return spec === null
    ? `removed template ${template}`
    : `nothing in ${template} is found by ${spec}`;
}

/** `moved PaymentScreen of @pos/payment to @pos/app/payment`. */
function describePatchUse({ change, name, from, now, methods }: PatchUse): string {
  const what = from === null ? name : `${name} of ${from}`;
  if (change === "methods_removed") return `removed ${methods.join(", ")} of ${what}`;
  return change === "moved" ? `moved ${what} to ${now.join(", ")}` : `removed ${what}`;
}

/** `renamed sale.order.amount to sale.order.total`; `#` stands before methods. */
function describeApiUse({ change, kind, model, name, target, details }: ApiUse): string {
  const told = `${change} ${toReference(kind, model, name)}`;
  const changed = details.map(
    ({ attribute, from, to }) => `${attribute} ${from ?? "none"} → ${to ?? "none"}`,
  );
  if (change === "changed" || target === null)
    return [told, changed.join(", ")].filter(Boolean).join(": ");
  const where = toReference(kind, target.model, target.name);
  return `${told} ${change === "moved" ? `to ${target.modules.join(", ")}` : `to ${where}`}`;
}

function toReference(kind: ApiUse["kind"], model: string, name: string | null): string {
  return name === null ? model : `${model}${kind === "method" ? "#" : "."}${name}`;
}
