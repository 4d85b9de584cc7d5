// Which module needs which, as a text that draws itself: DOT for Graphviz, a flowchart for Mermaid.
// Names are anyone's, so everything that either language or a page could take for its own is escaped.

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

/** Modules and what is missing, with which needs which of them. */
export function toNeedsGraph(
  modules: readonly { readonly technical_name: string; readonly depends: readonly string[] }[],
  missing: readonly { readonly technical_name: string }[],
): Graph {
  const nodes = [
    ...modules.map(({ technical_name: name }) => ({ name, isMissing: false })),
    ...missing.map(({ technical_name: name }) => ({ name, isMissing: true })),
  ];
  const names = new Set(nodes.map(({ name }) => name));
  const edges = modules.flatMap(({ technical_name: name, depends }) =>
    depends.filter((one) => names.has(one)).map((one) => [name, one] as const),
  );
  return { nodes, edges };
}

/** DOT, the language of Graphviz. */
export function renderDot({ nodes, edges }: Graph): string {
  const lines = [
    ...nodes.map(({ name, isMissing }) => quoteDot(name) + (isMissing ? " [style=dashed]" : "")),
    ...edges.map(([from, to]) => `${quoteDot(from)} -> ${quoteDot(to)}`),
  ];
  return `digraph modules {\n  rankdir=LR\n  node [shape=box]\n${indent(lines)}}\n`;
}

/** A Mermaid flowchart. */
export function renderMermaid({ nodes, edges }: Graph): string {
  const ids = new Map(nodes.map(({ name }, at) => [name, `n${at}`]));
  const lines = [
    ...nodes.map(({ name, isMissing }) => {
      const label = `"${escapeMermaid(name)}"`;
      return `${ids.get(name)}${isMissing ? `([${label}])` : `[${label}]`}`;
    }),
    ...edges.map(([from, to]) => `${ids.get(from)} --> ${ids.get(to)}`),
  ];
  return `flowchart LR\n${indent(lines)}`;
}

function indent(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}\n`).join("");
}

function quoteDot(name: string): string {
  const escaped = name.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
  return `"${escaped.replaceAll(/\p{Cc}/gu, " ")}"`;
}

function escapeMermaid(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}_. -]/gu, (sign) => `#${sign.codePointAt(0)};`);
}
