// Dependency graph as DOT for Graphviz. Names are foreign, so every sign of the language is
// escaped.

export interface Graph {
  readonly nodes: readonly GraphNode[];
  /** From the one that needs to the one that is needed, by technical name. */
  readonly edges: readonly (readonly [from: string, to: string])[];
}

interface GraphNode {
  readonly name: string;
  /** Drawn broken: nobody has it. */
  readonly isMissing: boolean;
}

/** DOT, the language of Graphviz. */
export function renderDot({ nodes, edges }: Graph): string {
  const lines = [
    ...nodes.map(({ name, isMissing }) => quoteDot(name) + (isMissing ? " [style=dashed]" : "")),
    ...edges.map(([from, to]) => `${quoteDot(from)} -> ${quoteDot(to)}`),
  ];
  return `digraph modules {\n  rankdir=LR\n  node [shape=box]\n${lines.map((line) => `  ${line}\n`).join("")}}\n`;
}

function quoteDot(name: string): string {
  const escaped = name.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
  return `"${escaped.replaceAll(/\p{Cc}/gu, " ")}"`;
}
