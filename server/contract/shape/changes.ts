// Changes from one snapshot to the next.
import { FACT_SHAPES } from "../../../data/module/facts.js";
import {
  count,
  flag,
  listOf,
  object,
  oneOf,
  orNull,
  namedObject,
  text,
  type ValueOf,
} from "../../../data/shape.js";
import { toState, type State } from "../layout.js";
import { FactChange } from "./diff.js";

export const CHANGE_STATES = {
  added: toState("added", "New"),
  updated: toState("updated", "Updated"),
  removed: toState("removed", "Gone"),
} as const satisfies Readonly<Record<string, State>>;

const ChangeRow = namedObject("ChangeRow", {
  change: oneOf(Object.keys(CHANGE_STATES) as (keyof typeof CHANGE_STATES)[]),
  technical_name: text(),
  name: text("Display name."),
  platform_version: text(),
  organization: text(),
  repository: text(),
  installable: flag("For a removed module as it was before."),
  version: text(),
  update_date: FACT_SHAPES.update_date,
  changes: listOf(FactChange, "What changed, for an updated module."),
  schema: orNull(
    listOf(
      object({ class: text("As in /v1/upgrade."), code: text(), subject: text() }),
      "What an update of it does to the tables of a database. `null` if that was not analysed: for added and removed modules, and for one of several with the name. Of more than 300 updates, those of the newest versions are analysed.",
    ),
  ),
});
export type ChangeRow = ValueOf<typeof ChangeRow>;
export type Change = ChangeRow["change"];

export const Changes = namedObject("Changes", {
  snapshot: text("Id of this snapshot."),
  previous: orNull(text("Id of the previous snapshot; `null` if there is none to compare with.")),
  reason: orNull(text("Why there is no previous snapshot.")),
  counts: object({ added: count(), removed: count(), updated: count() }),
  changes: listOf(ChangeRow),
});
export type Changes = ValueOf<typeof Changes>;
