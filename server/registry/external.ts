// Needs of a system beside its modules: Python packages and programs, merged, with their requesters and conflicts; folders of
// repositories, and the platform's settings for them.
import { createPackageSteps, spendSteps, type StepBudget } from "../lookup/limits.js";
import { addToGroup, countEach } from "../../data/grouped.js";
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

/** Name of the platform's folder for git-aggregator and doodba. */
const PLATFORM_FOLDER = "odoo";

/** Folder that the platform finds without a setting. */
const BUILT_IN = "odoo/addons";

interface RepositoryName {
  readonly organization: string;
  readonly repository: string;
}

/**
 * A name for the folder of each repository, in their order: that of the repository, and of the organization too
 * where two would have the same, also where case does not count.
 * @param platform the repository that has `base`
 */
export function nameCheckouts(
  repositories: readonly RepositoryName[],
  platform: RepositoryName | undefined,
): readonly string[] {
  const isPlatform = (one: RepositoryName): boolean =>
    one.organization === platform?.organization && one.repository === platform.repository;
  const names = repositories.map((one) => (isPlatform(one) ? PLATFORM_FOLDER : one.repository));
  const counts = countEach(names.map((name) => name.toLowerCase()));
  return repositories.map((one, at) => {
    const name = names[at] ?? one.repository;
    const isAlone = counts.get(name.toLowerCase()) === 1;
    return isPlatform(one) || isAlone ? name : `${one.organization}-${one.repository}`;
  });
}

/** A repository in its folder, with the folders of modules in it. */
interface Checkout {
  readonly checkout: string;
  readonly folders: readonly string[];
}

/** The folders in which modules lie, as `--addons-path` takes them: without what the platform finds by itself. */
export function listAddonsPath(repositories: readonly Checkout[]): readonly string[] {
  return repositories.flatMap(({ checkout, folders }) => {
    // A module that is a repository itself lies in the folder around its checkout.
    const parents = new Set(
      folders.map((folder) =>
        folder === "." ? "." : [checkout, ...folder.split("/").slice(0, -1)].join("/"),
      ),
    );
    return [...parents].filter((parent) => parent !== `${PLATFORM_FOLDER}/${BUILT_IN}`);
  });
}
