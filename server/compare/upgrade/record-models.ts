// What OpenUpgrade's analysis records of the models of a system, and what became of them (`compare_model_sets` of
// upgrade_analysis/compare.py).
import type { Steps } from "../../../data/yield.js";
import type { UpgradeDefinition, UpgradeModel } from "../../contract/shape/migration/upgrade.js";
import { withinLimits } from "../../lookup/limits.js";
import type { ClassNode } from "../../registry/model/class-order.js";
import type { Lineage } from "../../registry/model/lineage.js";
import type { Models, StoredModel } from "../../registry/model/models.js";
import type { Told, ToldRow } from "./told.js";
import type { UpgradeNames } from "../names.js";

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
    isMade: !lineage.creator.inherit.includes(lineage.model),
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

export type ToldModel = Told<UpgradeModel, RecordedModel>;

/** What is made on one side only comes or goes; of what a side does not make itself nothing is known there. */
export function compareModels(
  from: ReadonlyMap<string, RecordedModel>,
  to: ReadonlyMap<string, RecordedModel>,
  names: UpgradeNames,
): readonly ToldModel[] {
  const told: ToldModel[] = [];
  const tell = (
    section: string,
    row: ToldRow<UpgradeModel>,
    [before, after]: readonly [RecordedModel | undefined, RecordedModel | undefined],
  ): void => void told.push({ section, row, before, after });
  for (const was of from.values()) {
    const { model, module, type: model_type } = was;
    const section = names.toModule(module);
    const same = to.get(model);
    if (!was.isMade || same?.isMade === false || names.toModel(model) !== model) continue;
    if (same === undefined) {
      const into = names.findModel(model);
      const other = into && to.get(into.model);
      const merged = other && {
        renamed_to: other.model,
        ...(section !== other.module && { in_module: other.module }),
        evidence: into.evidence,
      };
      tell(section, { change: "removed", model, model_type, ...merged }, [was, other]);
    } else if (section !== same.module) {
      const row = { change: "moved_to" as const, model, model_type, module: same.module };
      tell(section, row, [was, same]);
    }
  }
  for (const is of to.values()) {
    const { model, module: section, type: model_type } = is;
    const [same, former] = [from.get(model), from.get(names.toFormer(model))];
    if (!is.isMade || same?.isMade === false || former?.isMade === false) continue;
    if (former !== undefined && former !== same) {
      const module = names.toModule(former.module);
      const row = {
        change: "renamed" as const,
        model,
        model_type,
        renamed_from: former.model,
        ...(section !== module && { in_module: module }),
        evidence: names.findModel(former.model)?.evidence ?? [],
      };
      tell(section, row, [former, is]);
    } else if (same === undefined) {
      tell(section, { change: "added", model, model_type }, [undefined, is]);
    } else if (section !== names.toModule(same.module)) {
      const row = { change: "moved_from" as const, model, model_type, module: same.module };
      tell(section, row, [same, is]);
    }
  }
  return told;
}
