// Replacements of a module without its code: evidence in texts of modules and commits, and models
// and fields that another module has from then on. Only a hint beside the state of a module.
import { addToGroup, toGroups } from "../../../data/grouped.js";
import { comparePlatformVersions, compareText } from "../../../data/platform/platform-version.js";
import type { FoundReplacement } from "../../../data/module/replacement.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { ReplacedBy } from "../../contract/shape/migration/report.js";
import { deriveOnce } from "../../lookup/memo.js";
import {
  getCommit,
  getFolder,
  getPlatformVersion,
  getRepository,
  getTechnicalName,
  isInstallable,
} from "../../lookup/entries.js";
import { findKnownCommitLink, findLineLink } from "../../lookup/forge.js";
import { followName } from "../../lookup/lineage/successors.js";
import { toLocation, type Target } from "./locations.js";
import { findString } from "../../../data/snapshot/table/string-table.js";

const NO_LINE = { path: null, line: null, url: null };

type Evidence = ReplacedBy["evidence"][number];

interface ReplacedModule {
  readonly name: string;
  /** Start of a port; `undefined` if nobody has the module. */
  readonly start: number | undefined;
  readonly to: string;
  /** Target of a name at `to`; `undefined` if it is missing, or not installable. */
  findTarget(name: string): Target | undefined;
}

/** Replacements with written evidence first, then by name. */
export function listReplacements(
  snapshot: Snapshot,
  module: ReplacedModule,
): readonly ReplacedBy[] {
  const { name, to, start, findTarget } = module;
  const found = new Map<string, Evidence[]>();
  for (const told of getTold(snapshot).get(name) ?? []) {
    const evidence = toEvidence(snapshot, told);
    if (isOutside(snapshot, evidence, module)) continue;
    for (const other of goOn(snapshot, told.to, module)) addToGroup(found, other, evidence);
  }
  const stated = new Set(found.keys());
  if (start !== undefined) {
    for (const taken of listTakenOver(snapshot, start, to)) {
      addToGroup(found, getTechnicalName(snapshot, taken.entry), tellTaken(snapshot, taken, to));
    }
  }
  const rank = (other: string): number => (stated.has(other) ? 0 : 1);
  return [...found]
    .toSorted(([left], [right]) => rank(left) - rank(right) || compareText(left, right))
    .flatMap(([other, evidence]) => {
      const target = findTarget(other);
      if (target === undefined) return [];
      const confidence = stated.has(other) ? ("stated" as const) : ("likely" as const);
      return [{ ...toLocation(snapshot, target, to), confidence, evidence: listNewest(evidence) }];
    });
}

/** True for evidence about a later version, or about a removal before the module's return. */
function isOutside(
  snapshot: Snapshot,
  { kind, platform_version: version }: Evidence,
  { start, to }: ReplacedModule,
): boolean {
  if (comparePlatformVersions(version, to) > 0) return true;
  return (
    kind === "commit" &&
    start !== undefined &&
    comparePlatformVersions(version, getPlatformVersion(snapshot, start)) <= 0
  );
}

const getTold = deriveOnce((snapshot): ReadonlyMap<string, readonly FoundReplacement[]> => {
  return toGroups(snapshot.readReplacements(), ({ from }) => from);
});

/** A name that is at the version, or what it is called there. */
function goOn(
  snapshot: Snapshot,
  name: string,
  { name: replaced, to, findTarget }: ReplacedModule,
): readonly string[] {
  const names =
    findTarget(name) === undefined
      ? followName(snapshot, name, { to }).successors.map((row) => row.technical_name)
      : [name];
  return names.filter((one) => one !== replaced);
}

function toEvidence(snapshot: Snapshot, told: FoundReplacement): Evidence {
  if ("entry" in told) {
    const { entry, file, line, sentence } = told;
    const { organization, repository, git } = getRepository(snapshot, entry);
    const folder = getFolder(snapshot, entry);
    const path = folder === "" || folder === "." ? file : `${folder}/${file}`;
    const commit = getCommit(snapshot, entry);
    return {
      kind: "text",
      says: sentence,
      platform_version: getPlatformVersion(snapshot, entry),
      organization,
      repository,
      path,
      line,
      url: findLineLink({ git, commit, path, line }),
    };
  }
  const { organization, repository, platformVersion, sentence } = told;
  return {
    kind: "commit",
    says: sentence,
    platform_version: platformVersion,
    organization,
    repository,
    ...NO_LINE,
    url: findKnownCommitLink(snapshot, told),
  };
}

/** Repeated evidence of several versions once, in its newest form. */
function listNewest(evidence: readonly Evidence[]): readonly Evidence[] {
  const newest = new Map<string, Evidence>();
  for (const one of evidence) {
    const key = `${one.kind} ${one.repository} ${one.path ?? one.says}`;
    const known = newest.get(key);
    const isNewer =
      known === undefined ||
      comparePlatformVersions(one.platform_version, known.platform_version) >= 0;
    if (isNewer) newest.set(key, one);
  }
  return [...newest.values()];
}

const MOST_SHOWN = 5;

function tellTaken(
  snapshot: Snapshot,
  { entry, kind, names, of }: TakenOver,
  to: string,
): Evidence {
  const { organization, repository } = getRepository(snapshot, entry);
  const more = names.length > MOST_SHOWN ? ", …" : "";
  return {
    kind,
    says: `${names.length} of its ${of} ${kind}: ${names.slice(0, MOST_SHOWN).join(", ")}${more}`,
    platform_version: to,
    organization,
    repository,
    ...NO_LINE,
  };
}

interface TakenOver {
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

/** Modules that have its models, or its fields of other models, at `to`, and had them not when it was there. */
function listTakenOver(snapshot: Snapshot, start: number, to: string): readonly TakenOver[] {
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
