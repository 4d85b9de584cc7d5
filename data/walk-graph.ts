// Walks along a graph: needs of modules, their dependents, and their order. Without recursion,
// since a chain of modules may have any length; each node and each arrow is visited once.

/** Successors of a node; must be the same each time. */
type ListNext<Node> = (node: Node) => readonly Node[];

/** Everything reachable, breadth first: each node once, with its distance. @param most looks no further from so many on */
export function reach<Node>(
  starts: Iterable<Node>,
  listNext: ListNext<Node>,
  most = Infinity,
): ReadonlyMap<Node, number> {
  const depths = new Map<Node, number>();
  for (const start of starts) depths.set(start, 0);
  // A map that grows while it is walked through is walked to its new end.
  for (const [node, depth] of depths) {
    if (depths.size >= most) break;
    for (const next of listNext(node)) if (!depths.has(next)) depths.set(next, depth + 1);
  }
  return depths;
}

interface Visitor<Node> {
  /** Called before anything that the node leads to is visited. */
  readonly enter?: (node: Node) => void;
  /** Called after all that it leads to was left, but for what leads back to it. */
  readonly leave: (node: Node, next: readonly Node[]) => void;
}

/** Visits all that can be reached, depth first, each node once. */
export function visitDepthFirst<Node>(
  starts: Iterable<Node>,
  listNext: ListNext<Node>,
  { enter, leave }: Visitor<Node>,
): void {
  const met = new Set<Node>();
  const visits: { readonly node: Node; readonly next: readonly Node[]; at: number }[] = [];
  const begin = (node: Node): void => {
    if (met.has(node)) return;
    met.add(node);
    enter?.(node);
    visits.push({ node, next: listNext(node), at: 0 });
  };
  for (const start of starts) {
    begin(start);
    for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
      const next = visit.next[visit.at++];
      if (next !== undefined) begin(next);
      else {
        visits.pop();
        leave(visit.node, visit.next);
      }
    }
  }
}

interface NeedsOrder<Node> {
  /** Every node that can be reached, each after all that it needs, circles aside. */
  readonly order: readonly Node[];
  /** Sets of nodes that need each other, each in the order of `order`. */
  readonly cycles: readonly (readonly Node[])[];
}

/** By Tarjan, "Depth-first search and linear graph algorithms" (1972). */
export function orderByNeeds<Node>(
  starts: Iterable<Node>,
  listNeeds: ListNext<Node>,
): NeedsOrder<Node> {
  /** For each open node, the earliest node that it leads back to. */
  const firsts = new Map<Node, number>();
  const open: Node[] = [];
  const order: Node[] = [];
  const cycles: (readonly Node[])[] = [];
  let entered = 0;
  visitDepthFirst(starts, listNeeds, {
    enter(node) {
      firsts.set(node, entered++);
      open.push(node);
    },
    leave(node, needs) {
      const own = firsts.get(node) ?? 0;
      const first = needs.reduce((least, need) => Math.min(least, firsts.get(need) ?? least), own);
      firsts.set(node, first);
      if (first < own) return;
      const component = open.splice(open.lastIndexOf(node)).toReversed();
      // One by one: a circle may be longer than what a call takes.
      for (const member of component) {
        firsts.delete(member);
        order.push(member);
      }
      if (component.length > 1 || needs.includes(node)) cycles.push(component);
    },
  });
  return { order, cycles };
}

/** Longest followed chain of models, classes, fields or views. */
export const DEEPEST_CHAIN = 200;

/** Views that a view is combined of. */
export const MOST_VIEWS = 2_000;
