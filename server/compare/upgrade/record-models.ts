// What OpenUpgrade's analysis records of the models of a system, and what became of them (`compare_model_sets` of
// upgrade_analysis/compare.py).
import type { Steps } from "../../../data/yield.js";
import type { UpgradeDefinition, UpgradeModel } from "../../contract/shape/migration/upgrade.js";
import { withinLimits } from "../../lookup/limits.js";
import type { ClassNode } from "../../registry/model/class-order.js";
import type { Lineage } from "../../registry/model/lineage.js";
import type { Models, StoredModel } from "../../registry/model/models.js";
import type { ToldRow } from "./match.js";
import type { UpgradeNames } from "./upgrade-names.js";

export interface RecordedModel {
  readonly model: string;
  /** The one that makes it. */
  readonly module: string;
  readonly type: UpgradeModel["model_type"];
  readonly table: string | undefined;
  /** The class that makes it, or is the first that extends it, in load order. */
  readonly definitions: readonly UpgradeDefinition[];
}

export interface RecordedModels {
  /** By name. */
  readonly models: ReadonlyMap<string, RecordedModel>;
  /** Names of those of which nothing is known. */
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
    module,
    definitions: [{ module, file: definition.file, line: definition.line }],
    table: table ?? undefined,
    type: transient ? "transient" : abstract ? "abstract" : auto ? null : "sql_view",
  };
}

/** Of its own classes the one that is loaded first. */
function findFirst({ model, classes }: Lineage): ClassNode | undefined {
  const own = classes.filter(({ source }) => source.definition.model === model);
  return own.toSorted((left, right) => left.source.rank[0] - right.source.rank[0])[0];
}

/** A change under the module that it is told of. */
interface ToldModel {
  readonly section: string;
  readonly row: ToldRow<UpgradeModel>;
}

export function compareModels(
  from: ReadonlyMap<string, RecordedModel>,
  to: ReadonlyMap<string, RecordedModel>,
  names: UpgradeNames,
): readonly ToldModel[] {
  const told: ToldModel[] = [];
  for (const { model, module, type: model_type } of from.values()) {
    const section = names.toModule(module);
    const known = names.toKnownModel(model);
    const [same, later] = [to.get(model), to.get(known)];
    if (same === undefined) {
      const renamed = later && {
        renamed_to: known,
        ...(section !== later.module && { in_module: later.module }),
      };
      told.push({ section, row: { change: "removed", model, model_type, ...renamed } });
    } else if (section !== same.module) {
      told.push({ section, row: { change: "moved_to", model, model_type, module: same.module } });
    }
  }
  for (const { model, module: section, type: model_type } of to.values()) {
    const former = names.toFormerModel(model);
    const [same, before] = [from.get(model), from.get(former)];
    if (same === undefined) {
      const renamed = before && {
        renamed_from: former,
        ...(section !== names.toModule(before.module) && { in_module: before.module }),
      };
      told.push({ section, row: { change: "added", model, model_type, ...renamed } });
    } else if (section !== names.toModule(same.module)) {
      told.push({ section, row: { change: "moved_from", model, model_type, module: same.module } });
    }
  }
  return told;
}
