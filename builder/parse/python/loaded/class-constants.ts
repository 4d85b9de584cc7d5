// Attributes of classes that other files may use as constants: `Attendee.STATE_SELECTION`.

import type { LiteralValue } from "../../../../data/module/loaded-module.js";
import type { ClassBody } from "../class-body.js";
import type { Literal } from "../literal/literal-value.js";
import type { KnownNames } from "./known-names.js";
import { toConstants } from "./top-level.js";

/** Lists under the name of their class and their own; those of the ORM begin with `_`. */
export function listClassConstants(
  bodies: ReadonlyMap<string, ClassBody>,
  known: KnownNames,
): ReadonlyMap<string, LiteralValue> {
  const found = new Map<string, Literal>();
  for (const [owner, body] of bodies) {
    const names = known.ofClass(body, undefined);
    for (const [name, member] of body.members) {
      if (member.kind !== "value" || name.startsWith("_")) continue;
      const value = names(name);
      if (value?.kind === "list" || value?.kind === "tuple") found.set(`${owner}.${name}`, value);
    }
  }
  return toConstants(found);
}
