// Fields that the platform itself gives a model.

/** By `_add_magic_fields` of odoo/models.py, at any version; those that are there for log access are among them. */
export const AUTOMATIC_FIELDS: ReadonlySet<string> = new Set([
  "id",
  "display_name",
  "create_uid",
  "create_date",
  "write_uid",
  "write_date",
  "__last_update",
]);
