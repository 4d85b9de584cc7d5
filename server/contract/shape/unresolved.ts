// A module that is needed and that no repository of the snapshot has: whose it is.
import { UNRESOLVED_KINDS } from "../../../data/platform/module-lists.js";
import { oneOf, namedObject, text, type ValueOf } from "../../../data/shape.js";

export const UnresolvedKind = oneOf(
  UNRESOLVED_KINDS,
  "`core`: Odoo Community has a module of that name at this version; `enterprise`: Odoo Enterprise has one; `unknown`: neither has.",
);

export const UnresolvedModule = namedObject("UnresolvedModule", {
  technical_name: text(),
  kind: UnresolvedKind,
});
export type UnresolvedModule = ValueOf<typeof UnresolvedModule>;
