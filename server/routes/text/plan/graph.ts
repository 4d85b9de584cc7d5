// A plan as a graph: its modules and what is missing, with which needs which.
import type { Plan } from "../../../contract/shape/system/plan.js";
import type { Graph } from "../graph-text.js";

export function toGraph({ modules, missing }: Plan): Graph {
  const names = new Set(
    [...modules, ...missing].map(({ technical_name: technicalName }) => technicalName),
  );
  return {
    nodes: [
      ...modules.map(({ technical_name: name }) => ({ name, isMissing: false })),
      ...missing.map(({ technical_name: name }) => ({ name, isMissing: true })),
    ],
    edges: modules.flatMap(({ technical_name: name, depends }) =>
      depends.filter((one) => names.has(one)).map((one) => [name, one] as const),
    ),
  };
}
