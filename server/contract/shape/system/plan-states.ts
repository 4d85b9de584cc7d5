// States of a plan: whether it can be installed, why names are missing, where modules come from and what an update changes; and the
// columns of a missing module, in any answer: why, what is near it, and where it is.
import { toState, toPlainStates, type State, type DeclaredColumn } from "../../layout.js";
import type { MissingModule, MissingName, MissingReason, Origin, UpdatedModule } from "./plan.js";
import { toPath } from "../../browser/ask.js";
import { CHOICE_TITLES } from "../../choice-rules.js";
import { listSome } from "../../problem.js";
import { describeSuccessor } from "../lineage.js";

export const VERDICTS = {
  true: toState("installable", "Installable", "good"),
  false: { code: "blocked", title: "Cannot be installed", tone: "bad", isWork: true },
  null: toState("unknown", "Not known", "unknown"),
} as const satisfies Readonly<Record<string, State>>;

const toObstacle = <Code extends string>(code: Code, title: string): State<Code> => ({
  code,
  title,
  tone: "bad",
  isWork: true,
});

/** Blocking states first. */
export const MISSING_STATES: Readonly<Record<MissingReason, State<MissingReason>>> = {
  unknown_name: toObstacle("unknown_name", "in no indexed repository"),
  not_at_version: toObstacle("not_at_version", "only at other versions"),
  not_installable: toObstacle("not_installable", "not installable"),
  excluded: toObstacle("excluded", "excluded"),
  ...toPlainStates({ not_indexed: "not indexed" }),
};

export const ORIGIN_STATES = toPlainStates<Origin>({
  requested: "asked for",
  dependency: "dependency",
  auto_install: "auto-install",
});

/** Groups that readers look for. Odoo's own modules are folded. */
export const PART_STATES = {
  ...toPlainStates({
    requested: "Modules asked for",
    needed: "Modules that come with them",
  }),
  platform: toState("platform", "Modules of Odoo", "good"),
} as const satisfies Readonly<Record<string, State>>;

export const CHOICE_STATES = toPlainStates(CHOICE_TITLES);

/** States that follow from the change are left out. */
export const UNTOLD_STATES = toPlainStates<NonNullable<UpdatedModule["commits_untold"]>>({
  added: "",
  removed: "",
  other_repository: "from another repository",
  no_commit: "the earlier commit is not given",
  unknown_commit: "the earlier commit is not on this branch",
  ambiguous_commit: "the earlier commit is ambiguous",
  not_kept: "unknown for this branch",
});

const PLATFORMS: Readonly<Partial<Record<MissingModule["kind"], string>>> = {
  core: "Odoo core",
  enterprise: "Odoo Enterprise",
};

const REMEDIES: Readonly<Partial<Record<MissingReason, string>>> = {
  unknown_name: "Not in this index: correct the name, or ask the operator to add its repository",
  not_at_version: "port it, or take a version that has it",
  not_installable: "port it in place",
};

export const MISSING_COLUMNS: readonly DeclaredColumn<MissingModule>[] = [
  { key: "reason", title: "Why", value: ({ reason }) => MISSING_STATES[reason] },
  { key: "near", title: "Did you mean", isCode: true, href: (_, name) => toPath("module", name) },
  "refused: Odoo refuses it",
  { key: "of", value: ({ kind }) => PLATFORMS[kind] },
  {
    key: "versions",
    title: "Installable at",
    href: (row, version) => toPath("module", row.technical_name, version),
  },
  {
    key: "successors",
    value: ({ successors }) => successors.map(describeSuccessor),
    href: (row) => toPath("lineage", row.technical_name),
  },
  { key: "requested", title: "Asked for", value: (row) => row.requested || null },
  { key: "required_by", isFew: true },
  {
    key: "remedy",
    title: "What to do",
    value: ({ reason, successors }) =>
      successors.length > 0 ? "take its successor, or leave it out" : REMEDIES[reason],
  },
];

/** More names than these tell nobody more. */
const MOST_NAMES = 10;

/** A sentence for each reason, with the names. */
export function describeMissing(missing: readonly MissingName[]): readonly string[] {
  return Object.values(MISSING_STATES).flatMap(({ code, title }) => {
    const names = missing.filter(({ reason }) => reason === code).map(describeName);
    const is = names.length === 1 ? "is" : "are";
    return names.length === 0 ? [] : `${listSome(names, MOST_NAMES)} ${is} ${title}`;
  });
}

function describeName({ technical_name: name, reason, versions, near }: MissingName): string {
  if (reason === "not_at_version") return `${name} (${versions.join(", ")})`;
  return near.length === 0 ? name : `${name} (near: ${near.join(", ")})`;
}
