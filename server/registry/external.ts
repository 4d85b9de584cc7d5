// Python packages and programs of a system: merged, with their requesters, and conflicts.
import { createPackageSteps, spendSteps, type StepBudget } from "../lookup/limits.js";
import { addToGroup } from "../../data/grouped.js";
import { compareText } from "../../data/platform/platform-version.js";
import type { ListColumns } from "../../data/snapshot/table/columns.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import type { Conflict, Plan, Requirement } from "../contract/shape/system/plan.js";
import { areSatisfiable, parseRequirement, type PythonRequirement } from "./python-versions.js";
import type { Installed } from "./resolve.js";

/** @param modules in load order @throws TooComplex */
export function listExternal(
  snapshot: Snapshot,
  modules: readonly Installed[],
): Pick<Plan, "python" | "binaries" | "conflicts"> {
  const steps = createPackageSteps();
  const found = new Map<string, Asked[]>();
  for (const requirement of collect(snapshot, snapshot.pip, modules, steps)) {
    const parsed = parseRequirement(requirement.requirement);
    addToGroup(found, parsed.name, { requirement, parsed });
  }
  const rows = [...found].toSorted(([left], [right]) => compareText(left, right));
  return {
    python: rows.map(([name, asked]) => ({
      name,
      specifier: mergeSpecifiers(asked),
      requirements: asked.map(({ requirement }) => requirement),
    })),
    binaries: collect(snapshot, snapshot.bin, modules, steps).map(
      ({ requirement: name, required_by }) => ({ name, required_by }),
    ),
    conflicts: rows.flatMap(([name, asked]) => findConflict(name, asked, steps) ?? []),
  };
}

interface Asked {
  readonly requirement: Requirement;
  readonly parsed: PythonRequirement;
}

/** Declarations of modules, sorted; requesters in module order. */
function collect(
  snapshot: Snapshot,
  lists: ListColumns,
  modules: readonly Installed[],
  steps: StepBudget,
): readonly Requirement[] {
  const required = new Map<number, string[]>();
  for (const { name, entry } of modules) {
    for (const number of lists.view(entry)) addToGroup(required, number, name);
    spendSteps(steps, 2 * lists.view(entry).length);
  }
  return [...required]
    .toSorted(([left], [right]) => left - right)
    .map(([number, required_by]) => ({ requirement: snapshot.packages.get(number), required_by }));
}

/** Conditional specifiers are left out: they may not hold. */
function mergeSpecifiers(asked: readonly Asked[]): string {
  const clauses = asked.flatMap(({ parsed: { specifier, marker } }) =>
    marker === "" ? specifier.split(",") : [],
  );
  return [...new Set(clauses)].filter(Boolean).toSorted(compareText).join(",");
}

/** Compares specifiers under one condition with each other and with unconditional ones. */
function findConflict(
  name: string,
  asked: readonly Asked[],
  steps: StepBudget,
): Conflict | undefined {
  const markers = new Set(["", ...asked.map(({ parsed }) => parsed.marker)]);
  for (const marker of markers) {
    const together = asked.filter(
      ({ parsed }) => parsed.specifier !== "" && ["", marker].includes(parsed.marker),
    );
    if (areCompatible(together, steps)) continue;
    const requirements = narrow(together, steps).map(({ requirement }) => requirement);
    return {
      kind: "python",
      name,
      detail: `No version of ${name} is right for ${requirements.map((one) => one.requirement).join(" and ")}.`,
      modules: [...new Set(requirements.flatMap(({ required_by }) => required_by))],
      requirements,
    };
  }
  return undefined;
}

/** Smallest set of conflicting specifiers. */
function narrow(together: readonly Asked[], steps: StepBudget): readonly Asked[] {
  let left = together;
  for (const one of together) {
    const others = left.filter((other) => other !== one);
    if (!areCompatible(others, steps)) left = others;
  }
  return left;
}

const areCompatible = (asked: readonly Asked[], steps: StepBudget): boolean =>
  areSatisfiable(
    asked.map(({ parsed }) => parsed.specifier),
    steps,
  );
