// What of a system points at a model: views, access rights, record rules, actions with the menus that start
// them, and scheduled jobs, in load order.
import type { ModuleParts } from "../../../data/module-parts.js";
import type { ValueOf } from "../../../data/shape.js";
import { toModelRecordId, toSubject } from "../../../data/snapshot/loaded/subjects.js";
import { toFullXmlId } from "../../../data/xml-id.js";
import type { ModelUsage as ModelUsageShape } from "../../contract/shape/system/registry-usage.js";
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

/** @throws TooComplex for more than is told of one */
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
  const collect = <T>(list: (data: ModuleData) => readonly T[]): readonly T[] =>
    modules.flatMap(list);
  const actions = collect(({ module, parts }) =>
    choose(parts.actions).map((action) => ({
      ...toPlace(module, action),
      name: action.name,
      type: action.type,
    })),
  );
  return {
    views: system.listModules(snapshot.loaded.listEntriesWithViews(subject)).flatMap((module) =>
      choose(system.readHead(module).views).map((view) => ({
        ...toPlace(module, view),
        name: view.name ?? null,
        type: view.type ?? null,
        inherit_id: view.inherit_id ? toFullXmlId(module.name, view.inherit_id) : null,
      })),
    ),
    access: collect(({ module, parts }) =>
      choose(parts.access).map((right) => ({
        ...toPlace(module, right),
        group: right.group === null ? null : toFullXmlId(module.name, right.group),
        ...toPermissions(right),
      })),
    ),
    rules: collect(({ module, parts }) =>
      choose(parts.rules).map((rule) => {
        spendText(steps, rule.domain ?? "");
        spendSteps(steps, rule.groups.length);
        return {
          ...toPlace(module, rule),
          domain: rule.domain,
          groups: rule.groups.map((group) => toFullXmlId(module.name, group)),
          ...toPermissions(rule),
        };
      }),
    ),
    actions,
    menus: listMenus(system, modules, {
      actions: new Set(actions.map(({ xml_id: id }) => id)),
      steps,
    }),
    crons: collect(({ module, parts }) =>
      choose(parts.crons).map((cron) => {
        spendText(steps, cron.code ?? "");
        return { ...toPlace(module, cron), name: cron.name, code: cron.code };
      }),
    ),
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
      return [{ ...toPlace(module, menu), name: menu.name, action }];
    });
  });
}

function toPlace(
  module: SystemModule,
  row: { readonly xml_id: string; readonly file: string; readonly line: number },
) {
  const { file, line } = row;
  return { xml_id: toFullXmlId(module.name, row.xml_id), module: module.name, file, line };
}

function toPermissions(row: ModuleParts["access"][number] | ModuleParts["rules"][number]) {
  const { perm_read, perm_write, perm_create, perm_unlink } = row;
  return { perm_read, perm_write, perm_create, perm_unlink };
}
