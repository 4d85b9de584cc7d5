// The models of a system. What a model needs of others is computed when it is asked for, and kept: one
// object serves a system for as long as it is known.
import { MOST_MODEL_STEPS } from "../../lookup/limits.js";
import type { Steps } from "../../../data/yield.js";
import { memoizeEach, once } from "../../lookup/memo.js";
import { listNearTexts } from "../../lookup/search/near-names.js";
import type { ClassReader } from "./class-reader.js";
import { listNames, createFieldNames } from "./delegation.js";
import { createOutlines } from "./field-outlines.js";
import { createFields, type ModelField, type StoredField } from "./fields.js";
import { createLineages, type Lineage } from "./lineage.js";
import { listTableObjects, type TableObject } from "./methods.js";
import {
  readModelAttributes,
  readTable,
  type ModelAttributes,
  type TableAttributes,
} from "./model-attributes.js";

export interface SystemModel {
  readonly lineage: Lineage;
  readonly attributes: ModelAttributes;
  /** `_inherits`: model → field that links to it. */
  readonly inherits: ReadonlyMap<string, string>;
  /** Sorted. */
  readonly fieldNames: readonly string[];
  findField(name: string): ModelField | undefined;
  listTableObjects(): readonly TableObject[];
}

/** A model as its table follows from it. What is asked of it is found then, and may be TooComplex. */
export interface StoredModel
  extends
    TableAttributes,
    Pick<SystemModel, "lineage" | "inherits" | "fieldNames" | "listTableObjects"> {
  /** Facts behind its column; not cached. */
  readStored(name: string): StoredField | undefined;
}

export interface Models {
  /** Sorted. Every class is looked at, so that who has others to wait reads them in steps first. */
  listModels(): readonly string[];
  /** Reads all models, one a step. */
  readModels(): Steps<readonly string[]>;
  /** Up to five with a name like this one. */
  listNear(name: string): readonly string[];
  /**
   * Questions about the found model may take as many steps again. @throws TooComplex likewise from
   * these
   * @throws TooComplex likewise what is asked of the model
   */
  findModel(model: string): SystemModel | undefined;
  /** A shorter form, for callers that iterate over all models. @throws TooComplex */
  findStored(model: string): StoredModel | undefined;
}

export function createModels(reader: ClassReader): Models {
  const lineages = createLineages(reader);
  const findNames = createFieldNames(lineages);
  const fields = createFields(lineages, findNames, createOutlines(reader, findNames));

  function hasField(model: string, field: string): boolean {
    const names = findNames(model);
    return (
      names !== undefined &&
      (names.definitions.has(field) || names.links.has(field) || names.delegated.has(field))
    );
  }

  function createModel(model: string): SystemModel | undefined {
    const names = findNames(model);
    if (names === undefined) return undefined;
    const { lineage, inherits } = names;
    return {
      lineage,
      attributes: readModelAttributes(lineages, lineage, hasField),
      inherits,
      fieldNames: listNames(names).toSorted(),
      findField: (field) => fields.findField(model, field),
      listTableObjects: () => listTableObjects(reader.rules, lineage),
    };
  }

  function createStored(model: string): StoredModel | undefined {
    const lineage = lineages.findLineage(model);
    if (lineage === undefined) return undefined;
    return {
      ...readTable(reader, lineage),
      lineage,
      get inherits() {
        return findNames(model)?.inherits ?? new Map<string, string>();
      },
      get fieldNames() {
        return listNames(findNames(model)).toSorted();
      },
      readStored: (field) => fields.readStored(model, field),
      listTableObjects: () => listTableObjects(reader.rules, lineage),
    };
  }

  /** Unknown models are not cached: callers may ask for any name. */
  const begin = <T>(find: (model: string) => T) => {
    return (model: string): T | undefined => {
      reader.steps.left = MOST_MODEL_STEPS;
      return reader.hasModel(model) ? find(model) : undefined;
    };
  };

  const isModel = begin(lineages.isModel);
  const listNamed = once(() => reader.listModels());
  const listModels = once(() => listNamed().filter(isModel).toSorted());
  return {
    listModels,
    *readModels() {
      for (const model of listNamed()) {
        isModel(model);
        yield;
      }
      return listModels();
    },
    // Classes that extend what is not there name it, too.
    listNear: (name) =>
      listNearTexts(listNamed(), name).filter((near) => near !== name && isModel(near)),
    findModel: begin(memoizeEach(createModel)),
    findStored: begin(memoizeEach(createStored)),
  };
}
