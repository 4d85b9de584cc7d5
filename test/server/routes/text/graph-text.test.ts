// Drawings of graphs, whatever the names are.

import { expect, test } from "vitest";

import { renderDot, renderMermaid } from "../../../../server/routes/text/graph-text.js";

const HOSTILE = 'a"] --> <script>\\\nend;#';

const GRAPH = {
  nodes: [
    { name: "base", isMissing: false },
    { name: HOSTILE, isMissing: true },
  ],
  edges: [[HOSTILE, "base"]],
} as const;

test("DOT quotes every name", () => {
  expect(renderDot(GRAPH)).toBe(
    [
      "digraph modules {",
      "  rankdir=LR",
      "  node [shape=box]",
      '  "base"',
      '  "a\\"] --> <script>\\\\ end;#" [style=dashed]',
      '  "a\\"] --> <script>\\\\ end;#" -> "base"',
      "}\n",
    ].join("\n"),
  );
});

test("Mermaid is given numbers for names, and names without signs", () => {
  expect(renderMermaid(GRAPH)).toBe(
    [
      "flowchart LR",
      '  n0["base"]',
      '  n1(["a#34;#93; --#62; #60;script#62;#92;#10;end#59;#35;"])',
      "  n1 --> n0\n",
    ].join("\n"),
  );
});
