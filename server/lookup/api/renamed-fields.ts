// Fields that have another name at a later platform version.
import type { LoadedField } from "../../../data/loaded-module.js";
import type { ApiEvidence } from "../../interface/shape/api-changes.js";
import { findText, mergeField, type MergedField } from "./field-details.js";
import {
  compareWords,
  pairNames,
  type Candidate,
  type Named,
  type Renames,
  type Unpaired,
} from "./pair-names.js";

/** Arguments of which an equal value says that it is the same field. */
const TELLING = ["string", "compute", "related", "inverse_name", "relation"] as const;

/** From this share of common words on, names are alike. */
const ALIKE = 0.5;

/** @param toLaterModel the name that a model has at the later version */
export function pairFields(
  fields: Unpaired<LoadedField>,
  toLaterModel: (model: string) => string,
): Renames {
  const merged = new Map<readonly LoadedField[], MergedField>();
  const merge = ({ given }: Named<LoadedField>): MergedField => {
    const known = merged.get(given) ?? mergeField(given);
    merged.set(given, known);
    return known;
  };
  return pairNames(fields, (from, to) =>
    compare({ name: from.name, ...merge(from) }, { name: to.name, ...merge(to) }, toLaterModel),
  );
}

interface NamedField extends MergedField {
  readonly name: string;
}

function compare(
  from: NamedField,
  to: NamedField,
  toLaterModel: (model: string) => string,
): Candidate | undefined {
  const comodel = findText(from.given, "comodel_name");
  const laterComodel = findText(to.given, "comodel_name");
  const isSameModel =
    comodel === undefined ? laterComodel === undefined : toLaterModel(comodel) === laterComodel;
  if (from.type !== to.type || !isSameModel) return undefined;
  const evidence = TELLING.flatMap((kind): readonly ApiEvidence[] => {
    const value = findText(from.given, kind);
    return value !== undefined && value === findText(to.given, kind) ? [{ kind, value }] : [];
  });
  const { shared, share } = compareWords(from.name, to.name);
  if (evidence.length === 0 && share < ALIKE) return undefined;
  const words = shared.length === 0 ? [] : [{ kind: "words" as const, value: shared.join(" ") }];
  return {
    from: from.name,
    to: to.name,
    weight: evidence.length + share,
    evidence: [...evidence, ...words],
  };
}
