// Layout of checked references: how many exist, then of each where it is, or what is known of a missing one.
import { toState, layFacts, layTable, type Block, type State } from "../../layout.js";
import { layUnknown } from "../completeness.js";
import type { CheckedReferences } from "./check.js";

const EXISTS = {
  true: toState("exists", "exists", "good"),
  false: toState("missing", "missing", "bad"),
  null: toState("unknown", "unknown", "unknown"),
} as const satisfies Readonly<Record<string, State>>;

export function layCheck(answer: CheckedReferences): readonly Block[] {
  const { platform_version: version, modules, missing, counts, references } = answer;
  return [
    layFacts([
      { key: "platform_version", title: "Odoo", value: version },
      { key: "modules", title: "Modules installed", value: modules },
      { key: "missing_modules", title: "Modules missing", value: missing, isCode: true },
      { key: "exist", value: counts.exist },
      { key: "missing", value: counts.missing },
      { key: "unknown", value: counts.unknown },
    ]),
    ...layUnknown(answer),
    layTable<CheckedReferences["references"][number]>({
      name: "references",
      rows: references,
      columns: [
        { key: "ref", isCode: true },
        { key: "exists", value: ({ exists }) => EXISTS[`${exists}`] },
        "kind",
        {
          key: "where",
          value: ({ defined }) =>
            defined.map(({ module, file, line }) =>
              file === null ? module : `${module}/${file}:${line ?? 1}`,
            ),
        },
        { key: "near", title: "Did you mean", isCode: true },
        { key: "provided_by", title: "Modules that have it", isCode: true },
        "last_version: Last in",
        "gone_since",
        {
          key: "now",
          value: ({ now }) => now.map(({ from, to, since }) => `${from} is ${to} since ${since}`),
        },
        { key: "not_indexed", title: "Depends on", isCode: true },
      ],
    }),
  ];
}
