// Where boxes and arrows of a drawing stand. The only file that knows the library for it.
import { Graph, layout } from "@dagrejs/dagre";

export interface Box {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

export interface PlacedBox extends Box {
  /** Of its middle, as all places. */
  readonly x: number;
  readonly y: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly PlacedBox[];
  readonly arrows: readonly (readonly Point[])[];
}

/** What is used of the library's graph: its own types cannot be resolved by Node's rules. */
interface LayoutGraph {
  setGraph(options: Readonly<Record<string, string | number>>): void;
  setDefaultEdgeLabel(make: () => object): void;
  setNode(name: string, size: { readonly width: number; readonly height: number }): void;
  setEdge(from: string, to: string): void;
  graph(): { readonly width?: number; readonly height?: number };
  node(name: string): Point;
  edges(): readonly object[];
  edge(edge: object): { readonly points: readonly Point[] };
}

/** In layers from left to right. @param pairs from and to, both names of boxes */
export function placeBoxes(
  boxes: readonly Box[],
  pairs: readonly (readonly [string, string])[],
): Layout {
  const graph = new Graph() as LayoutGraph;
  graph.setGraph({ rankdir: "LR", nodesep: 10, ranksep: 48, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { name, width, height } of boxes) graph.setNode(name, { width, height });
  for (const [from, to] of pairs) graph.setEdge(from, to);
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    boxes: boxes.map((box) => ({ ...box, x: graph.node(box.name).x, y: graph.node(box.name).y })),
    arrows: graph.edges().map((edge) => graph.edge(edge).points),
  };
}
