// Extensions of browser templates whose target in the module's dependencies is gone at a later
// platform version: templates that are gone, and specs without a match in the remaining ones.
import { getModuleOfXmlId, toFullXmlId, toLocalId } from "../../../data/module/xml-id.js";
import type { TemplateUse } from "../../contract/shape/api-changes.js";
import { getTechnicalName } from "../../lookup/entries.js";
import { memoizeEach, once } from "../../lookup/memo.js";
import {
  findChain,
  holdsSpec,
  listLostSpecs,
  weaveChain,
  type TemplateModules,
} from "../../registry/assets/template-chains.js";
import { listModuleSteps } from "../../registry/assets/templates.js";
import type { LoadedSystem } from "../../registry/loaded/loaded-system.js";
import type { ApiSide } from "../../registry/api/api-side.js";
import type { ApiStep } from "../../registry/api/api-step.js";

/**
 * In the order of files. What one template makes of another is tried on that one as its module has it: what finds nothing
 * at the earlier version already is not told, nor what finds its place in what modules that are needed later change in it.
 * @param entry the module at the earlier version
 */
export function listTemplateUses(step: ApiStep, entry: number): readonly TemplateUse[] {
  const before = openTemplates(step.from);
  const after = openTemplates(step.to);
  const technicalName = getTechnicalName(step.from.snapshot, entry);
  const needed = step.from.listNeeded(technicalName);
  /** Modules with fewest dependencies first. */
  const getLaterNeeds = once(() => {
    const later = [...needed].flatMap((one) => step.findSuccessors(one)?.modules ?? []);
    const names = new Set(later.flatMap((one) => [...step.to.listNeeded(one)]));
    names.delete(technicalName);
    const count = memoizeEach((name: string) => step.to.listNeeded(name).size);
    return [...names].toSorted((left, right) => count(left) - count(right));
  });
  return before.listSteps(technicalName).flatMap((own): readonly TemplateUse[] => {
    const { head } = own;
    if (head.inherit === null) return [];
    const id = toFullXmlId(technicalName, head.inherit);
    const [owner, name] = [getModuleOfXmlId(id), toLocalId(id)];
    const isNeeded = owner !== technicalName && needed.has(owner);
    const old = isNeeded ? findChain(before, id) : undefined;
    const successors = step.findSuccessors(owner);
    if (old === undefined || successors === undefined) return [];
    const use = { template: head.inherit, file: head.file };
    const now = successors.modules.map((one) => findChain(after, `${one}.${name}`)).find(Boolean);
    if (now === undefined) {
      return [{ ...use, change: "removed", module: null, spec: null, line: head.line }];
    }
    const known = listLostSpecs(before, old, own);
    const lost = listLostSpecs(after, now, own).filter((one) => !holdsSpec(known, one));
    if (lost.length === 0) return [];
    const whole = weaveChain(after, now, getLaterNeeds(), own);
    const stillLost = listLostSpecs(after, whole, own);
    return lost
      .filter((one) => holdsSpec(stillLost, one))
      .map(({ spec, line }) => ({
        ...use,
        change: "spec_not_found",
        module: now.at(-1)?.module.name ?? null,
        spec,
        line,
      }));
  });
}

function openTemplates(side: ApiSide): TemplateModules {
  const { loaded } = side.snapshot;
  const readRow: LoadedSystem["readRow"] = ({ entry }, key, decode) => {
    const row = loaded.readData(entry).rows.get(key);
    return row === undefined ? undefined : decode(loaded.readRow(row));
  };
  return {
    platformVersion: side.platformVersion,
    listSteps: memoizeEach((name: string) => {
      const entry = side.findEntry(name);
      return entry === undefined ? [] : listModuleSteps({ name, entry, loadIndex: 0 }, readRow);
    }),
  };
}
