// Sentences above the hits of the box: what the text names that is not in the index.
import type { FoundHits } from "./shape/find.js";

/** @param count number of hits */
export function listFoundNotes(
  {
    platform_version: version,
    platform_module: own,
    absent_version: absent,
    framework_names: framework = [],
    error,
  }: Pick<
    FoundHits,
    "platform_version" | "platform_module" | "absent_version" | "framework_names" | "error"
  >,
  count: number,
): readonly string[] {
  const notes: string[] = [];
  if (absent !== undefined) notes.push(`Odoo ${absent} is not in this index.`);
  if (own !== undefined) {
    const edition = own.edition === "core" ? "Odoo" : "Odoo Enterprise";
    notes.push(
      `${own.technical_name} is a module of ${edition} ${own.platform_version}, which is not indexed here.`,
    );
  }
  for (const name of framework)
    notes.push(`${name} is part of Odoo's framework. No module has it.`);
  if (error === undefined) return notes;
  const { unknown_names: unknown } = error;
  if (unknown.length > 0)
    notes.push(
      `No module, model, field, method or external id in this index is called ${unknown.join(" or ")}.`,
    );
  if (count > 0 || own !== undefined) return notes;
  const at = version === null ? "" : ` at ${version}`;
  if (notes.length === 0) notes.push(`This error names no module, model, field or method${at}.`);
  notes.push(
    error.has_calls
      ? `None of its files belongs to a module of this index${at}.`
      : "Paste the whole traceback: its files tell which modules ran.",
  );
  return notes;
}
