// What a module uses and what became of it, in a line.
import type { ApiUse } from "../../../contract/shape/api-changes.js";

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
