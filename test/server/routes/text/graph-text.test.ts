// Drawings of graphs with any names.

import { expect, test } from "vitest";

import { renderDot } from "../../../../server/routes/text/graph-text.js";

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
