// Arguments that several tools take, under the names that the routes have for them.
import type { Schema } from "../openapi/schema.js";

export type Arguments = Readonly<Record<string, Schema>>;

export const VERSION: Schema = {
  type: "string",
  description: 'Odoo version, such as "17.0"; "17" means "17.0".',
};

export const PAGE: Arguments = {
  limit: { type: "integer", minimum: 1, description: "Most rows." },
  offset: {
    type: "integer",
    minimum: 0,
    description: "Rows to pass over; take next_offset of the answer before.",
  },
};

export const CARRIER: Arguments = {
  org: { type: "string", description: "Only this organization, such as OCA." },
  repo: { type: "string", description: "Only this repository, such as sale-workflow." },
};

export const MODULE_NAME: Schema = {
  type: "string",
  description: "Technical name of a module, such as sale_order_type.",
};

export function text(description: string): Schema {
  return { type: "string", description };
}

export function flag(description: string): Schema {
  return { type: "boolean", description };
}
