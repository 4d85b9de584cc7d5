// Modules that have the models of another from a version on, or the fields that it added to those of others, and had them
// not when it was there.
import { addToGroup } from "../../../data/grouped.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { findString } from "../../../data/snapshot/table/string-table.js";
import { getTechnicalName, isInstallable } from "../../lookup/entries.js";

export interface TakenOver {
  readonly entry: number;
  readonly kind: "models" | "fields";
  readonly names: readonly string[];
  /** Number in the other module. */
  readonly of: number;
}

/** Least share of its own models, or of its added fields, that another module must have. */
const LEAST_SHARE = 0.6;
/** One field may be called alike by chance. */
const FEWEST = { models: 1, fields: 2 } as const;

/** A model, or a field of it. */
type Member = readonly [model: string, field?: string];

export function listTakenOver(snapshot: Snapshot, start: number, to: string): readonly TakenOver[] {
  const { models } = snapshot.readOwnRecord(start);
  const own = new Set(
    models
      // A report's model is named after its template and keeps no data.
      .filter(({ is_new_model: isNew, model_name: name }) => isNew && !name.startsWith("report."))
      .map((one) => one.model_name),
  );
  const added = models.flatMap(({ model_name: model, fields }) =>
    own.has(model) ? [] : fields.map(({ name }): Member => [model, name]),
  );
  const ofKinds = [
    ["models", [...own].map((model): Member => [model])],
    ["fields", added],
  ] as const;
  return ofKinds.flatMap(([kind, members]) => {
    const taken = new Map<number, string[]>();
    for (const member of members) {
      const taker = findTaker(snapshot, member, { start, to });
      if (taker !== undefined) addToGroup(taken, taker, member.join("."));
    }
    return [...taken].flatMap(([entry, names]) =>
      names.length < FEWEST[kind] || names.length < LEAST_SHARE * members.length
        ? []
        : [{ entry, kind, names, of: members.length }],
    );
  });
}

/** The one entry that has it at `to`; nothing where others had it already. */
function findTaker(
  snapshot: Snapshot,
  [model, field]: Member,
  { start, to }: { readonly start: number; readonly to: string },
): number | undefined {
  const { definitions, entries, versions } = snapshot;
  const number = findString(definitions.models, model);
  if (number === undefined) return undefined;
  const isAtStart = (entry: number): boolean =>
    entries.version.get(entry) === entries.version.get(start);
  const makers = definitions.listDefiningEntries(number);
  // Without an indexed definition of the model the other module may have had the field before.
  if (field !== undefined && !makers.some(isAtStart)) return undefined;
  const having = field === undefined ? makers : definitions.fields.findEntries(number, field);
  const name = getTechnicalName(snapshot, start);
  const others = [...(having ?? [])].filter(
    (entry) => isInstallable(snapshot, entry) && getTechnicalName(snapshot, entry) !== name,
  );
  if (others.some(isAtStart)) return undefined;
  const wanted = versions.indexOf(to);
  const [taker, ...more] = others.filter((entry) => entries.version.get(entry) === wanted);
  return more.length === 0 ? taker : undefined;
}
