// Lineage of a module from one platform version to the next.
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
import { PLATFORM_EDITIONS } from "../../../data/platform/module-lists.js";

export const STEP_KINDS = [
  "same",
  "moved",
  "renamed",
  "merged",
  "split",
  "in_core",
  "not_ported",
  "gone",
] as const;

const ModuleAt = namedObject("LineageLocation", {
  technical_name: orNull(text("`null` for a module that is gone, or not ported.")),
  organization: orNull(text("`null` for a module that is not indexed.")),
  repository: orNull(text()),
  platform_version: text(),
});
export type ModuleAt = ValueOf<typeof ModuleAt>;

const share = (of: string) =>
  object({ shared: count(), of: count(of) }, "Commits that both modules have.");

const LineageStep = namedObject("LineageStep", {
  kind: oneOf(
    STEP_KINDS,
    "`same`: the name continues, in the same repository, or in another without evidence in git that it is the same module; `moved`: to another repository, with evidence in git; `renamed`; `merged`: into an existing module; `split`: into several modules, one step for each; `in_core`: Odoo itself has a module of this name from then on; `not_ported`: missing at the next version that its repository has a branch for, as are most modules of its repository; `gone`: missing there though most others were ported, without evidence of what has its contents.",
  ),
  from: ModuleAt,
  to: ModuleAt,
  evidence: object({
    move_commit: orNull(
      object(
        {
          commit: text("The first 12 digits of its id."),
          url: orNull(text("Its page; `null` if the forge is unknown.")),
          organization: text(),
          repository: text(),
          branch: text(),
          subject: text(),
          deleted_files: count("Files that it deletes in the old folder."),
          added_files: count("Files that it adds in the new one."),
          same_paths: count("Files with the same path, apart from the module's name in it."),
          same_files: count("Files with the same content, without generated ones."),
        },
        "The commit that deletes the old manifest and adds files in the new folder.",
      ),
    ),
    commits: orNull(share("Commits that change the old module alone.")),
    files: orNull(share("Files of the old module that hardly any other module has.")),
    openupgrade: orNull(
      object(
        { kind: oneOf(["renamed", "merged"]), platform_version: text() },
        "What OpenUpgrade's list for the version says.",
      ),
    ),
  }),
});
export type LineageStep = ValueOf<typeof LineageStep>;
export type StepKind = LineageStep["kind"];

export const Lineage = namedObject("Lineage", {
  technical_name: text(),
  places: listOf(
    object({
      technical_name: text(),
      platform_version: text(),
      organization: text(),
      repository: text(),
      installable: flag(),
    }),
    "Where the name itself is, by platform version.",
  ),
  steps: listOf(
    LineageStep,
    "Steps of the module, of those it came from and of those that have its contents, by platform version.",
  ),
});
export type Lineage = ValueOf<typeof Lineage>;

/** True if a step says more than that the module stayed. */
export function isNotable({ kind, from, to }: LineageStep): boolean {
  return (
    kind !== "same" || from.organization !== to.organization || from.repository !== to.repository
  );
}

/** Module with the contents of a missing one. */
export const Successor = namedObject("Successor", {
  technical_name: text(),
  kind: oneOf(["renamed", "merged", "split", "in_core"], "What became of the module."),
  platform_version: text("The first version of which this is true."),
  organization: orNull(text("`null` if it is not indexed.")),
  repository: orNull(text()),
  edition: orNull(oneOf(PLATFORM_EDITIONS, "Of a module of Odoo itself; `null` of any other.")),
});
export type Successor = ValueOf<typeof Successor>;

/** Words for a step, before the name of its target. */
export const STEP_WORDS = {
  renamed: "renamed to",
  merged: "merged into",
  split: "split: a part is in",
  in_core: "part of Odoo",
} as const;

/** `renamed to x at 16.0`, `part of Odoo from 17.0 on: web` */
export function describeSuccessor(successor: Successor): string {
  const { kind, technical_name: name, platform_version: version, edition } = successor;
  if (edition !== "core") return `${STEP_WORDS[kind]} ${name} at ${version}`;
  return `${STEP_WORDS.in_core} from ${version} on${kind === "in_core" ? "" : `: ${name}`}`;
}
