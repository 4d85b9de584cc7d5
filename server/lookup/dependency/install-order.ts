// An order in which all that is needed comes first, and the circles that no order can respect.
// Tarjan, "Depth-first search and linear graph algorithms" (1972), without recursion, since a chain of
// modules may be as long as somebody likes.

export interface InstallOrder {
  /** Every name that can be reached, each after all that it needs, circles aside. */
  readonly order: readonly string[];
  /** Sets of names that need each other, each in the order of `order`. */
  readonly cycles: readonly (readonly string[])[];
}

interface Visit {
  readonly name: string;
  readonly needs: readonly string[];
  /** How many of `needs` have been looked at. */
  next: number;
}

/** @param listNeeds what a name needs directly; must give the same each time */
export function orderForInstall(
  start: string,
  listNeeds: (name: string) => readonly string[],
): InstallOrder {
  const numbers = new Map<string, number>();
  /** The least number that can be reached from a name within what is still open. */
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const order: string[] = [];
  const cycles: (readonly string[])[] = [];
  const visits: Visit[] = [];
  const lower = (name: string, number: number): void =>
    void lowest.set(name, Math.min(lowest.get(name) ?? number, number));
  const begin = (name: string): void => {
    numbers.set(name, numbers.size);
    lower(name, numbers.size - 1);
    open.push(name);
    isOpen.add(name);
    visits.push({ name, needs: listNeeds(name), next: 0 });
  };
  const close = ({ name, needs }: Visit): void => {
    if (lowest.get(name) !== numbers.get(name)) return;
    const component = open.splice(open.lastIndexOf(name)).toReversed();
    for (const member of component) isOpen.delete(member);
    order.push(...component);
    if (component.length > 1 || needs.includes(name)) cycles.push(component);
  };
  begin(start);
  for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
    const need = visit.needs[visit.next++];
    if (need === undefined) {
      visits.pop();
      const parent = visits.at(-1);
      if (parent !== undefined) lower(parent.name, lowest.get(visit.name) ?? 0);
      close(visit);
    } else if (!numbers.has(need)) {
      begin(need);
    } else if (isOpen.has(need)) {
      lower(visit.name, numbers.get(need) ?? 0);
    }
  }
  return { order, cycles };
}
