// All that differs between two systems as they were recorded: models, fields and external ids, by the names that they have
// afterwards. What a side does not have in whole is not told as gone or new.
import type { Steps } from "../../../data/yield.js";
import { getModuleOfXmlId } from "../../../data/module/xml-id.js";
import type { RecordValue } from "../../registry/data/field-value.js";
import { compareFields, type ToldChange } from "./compare-fields.js";
import { compareIds, type ToldId } from "./compare-ids.js";
import { isKnown, type ModuleStates } from "./module-states.js";
import type { RecordedId } from "./record-ids.js";
import { compareModels, type ToldModel } from "./record-models.js";
import type { UpgradeSide } from "./side.js";
import type { UpgradeNames } from "./upgrade-names.js";

export interface ToldChanges {
  readonly models: readonly ToldModel[];
  readonly fields: readonly ToldChange[];
  readonly ids: readonly ToldId[];
}

interface ComparedSystems {
  readonly before: UpgradeSide;
  readonly after: UpgradeSide;
  readonly states: ModuleStates;
}

export function* compareSystems(
  { before, after, states }: ComparedSystems,
  names: UpgradeNames,
): Steps<ToldChanges> {
  const wasKnown = (module: string | undefined): boolean =>
    module === undefined || isKnown(states.findBefore(module));
  const isKnownNow = (module: string | undefined): boolean =>
    module === undefined || isKnown(states.findAfter(module));

  function isModelKnown({ row: { change, model } }: ToldModel): boolean {
    if (change === "removed") return wasKnown(before.models.get(model)?.module);
    return change !== "added" || isKnownNow(after.models.get(model)?.module);
  }

  function isFieldKnown(told: ToldChange): boolean {
    const { module, model, field, change, definitions } = told;
    const { kind } = change;
    const was = before.models.get(model) ?? before.models.get(names.toFormer(model));
    const is = after.models.get(model) ?? after.models.get(names.toModel(model));
    if (was && is && was.isMade !== is.isMade) return false;
    // What is said of the model itself its maker says first.
    const isOfModel = field === "_order" || field === "_inherits";
    if (isOfModel && (was?.isMade === false || is?.isMade === false)) return false;
    if (kind === "moved_to" || kind === "moved_from") return true;
    if (kind === "removed" && !wasKnown(module)) return false;
    if (kind === "added" && !isKnownNow(module)) return false;
    const { from = [], to = [] } = definitions;
    return from.every((one) => wasKnown(one.module)) && to.every((one) => isKnownNow(one.module));
  }

  const isIdKnown = ({ from, to }: ToldId): boolean =>
    (to !== undefined || wasKnown(from?.module)) && (from !== undefined || isKnownNow(to?.module));

  const models = compareModels(before.models, after.models, names).filter(isModelKnown);
  const fields = yield* compareFields(before.fields.fields, after.fields.fields, names);
  const ids = yield* compareIds(before.ids, after.ids, names, {
    toLaterId: (one) => toLaterId(one, before, after, names),
    losesDomain: (old, now) => losesDomain(old, now, before, after),
  });
  return { models, fields: fields.filter(isFieldKnown), ids: ids.filter(isIdKnown) };
}

/** Its module, or the table of a constraint, may have another name. */
function toLaterId(
  { xmlId, constrained }: RecordedId,
  before: UpgradeSide,
  after: UpgradeSide,
  names: UpgradeNames,
): string {
  const module = getModuleOfXmlId(xmlId);
  const later = names.toModule(module);
  const id = later === module ? xmlId : later + xmlId.slice(module.length);
  const table = constrained === undefined ? undefined : before.models.get(constrained)?.table;
  const laterTable = after.models.get(names.toModel(constrained ?? ""))?.table;
  return table === undefined || laterTable === undefined || table === laterTable
    ? id
    : id.replace(`.constraint_${table}_`, `.constraint_${laterTable}_`);
}

const WINDOW_ACTION = "ir.actions.act_window";
const DOMAIN: ReadonlySet<string> = new Set(["domain"]);
const NO_VALUES = { values: new Map<string, RecordValue>(), unknown: [] };

function losesDomain(
  old: RecordedId,
  now: RecordedId,
  before: UpgradeSide,
  after: UpgradeSide,
): boolean {
  if (old.model !== WINDOW_ACTION) return false;
  const was = findDomain(before, old) ?? null;
  return was !== null && was !== "[]" && findDomain(after, now) === null;
}

/** `null` for one that is not given, `undefined` for one that is not known. */
function findDomain({ registry }: UpgradeSide, { xmlId }: RecordedId): RecordValue | undefined {
  const { writes, readFields } = registry.getRecords();
  const written = writes.find(xmlId);
  const isAction = written?.model === WINDOW_ACTION;
  const { values, unknown } = isAction ? readFields(written, DOMAIN) : NO_VALUES;
  return unknown.length > 0 ? undefined : (values.get("domain") ?? null);
}
