// Positions of boxes and arrows in a drawing. The only file that knows the library for it.
import { Graph, layout } from "@dagrejs/dagre";

interface Box {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

export interface PlacedBox extends Box {
  /** Centre, as all positions. */
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

/** Used part of the library's graph: its own types cannot be resolved by Node's rules. */
interface LayoutGraph {
  setGraph(options: Readonly<Record<string, string | number>>): void;
  setDefaultEdgeLabel(make: () => object): void;
  setNode(id: string, size: { readonly width: number; readonly height: number }): void;
  setEdge(from: string, to: string): void;
  graph(): { readonly width?: number; readonly height?: number };
  node(id: string): Point;
  edges(): readonly object[];
  edge(edge: object): { readonly points: readonly Point[] };
}

/**
 * In layers from left to right. The library keys plain objects by the names of nodes, so that one called
 * `__proto__` would write to Object.prototype: it gets the numbers of boxes, and no name.
 * @param pairs from and to, both names of boxes; others are not drawn
 */
export function placeBoxes(
  boxes: readonly Box[],
  pairs: readonly (readonly [string, string])[],
): Layout {
  const graph = new Graph() as LayoutGraph;
  graph.setGraph({ rankdir: "LR", nodesep: 10, ranksep: 48, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  const ids = new Map(boxes.map(({ name }, at) => [name, String(at)]));
  boxes.forEach(({ width, height }, at) => graph.setNode(String(at), { width, height }));
  for (const [from, to] of pairs) {
    const ends = [ids.get(from), ids.get(to)] as const;
    if (ends[0] !== undefined && ends[1] !== undefined) graph.setEdge(ends[0], ends[1]);
  }
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    boxes: boxes.map((box, at) => {
      const { x, y } = graph.node(String(at));
      return { ...box, x, y };
    }),
    arrows: graph.edges().map((edge) => graph.edge(edge).points),
  };
}
