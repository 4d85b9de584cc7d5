// Models of a system as OpenUpgrade's analysis records them, and their changes
// (`compare_model_sets` of upgrade_analysis/compare.py).
import type { Steps } from "../../../data/yield.js";
import type { UpgradeDefinition, UpgradeModel } from "../../contract/shape/migration/upgrade.js";
import { withinLimits } from "../../lookup/limits.js";
import type { ClassNode } from "../../registry/model/class-order.js";
import type { Lineage } from "../../registry/model/lineage.js";
import type { Models, StoredModel } from "../../registry/model/models.js";
import type { Told } from "../things.js";
import type { UpgradeNames } from "../../registry/api/names.js";

export interface RecordedModel {
  readonly model: string;
  /** The one that makes it. */
  readonly module: string;
  readonly type: UpgradeModel["model_type"];
  /** Whether a class of the system makes it: else its classes extend one of a module that is not indexed. */
  readonly isMade: boolean;
  readonly table: string | undefined;
  /** The class that makes it, or is the first that extends it, in load order. */
  readonly definitions: readonly UpgradeDefinition[];
}

export interface RecordedModels {
  /** By name. */
  readonly models: ReadonlyMap<string, RecordedModel>;
  /** Names of unknown models. */
  readonly tooComplex: readonly string[];
}

/** One model a step. */
export function* recordModels(models: Models): Steps<RecordedModels> {
  const recorded = new Map<string, RecordedModel>();
  const tooComplex: string[] = [];
  for (const name of yield* models.readModels()) {
    const model = withinLimits(() => models.findStored(name), null);
    if (model === null) tooComplex.push(name);
    else if (model !== undefined) recorded.set(name, toRecorded(model));
    yield;
  }
  return { models: recorded, tooComplex };
}

function toRecorded({ lineage, transient, abstract, auto, table }: StoredModel): RecordedModel {
  const { module, definition } = (findFirst(lineage) ?? lineage.creator).source;
  return {
    model: lineage.model,
    isMade: !lineage.creator.inherit.includes(lineage.model),
    module,
    definitions: [{ module, file: definition.file, line: definition.line }],
    table: table ?? undefined,
    type: transient ? "transient" : abstract ? "abstract" : auto ? null : "sql_view",
  };
}

/** The class that makes the model, else one that extends it, of the module that is loaded first. */
function findFirst({ model, classes }: Lineage): ClassNode | undefined {
  const extend = ({ inherit }: ClassNode): number => Number(inherit.includes(model));
  const own = classes.filter(({ source }) => source.definition.model === model);
  return own.toSorted(
    (left, right) => left.source.rank[0] - right.source.rank[0] || extend(left) - extend(right),
  )[0];
}

export type ToldModel = Told<UpgradeModel, RecordedModel>;

/**
 * A model made on one side only comes or goes; a side that does not make it knows nothing of it.
 */
export function compareModels(
  from: ReadonlyMap<string, RecordedModel>,
  to: ReadonlyMap<string, RecordedModel>,
  names: UpgradeNames,
): readonly ToldModel[] {
  const gone = [...from.values()].flatMap((before): readonly ToldModel[] => {
    const { model, module, type: model_type } = before;
    const section = names.toModule(module);
    const same = to.get(model);
    if (!before.isMade || same?.isMade === false || names.toModel(model) !== model) return [];
    if (same !== undefined) {
      const row = { change: "moved_to" as const, model, model_type, module: same.module };
      return section === same.module ? [] : [{ section, row, before, after: same }];
    }
    const into = names.findModel(model);
    const other = into && to.get(into.model);
    const merged = other && {
      renamed_to: other.model,
      ...(section !== other.module && { in_module: other.module }),
      evidence: into.evidence,
    };
    const row = { change: "removed" as const, model, model_type, ...merged };
    return [{ section, row, before, after: other }];
  });
  const came = [...to.values()].flatMap((after): readonly ToldModel[] => {
    const { model, module: section, type: model_type } = after;
    const [same, former] = [from.get(model), from.get(names.toFormer(model))];
    if (!after.isMade || same?.isMade === false || former?.isMade === false) return [];
    const before = former ?? same;
    if (before === undefined) {
      return [{ section, row: { change: "added", model, model_type }, before, after }];
    }
    const module = names.toModule(before.module);
    if (before === same) {
      const row = { change: "moved_from" as const, model, model_type, module: same.module };
      return section === module ? [] : [{ section, row, before, after }];
    }
    const row = {
      change: "renamed" as const,
      model,
      model_type,
      renamed_from: before.model,
      ...(section !== module && { in_module: module }),
      evidence: names.findModel(before.model)?.evidence ?? [],
    };
    return [{ section, row, before, after }];
  });
  return [...gone, ...came];
}
