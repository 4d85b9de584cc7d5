// Uses of a model in a system: views, access rights, record rules, actions with their menus, and
// scheduled jobs, in load order.
import {
  listUses,
  USE_PARTS,
  type ModuleParts,
  type UsePart,
} from "../../../data/module/module-parts.js";
import { findGivenAs } from "../../../data/module/part-notes.js";
import type { ValueOf } from "../../../data/shape.js";
import { toModelRecordId, toSubject } from "../../../data/snapshot/loaded/subjects.js";
import { toFullXmlId } from "../../../data/module/xml-id.js";
import type { ModelUsage as ModelUsageShape } from "../../contract/shape/system/registry-model.js";
import {
  createUsageSteps,
  spendSteps,
  spendText,
  STEPS_PER_USE,
  type StepBudget,
} from "../../lookup/limits.js";
import type { LoadedSystem, SystemModule } from "./loaded-system.js";

type ModelUsage = ValueOf<typeof ModelUsageShape>;

interface ModuleData {
  readonly module: SystemModule;
  readonly parts: ModuleParts;
}

/** @throws TooComplex over the limit */
export function findModelUsage(system: LoadedSystem, model: string): ModelUsage {
  const { snapshot } = system;
  const subject = toModelRecordId(model);
  const steps = createUsageSteps(model);
  const known = new Map<string | null, boolean>([[null, false]]);
  const isAbout = (written: string | null = null): boolean => {
    const isKnown =
      known.get(written) ?? (written === model || toSubject(written ?? "") === subject);
    known.set(written, isKnown);
    return isKnown;
  };
  const read = (module: SystemModule): ModuleData => ({
    module,
    parts: snapshot.readParts(module.entry),
  });
  const modules = system.listModules(snapshot.loaded.listEntriesAbout(subject)).map(read);
  const choose = <T extends { readonly model?: string | null | undefined }>(
    rows: readonly T[],
  ): readonly T[] => {
    const chosen = rows.filter((row) => isAbout(row.model));
    spendSteps(steps, rows.length + STEPS_PER_USE * chosen.length);
    return chosen;
  };
  const uses = Object.fromEntries(
    TOLD.map(({ part, told }) => [
      part,
      modules.flatMap(({ module, parts }) =>
        choose<RowOfUse>(parts[part]).map((row) => toUse(module, told, row, steps)),
      ),
    ]),
  ) as unknown as Pick<ModelUsage, UsePart>;
  const { crons, ...others } = uses;
  return {
    views: system.listModules(snapshot.loaded.listEntriesWithViews(subject)).flatMap((module) =>
      choose(system.readHead(module).views).map((view) => ({
        ...toLocation(module, view),
        name: view.name ?? null,
        type: view.type ?? null,
        inherit_id: view.inherit_id ? toFullXmlId(module.name, view.inherit_id) : null,
      })),
    ),
    ...others,
    menus: listMenus(system, modules, {
      actions: new Set(uses.actions.map(({ xml_id: id }) => id)),
      steps,
    }),
    crons,
  };
}

interface MenuSearch {
  /** Full ids. */
  readonly actions: ReadonlySet<string>;
  readonly steps: StepBudget;
}

/** Menus stand in the module of their action, or in another one that the snapshot knows by the action. */
function listMenus(
  system: LoadedSystem,
  known: readonly ModuleData[],
  { actions, steps }: MenuSearch,
): ModelUsage["menus"] {
  const { snapshot } = system;
  const entries = Array.from(actions).flatMap((id) => [...snapshot.loaded.listEntriesAbout(id)]);
  const read = new Map(known.map(({ module, parts }) => [module.entry, parts]));
  const modules = system.listModules(new Set([...read.keys(), ...entries]));
  return modules.flatMap((module) => {
    const { menus } = read.get(module.entry) ?? snapshot.readParts(module.entry);
    spendSteps(steps, menus.length);
    return menus.flatMap((menu) => {
      const action = menu.action === null ? "" : toFullXmlId(module.name, menu.action);
      if (!actions.has(action)) return [];
      spendSteps(steps, STEPS_PER_USE);
      return [{ ...toLocation(module, menu), name: menu.name, action }];
    });
  });
}

function toLocation(
  module: SystemModule,
  row: { readonly xml_id: string; readonly file: string; readonly line: number },
) {
  const { file, line } = row;
  return { xml_id: toFullXmlId(module.name, row.xml_id), module: module.name, file, line };
}

const TOLD = USE_PARTS.map((part) => ({
  part,
  told: listUses(part).map(([name, shape]) => ({ name, as: findGivenAs(shape) })),
}));

type RowOfUse = ModuleParts[UsePart][number];

/** A row as listed, its ids in full; long values are counted. */
function toUse(
  module: SystemModule,
  properties: (typeof TOLD)[number]["told"],
  row: RowOfUse,
  steps: StepBudget,
): object {
  const toId = (id: string): string => toFullXmlId(module.name, id);
  const told: Record<string, unknown> = toLocation(module, row);
  for (const { name, as } of properties) {
    const value = (row as unknown as Readonly<Record<string, unknown>>)[name];
    if (typeof value === "string" && (as === "source" || as === "code")) spendText(steps, value);
    if (Array.isArray(value)) {
      const ids = value as readonly string[];
      spendSteps(steps, ids.length);
      told[name] = ids.map(toId);
    } else told[name] = as === "reference" && typeof value === "string" ? toId(value) : value;
  }
  return told;
}
