// Columns of a missing module, in any answer: why, what is near it, and where it is.
import { toPath } from "../../browser/ask.js";
import type { DeclaredColumn } from "../../layout.js";
import { describeSuccessor } from "../lineage.js";
import { MISSING_STATES } from "./plan-states.js";
import type { MissingModule } from "./plan.js";

const PLATFORMS: Readonly<Partial<Record<MissingModule["kind"], string>>> = {
  core: "Odoo core",
  enterprise: "Odoo Enterprise",
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
  { key: "requested", value: (row) => row.requested || null },
  { key: "required_by", isFew: true },
];
