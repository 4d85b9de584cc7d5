// Extensions of browser templates whose target in the module's dependencies is gone at a later
// platform version: templates that are gone, and specs without a match in the remaining ones.
import { finishSteps } from "../../../data/yield.js";
import { toTemplateId } from "../../../data/module/labels.js";
import { getModuleOfXmlId, toFullXmlId, toLocalId } from "../../../data/module/xml-id.js";
import type { TemplateUse } from "../../contract/shape/api-changes.js";
import { readTemplates } from "../../lookup/definition/where-script.js";
import { getTechnicalName } from "../../lookup/entries.js";
import { withinLimits } from "../../lookup/limits.js";
import { once } from "../../lookup/memo.js";
import {
  combineTemplate,
  toMode,
  type RowReader,
  type SpecError,
  type TemplateStep,
} from "../../registry/assets/templates.js";
import type { SystemModule } from "../../registry/loaded/loaded-system.js";
import type { ApiSide } from "./api-side.js";
import type { ApiStep } from "./api-step.js";

/** No real template is copied through more levels. */
const DEEPEST_COPY = 16;

/**
 * In the order of files. What one template makes of another is tried on that one as its module has it: what finds nothing
 * at the earlier version already is not told, nor what finds its place in what modules that are needed later change in it.
 * @param entry the module at the earlier version
 */
export function listTemplateUses(step: ApiStep, entry: number): readonly TemplateUse[] {
  const before = openTemplates(step.from);
  const after = openTemplates(step.to);
  const module = { name: getTechnicalName(step.from.snapshot, entry), entry, loadIndex: 0 };
  const needed = step.from.listNeeded(module.name);
  const getLaterNeeds = once(() => {
    const later = [...needed].flatMap((one) => step.findSuccessors(one)?.modules ?? []);
    const names = new Set(later.flatMap((one) => [...step.to.listNeeded(one)]));
    names.delete(module.name);
    return [...names];
  });
  return before.listHeads(module).flatMap((head): readonly TemplateUse[] => {
    if (head.inherit === null) return [];
    const own: TemplateStep = { mode: toMode(head), head, module };
    const id = toFullXmlId(module.name, head.inherit);
    const [owner, name] = [getModuleOfXmlId(id), toLocalId(id)];
    const old = owner !== module.name && needed.has(owner) ? before.find(owner, name) : undefined;
    const successors = step.findSuccessors(owner);
    if (old === undefined || successors === undefined) return [];
    const use = { template: head.inherit, file: head.file };
    const now = successors.modules.map((one) => after.find(one, name)).find(Boolean);
    if (now === undefined) {
      return [{ ...use, change: "removed", module: null, spec: null, line: head.line }];
    }
    const known = new Set(before.tryOn(old, own).map(({ line }) => line));
    const lost = after.tryOn(now, own).filter(({ line }) => !known.has(line));
    if (lost.length === 0) return [];
    const whole = [...now, ...after.listExtending(now, getLaterNeeds())];
    const stillLost = new Set(after.tryOn(whole, own).map(({ line }) => line));
    return lost
      .filter(({ line }) => stillLost.has(line))
      .map(({ spec, line }) => ({
        ...use,
        change: "spec_not_found",
        module: now.at(-1)?.module.name ?? null,
        spec,
        line,
      }));
  });
}

/** The steps that make a template: those of what it is a copy of, then its own. */
type Chain = readonly TemplateStep[];

function openTemplates(side: ApiSide) {
  const { loaded } = side.snapshot;
  const reader: RowReader = {
    platformVersion: side.platformVersion,
    readRow({ entry }, key, decode) {
      const row = loaded.readData(entry).rows.get(key);
      return row === undefined ? undefined : decode(loaded.readRow(row));
    },
  };
  const listHeads = ({ entry }: SystemModule) => readTemplates(side.snapshot, entry);
  const find = (owner: string, name: string, depth = 0): Chain | undefined => {
    const entry = side.findEntry(owner);
    if (entry === undefined || depth > DEEPEST_COPY) return undefined;
    const module = { name: owner, entry, loadIndex: 0 };
    const head = listHeads(module).find(
      (one) => toMode(one) !== "extension" && toTemplateId(owner, one) === `${owner}.${name}`,
    );
    if (head === undefined) return undefined;
    const own: TemplateStep = { mode: toMode(head), head, module };
    if (head.inherit === null) return [own];
    const id = toFullXmlId(owner, head.inherit);
    const above = find(getModuleOfXmlId(id), toLocalId(id), depth + 1);
    return above && [...above, own];
  };
  /** Modules that extend a template, those with fewest dependencies first. */
  const listExtending = (chain: Chain, modules: readonly string[]): Chain => {
    const made = chain.at(-1);
    const wanted = made && toTemplateId(made.module.name, made.head);
    return modules
      .flatMap((name) => {
        const entry = side.findEntry(name);
        return entry === undefined ? [] : [{ name, entry, loadIndex: side.listNeeded(name).size }];
      })
      .toSorted((left, right) => left.loadIndex - right.loadIndex)
      .flatMap((module) =>
        listHeads(module)
          .filter(
            (head) => toMode(head) === "extension" && toTemplateId(module.name, head) === wanted,
          )
          .map((head): TemplateStep => ({ mode: "extension", head, module })),
      );
  };
  /** @returns specs without a match; none if unknown */
  const tryOn = (chain: Chain, own: TemplateStep): readonly SpecError[] => {
    const template = { name: own.head.name ?? "", steps: [...chain, own] };
    const errors = withinLimits(() => finishSteps(combineTemplate(reader, template)).errors, []);
    return errors.filter(({ step, code }) => step === own && code === "not_found");
  };
  return { listHeads, find, listExtending, tryOn };
}
