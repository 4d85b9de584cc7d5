// What of a list of references exists in a system.
import {
  count,
  flag,
  listOf,
  named,
  object,
  oneOf,
  orNull,
  text,
  type ValueOf,
} from "../../../../data/shape.js";

const KINDS = ["model", "field", "method", "view", "record"] as const;

const CheckedPlace = named(
  "CheckedPlace",
  object({
    module: text(),
    file: orNull(text("Relative to the module's folder; of what the platform makes itself none.")),
    line: orNull(count()),
  }),
);
export type CheckedPlace = ValueOf<typeof CheckedPlace>;

const Continuation = named(
  "Continuation",
  object({
    thing: oneOf(["model", "record", "module"], "What of the reference has another name."),
    from: text("The former name: of the model, the external id, or a module that had it."),
    to: text(),
    kind: oneOf(["renamed", "merged", "split", "in_core"], "What became of the model or module."),
    since: text("The first platform version that has it so."),
    ref: orNull(text("The reference with the new name, where the system has that.")),
  }),
);
export type Continuation = ValueOf<typeof Continuation>;

const CheckedReference = named(
  "CheckedReference",
  object({
    ref: text("As it was sent."),
    exists: orNull(
      flag(
        "`null` where only running code knows, as of what lies behind a model that is not indexed.",
      ),
    ),
    kind: orNull(
      oneOf(
        KINDS,
        "What it is; where it does not exist, what it can only be, as far as that shows.",
      ),
    ),
    model: orNull(text("Of a field or a method the model that has it, or has it not.")),
    name: text(
      "Of the model, the field or the method, or the external id: what exists or does not.",
    ),
    defined: listOf(
      CheckedPlace,
      "Where it is written: who made it first, then in load order who changes it.",
    ),
    near: listOf(text(), "Names of the system that may have been meant."),
    provided_by: listOf(
      text(),
      "Modules at this platform version that have it and are not in the system.",
    ),
    last_version: orNull(
      text("The newest platform version before this one at which a module of the index had it."),
    ),
    gone_since: orNull(text("The first platform version of the index after that.")),
    now: listOf(
      Continuation,
      "What it goes on as, where a model or a module was renamed, merged or split at this platform version or before it.",
    ),
  }),
);
export type CheckedReference = ValueOf<typeof CheckedReference>;

export const CheckedReferences = named(
  "CheckedReferences",
  object({
    platform_version: text(),
    modules: count("Modules of the system."),
    missing: listOf(
      text(),
      "Names that the system needs and the index does not have: what they define is not known.",
    ),
    counts: object({ exist: count(), missing: count(), unknown: count() }),
    references: listOf(CheckedReference, "In the order in which they were sent."),
  }),
);
export type CheckedReferences = ValueOf<typeof CheckedReferences>;
