// What a module uses and what became of it, in a line.
import type { ApiUse, PatchUse, TemplateUse } from "../../../contract/shape/api-changes.js";
import type { MigrationModule } from "../../../contract/shape/migration/report.js";

/** All that a module uses, patches and changes in templates, a line each; `undefined` where that was not asked for. */
export function describeUses({
  api,
  patches,
  templates,
}: Pick<MigrationModule, "api" | "patches" | "templates">): readonly string[] | undefined {
  if (api === null) return undefined;
  return [
    ...api.map(describeApiUse),
    ...(patches ?? []).map(describePatchUse),
    ...(templates ?? []).map(describeTemplateUse),
  ];
}

/** `removed template pos.Payment`; `nothing in pos.Payment is found by //div`. */
export function describeTemplateUse({ template, spec }: TemplateUse): string {
  return spec === null
    ? `removed template ${template}`
    : `nothing in ${template} is found by ${spec}`;
}

/** `moved PaymentScreen of @pos/payment to @pos/app/payment`. */
export function describePatchUse({ change, name, from, now, methods }: PatchUse): string {
  const what = from === null ? name : `${name} of ${from}`;
  if (change === "methods_removed") return `removed ${methods.join(", ")} of ${what}`;
  return change === "moved" ? `moved ${what} to ${now.join(", ")}` : `removed ${what}`;
}

/** `renamed sale.order.amount to sale.order.total`; `#` stands before methods. */
export function describeApiUse({ change, kind, model, name, target, details }: ApiUse): string {
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
