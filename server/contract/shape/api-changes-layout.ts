// Layout of interface changes: the number, then old and new name, evidence, and users.
import { layUnknown } from "./completeness-layout.js";
import { toPath } from "../browser/ask.js";
import {
  countStates,
  layCaveat,
  layFacts,
  layTable,
  type Block,
  type LayoutContext,
} from "../layout.js";
import { API_CHANGE_STATES, type ApiChange, type ApiChanges } from "./api-changes.js";

export function layApiChanges(answer: ApiChanges, { total }: LayoutContext): readonly Block[] {
  const { from, to, counts, modules, changes } = answer;
  const { compared, not_compared: untold } = modules;
  return [
    layFacts([
      ...countStates(API_CHANGE_STATES, counts),
      { key: "compared", title: "Modules compared", value: compared },
      { key: "not_compared", title: "Modules not compared", value: untold || null },
    ]),
    ...layCaveat(compared === 0, `What became at ${to} of what is asked for is not known.`),
    ...layUnknown(answer),
    layTable<ApiChanges["changes"][number]>({
      name: "changes",
      title: `What changes from ${from} to ${to}`,
      rows: changes,
      total,
      columns: [
        "kind",
        { key: "was", isCode: true, value: toName },
        { key: "change", value: ({ change }) => API_CHANGE_STATES[change] },
        {
          key: "now",
          isCode: true,
          value: ({ change, target }) =>
            target === null || change === "changed" ? null : toName(target),
        },
        {
          key: "now_in",
          title: "In",
          isCode: true,
          value: ({ change, target }) => (change === "changed" ? null : target?.modules),
        },
        {
          key: "details",
          title: "What differs",
          value: ({ details }) =>
            details.map(
              ({ attribute, from: before, to: after }) =>
                `${attribute} ${before ?? "none"} → ${after ?? "none"}`,
            ),
        },
        {
          key: "evidence",
          title: "By",
          value: ({ evidence }) => evidence.map(({ kind, value }) => `${kind} ${value}`),
        },
        "module",
        {
          key: "place",
          title: "Where",
          place: "detail",
          value: ({ file, line }) => `${file}:${line}`,
        },
        {
          key: "used_by",
          value: (row) => row.used_by.map(describeUser),
          href: (row, text) => {
            const user = row.used_by.find((one) => describeUser(one) === text);
            return user === undefined ? null : toPath("module", user.technical_name, from);
          },
        },
      ],
    }),
  ];
}

function toName({ model, name }: Pick<ApiChange, "model" | "name">): string {
  return name === null ? model : `${model}.${name}`;
}

function describeUser({
  technical_name: name,
  how,
}: ApiChanges["changes"][number]["used_by"][number]): string {
  return `${name} (${how.join(", ")})`;
}
