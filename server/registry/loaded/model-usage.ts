// What of a system points at a model: views, access rights, record rules, actions with the menus that start
// them, and scheduled jobs, in load order.
import type { ModuleParts } from "../../../data/module-parts.js";
import type { ValueOf } from "../../../data/shape.js";
import { toModelRecordId, toSubject } from "../../../data/snapshot/loaded/subjects.js";
import { toFullXmlId } from "../../../data/xml-id.js";
import type { ModelUsage as ModelUsageShape } from "../../contract/shape/system/registry-usage.js";
import type { LoadedSystem, SystemModule } from "./loaded-system.js";

type ModelUsage = ValueOf<typeof ModelUsageShape>;

interface ModuleData {
  readonly module: SystemModule;
  readonly parts: ModuleParts;
}

export function findModelUsage(system: LoadedSystem, model: string): ModelUsage {
  const { snapshot } = system;
  const subject = toModelRecordId(model);
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
  const collect = <T>(list: (data: ModuleData) => readonly T[]): readonly T[] =>
    modules.flatMap(list);
  const actions = collect(({ module, parts }) =>
    parts.actions
      .filter((action) => isAbout(action.model))
      .map((action) => ({ ...toPlace(module, action), name: action.name, type: action.type })),
  );
  return {
    views: system.listModules(snapshot.loaded.listEntriesWithViews(subject)).flatMap((module) =>
      system
        .readHead(module)
        .views.filter((view) => isAbout(view.model))
        .map((view) => ({
          ...toPlace(module, view),
          name: view.name ?? null,
          type: view.type ?? null,
          inherit_id: view.inherit_id ? toFullXmlId(module.name, view.inherit_id) : null,
        })),
    ),
    access: collect(({ module, parts }) =>
      parts.access
        .filter((right) => isAbout(right.model))
        .map((right) => ({
          ...toPlace(module, right),
          group: right.group === null ? null : toFullXmlId(module.name, right.group),
          ...toPermissions(right),
        })),
    ),
    rules: collect(({ module, parts }) =>
      parts.rules
        .filter((rule) => isAbout(rule.model))
        .map((rule) => ({
          ...toPlace(module, rule),
          domain: rule.domain,
          groups: rule.groups.map((group) => toFullXmlId(module.name, group)),
          ...toPermissions(rule),
        })),
    ),
    actions,
    menus: listMenus(system, modules, new Set(actions.map(({ xml_id: id }) => id))),
    crons: collect(({ module, parts }) =>
      parts.crons
        .filter((cron) => isAbout(cron.model))
        .map((cron) => ({ ...toPlace(module, cron), name: cron.name, code: cron.code })),
    ),
  };
}

/** Menus stand in the module of their action, or in another one that the snapshot knows by the action. */
function listMenus(
  system: LoadedSystem,
  known: readonly ModuleData[],
  actions: ReadonlySet<string>,
): ModelUsage["menus"] {
  const { snapshot } = system;
  const entries = Array.from(actions).flatMap((id) => [...snapshot.loaded.listEntriesAbout(id)]);
  const read = new Map(known.map(({ module, parts }) => [module.entry, parts]));
  const modules = system.listModules(new Set([...read.keys(), ...entries]));
  return modules.flatMap((module) => {
    const { menus } = read.get(module.entry) ?? snapshot.readParts(module.entry);
    return menus.flatMap((menu) => {
      const action = menu.action === null ? "" : toFullXmlId(module.name, menu.action);
      return actions.has(action) ? [{ ...toPlace(module, menu), name: menu.name, action }] : [];
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
