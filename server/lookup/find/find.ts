// The box: everything that a typed text may mean, best first, by one rule.
import { isLabelledKind, LABELLED_KINDS } from "../../../data/module/labels.js";
import { getModuleOfXmlId } from "../../../data/module/xml-id.js";
import type { Lookup } from "../lookup.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { toKey, verifyCandidate, type Candidate, type Hit } from "./candidate.js";
import { FIND_KINDS, type FindKind, type FoundHits } from "../../contract/shape/find.js";
import { listNamedVersions } from "../../../data/platform/module-names.js";
import { findString } from "../../../data/snapshot/table/string-table.js";
import { foldName } from "../../../data/text/names.js";
import { findPlatformModule } from "../module/platform-module.js";
import { listFiltered } from "./filter-hits.js";
import { findMainVersion } from "./living.js";
import {
  chooseBeginnings,
  listEqualMembers,
  listNearHits,
  MOST_OF_A_KIND,
  scoreName,
} from "./name-hits.js";
import {
  findNames,
  foldWords,
  listMenuPath,
  listOfLocalId,
  type NameLocation,
} from "./name-lists.js";
import { listSpokenNames } from "./spoken-names.js";
import { listOfError, listOfSubject, NAMED_BY_CODE } from "./error-hits.js";
import type { ErrorSubject } from "./error-subject.js";
import { listTyped } from "./typed-hits.js";
import { readTypedText, type TypedForm, type TypedText } from "./typed-text.js";
import { listModuleHits } from "./module-hits.js";

interface FindQuery {
  readonly q: string;
  readonly platform_version: string | undefined;
  readonly limit: number;
}

/** Finds what a path of fields, or an inherited member, leads to. */
type ResolveName = (snapshot: Snapshot, ref: string, version: string) => readonly Candidate[];

interface Found {
  /** Version from the request, or typed. */
  readonly platformVersion: string | undefined;
  readonly readAs: "filters" | "place" | "distribution" | "name" | "words";
  readonly hits: readonly Hit[];
  /** Set if the text names this module of Odoo, and nothing indexed. */
  readonly platformModule: FoundHits["platform_module"];
  readonly error?: FoundHits["error"];
  /** Names of Odoo's framework that the text is about. */
  readonly frameworkNames?: readonly string[];
  /** Typed, and a version of Odoo that the snapshot does not have. */
  readonly absentVersion: string | undefined;
}

/**
 * The order of hits:
 *
 * 1. what the text spells out: a place, a distribution, a model with its field or method, a view, filters, names as code has them
 *    in a sentence (`listSpokenNames`), of which the other words are looked for;
 * 2. everything else by one score: modules as `listModuleHits` has it, names of other kinds as `scoreName` has it; equal
 *    ones modules first, then by kind.
 *
 * An address is no words: it gives what is there or nothing, and so does a path that leads to something. An error of code
 * gives what its names lead to (`listOfError`, `listOfSubject`), and nothing by words. Messages for people, and errors of no known
 * form, are searched by words.
 * Nothing is given twice, and nothing that does not exist. A version that was typed counts as one that was asked
 * for where the snapshot has it; what the text spells out or is the name of is given at other versions, too.
 */
export async function findAll(
  lookup: Lookup,
  query: FindQuery,
  resolve: ResolveName = () => [],
): Promise<Found> {
  const { snapshot } = lookup;
  const typed = settleVersion(snapshot, query.q);
  const version = typed.version ?? query.platform_version;
  const hits = new HitList(snapshot, { version, limit: query.limit });
  const isLoose = typed.version !== undefined;
  const isThere = (one: Candidate): boolean => hits.verify(one, isLoose) !== undefined;
  const platformModule = findPlatformName(snapshot, typed);
  const { absentVersion } = typed;
  const readAs = nameForm(typed);
  const found = { platformVersion: version, platformModule, readAs, absentVersion };
  // A version alone is a filter.
  const isOfVersion = typed.version !== undefined && typed.words === "" && !typed.form;
  const meant = typed.spokenFilter && { filters: [typed.spokenFilter], words: "" };
  const { filters, words: beside } = meant ?? typed;
  if (filters.length > 0 || isOfVersion) {
    const words = { words: beside, platform_version: version };
    hits.add(listFiltered(lookup, filters, words, query.limit));
    if (meant === undefined || hits.list.length > 0) {
      return { ...found, readAs: "filters", hits: hits.list };
    }
  }
  if (typed.form?.form === "error") hits.add(listOfError(snapshot, typed.form.error), isLoose);
  else if (typed.form !== undefined) {
    const known = listTyped(snapshot, typed.form);
    hits.add(
      listResolved(snapshot, typed.form, { version, resolve, known: known.filter(isThere) }),
    );
    hits.add(known, isLoose);
  }
  const { subject } = typed;
  if (subject !== undefined) {
    const unknown_names = addSubject(
      { snapshot, hits, version, resolve, isLoose, isThere, platformModule },
      subject,
    );
    const {
      frames = [],
      scripts = [],
      classes = [],
    } = typed.form?.form === "error" ? typed.form.error : {};
    const has_calls = frames.length + scripts.length + classes.length > 0;
    const error = subject.isError ? { unknown_names, has_calls } : undefined;
    const facts = { ...found, error, frameworkNames: subject.framework };
    if (subject.words === "") return { ...facts, hits: hits.list };
  }
  // A text with slashes may be a category.
  const isAtForge = typed.form?.form === "place" && typed.form.host !== undefined;
  const isFound = found.readAs === "place" && hits.list.length > 0;
  if (typed.words === "" || isAtForge || isFound) return { ...found, hits: hits.list };
  const spoken =
    typed.form === undefined ? listSpokenNames(snapshot, typed.words, isThere) : undefined;
  hits.add(listMenuPath(snapshot, typed.words), isLoose);
  if (spoken !== undefined) hits.add(spoken.candidates, isLoose);
  const words = spoken?.rest ?? (subject?.words || typed.words);
  if (words === "") return { ...found, readAs: "name", hits: hits.list };
  const scored: Scored[] = [];
  // A text with a dot is the beginning of a model or a view.
  const most = words.includes(".") ? MOST_DOTTED : MOST_OF_A_KIND;
  const names = [
    ...listOfLocalId(snapshot, words),
    ...findNames(snapshot, words, most),
    ...listOfSaidKind(snapshot, words),
  ];
  const showing = names.filter(({ kind, place }) => place === "exact" && isLabelledKind(kind));
  const shownBy = new Set(showing.map(({ name }) => getModuleOfXmlId(name)));
  const asked = { words, platform_version: version, isLoose, shownBy };
  for (const candidate of await listModuleHits(lookup, asked)) {
    scored.push({ candidate, score: candidate.score, order: 0 });
  }
  const ofModules = new Map(scored.map(({ candidate, score }) => [candidate.name, score]));
  for (const candidate of listNames(snapshot, words, names)) {
    const hit = hits.verify(candidate, isLoose && candidate.match === "exact");
    if (hit === undefined) continue;
    // A thing named like a module belongs to it.
    const score = Math.min(scoreName(hit, words), ofModules.get(candidate.name) ?? 1);
    scored.push({ candidate, score, order: placeKind(candidate) });
  }
  scored.sort((left, right) => right.score - left.score || left.order - right.order);
  for (const { candidate, score } of scored) {
    hits.add([candidate], isLoose && candidate.match === "exact", score);
  }
  return { ...found, hits: hits.list };
}

interface Subjects {
  readonly snapshot: Snapshot;
  readonly hits: HitList;
  readonly version: string | undefined;
  readonly resolve: ResolveName;
  readonly isLoose: boolean;
  isThere(one: Candidate): boolean;
  readonly platformModule: Found["platformModule"];
}

/** Adds what has the names of an error, and what is called similarly where nothing has. @returns names that nothing has at any version */
function addSubject(
  {
    snapshot,
    hits,
    version = findMainVersion(snapshot),
    resolve,
    isLoose,
    isThere,
    platformModule,
  }: Subjects,
  { names, isSure }: ErrorSubject,
): readonly string[] {
  const isOther = !isSure && hits.list.length > 0;
  const unknown: string[] = [];
  for (const name of isOther ? [] : names) {
    const { shown, candidates, owner } = listOfSubject(snapshot, name);
    const there = candidates.filter(isThere);
    const led =
      there.length > 0 || version === undefined || !shown.includes(".")
        ? there
        : resolve(snapshot, shown, version).filter(({ match }) => match === "typed");
    const isKnown =
      led.length > 0 ||
      shown === platformModule?.technical_name ||
      candidates.some((one) => verifyCandidate(snapshot, one, undefined) !== undefined);
    if (!isKnown) unknown.push(shown);
    hits.add(led, isLoose);
    if (owner !== undefined) hits.add([{ kind: "model", name: owner, match: "typed" }], isLoose);
  }
  const [first] = unknown;
  if (first !== undefined && isSure) {
    const similar = findNames(snapshot, first, MOST_DOTTED, NAMED_BY_CODE);
    hits.add(listNames(snapshot, first, similar));
  }
  return unknown;
}

interface Resolving {
  readonly version: string | undefined;
  readonly resolve: ResolveName;
  /** Existing things that the text spells out. */
  readonly known: readonly Candidate[];
}

/** Fields or methods that a name leads to through fields or by inheritance, where no class declares it under that name. */
function listResolved(
  snapshot: Snapshot,
  form: TypedForm,
  { version = findMainVersion(snapshot), resolve, known }: Resolving,
): readonly Candidate[] {
  if (form.form !== "dotted" && form.form !== "member") return [];
  const isKnown = form.form === "dotted" ? known.length > 0 : known.some(({ model }) => model);
  if (isKnown || version === undefined) return [];
  return resolve(
    snapshot,
    form.form === "dotted" ? form.name : `${form.model}#${form.member}`,
    version,
  );
}

/** Limit of each kind for names that begin with a text with a dot. */
const MOST_DOTTED = 8;

interface Scored {
  readonly candidate: Candidate;
  readonly score: number;
  /** Rank among equal scores, smaller first. */
  readonly order: number;
}

/** `menu Quotations`, `Sales Details report`. */
const SAID_KIND = new RegExp(
  "^(?:(KIND)s? (.+)|(.+) (KIND)s?)$".replaceAll(
    "KIND",
    LABELLED_KINDS.join("|").replaceAll("_", " "),
  ),
  "i",
);

/** More labels are not looked through for their words. */
const MOST_LABELS = 300;

/**
 * Things of a named kind: the label is the text without its first or last word, or has all its
 * words.
 */
function listOfSaidKind(snapshot: Snapshot, said: string): readonly NameLocation[] {
  const [, first, after, before = "", last = first] = SAID_KIND.exec(said) ?? [];
  const kind = last?.toLowerCase().replace(" ", "_");
  if (kind === undefined) return [];
  const isOf = (one: NameLocation): boolean => one.kind === kind;
  const text = after ?? before;
  const whole = findNames(snapshot, text, MOST_OF_A_KIND).filter(isOf);
  const words = foldWords(text).split("_");
  const longest = words.toSorted((left, right) => right.length - left.length)[0] ?? "";
  const hasAll = ({ label = "" }: NameLocation): boolean => {
    const parts = foldWords(label).split("_");
    return words.every((word) => parts.some((part) => part.startsWith(word)));
  };
  const near = findNames(snapshot, longest, MOST_LABELS).filter(isOf).filter(hasAll);
  const some = near.slice(0, 3 * MOST_OF_A_KIND);
  return [...whole, ...some.map((one) => ({ ...one, place: "word" }) as const)];
}

/** Names of other kinds than modules that are the text, begin with it or have it in them. */
function listNames(
  snapshot: Snapshot,
  text: string,
  others: readonly NameLocation[],
): readonly Candidate[] {
  const ofPlace = (place: "exact" | "prefix" | "word"): readonly Candidate[] =>
    others
      .filter((one) => one.place === place)
      .map(({ place: match, ...one }) => ({ ...one, match }));
  const found = [
    ...listEqualMembers(snapshot, text),
    ...ofPlace("exact"),
    ...chooseBeginnings(snapshot, text, ofPlace("prefix")),
    ...ofPlace("word").filter(({ kind }) => FOUND_INSIDE.has(kind)),
  ];
  return found.length > 0 ? found : listNearHits(snapshot, text);
}

/** The module of Odoo, not indexed at any version, that one word is the technical name of. */
function findPlatformName(
  snapshot: Snapshot,
  { form, version, subject }: TypedText,
): FoundHits["platform_module"] {
  const name = subject?.names[0] ?? (form?.form === "name" ? form.name : undefined);
  if (name === undefined) return undefined;
  const technical_name = foldName(name);
  if (findString(snapshot.names, technical_name) !== undefined) return undefined;
  const versions = version === undefined ? listNamedVersions() : [version];
  const found =
    findPlatformModule(technical_name, version === undefined ? snapshot.versions : []) ??
    findPlatformModule(technical_name, versions);
  return (
    found && { technical_name, edition: found.edition, platform_version: found.platformVersion }
  );
}

/** A typed version that the snapshot lacks limits nothing. It is named where it surely is one of Odoo. */
function settleVersion(snapshot: Snapshot, q: string) {
  const typed = readTypedText(q);
  const { version } = typed;
  if (version === undefined || snapshot.versions.includes(version))
    return { ...typed, absentVersion: undefined };
  // A bare number is seldom one.
  const isSaid = q.includes(version) || /[:@]/.test(q) || typed.form?.form === "name";
  const isOfOdoo = isSaid && listNamedVersions().includes(version);
  return { ...typed, version: undefined, absentVersion: isOfOdoo ? version : undefined };
}

const READ_AS = {
  place: "place",
  error: "place",
  distribution: "distribution",
  collection: "distribution",
  dotted: "name",
  member: "name",
  name: "name",
  pattern: "name",
} as const satisfies Readonly<Record<TypedForm["form"], Found["readAs"]>>;

function nameForm({ form }: TypedText): Found["readAs"] {
  return form === undefined ? "words" : READ_AS[form.form];
}

/** Hits in the order in which they are added, each once, as long as there is room. */
class HitList {
  readonly list: Hit[] = [];
  readonly #seen = new Set<string>();

  constructor(
    private readonly snapshot: Snapshot,
    private readonly options: { readonly version: string | undefined; readonly limit: number },
  ) {}

  /**
   * @param isLoose whether what is not at the version is given at others
   * @param score how well they answer, where that was compared
   */
  add(candidates: readonly Candidate[], isLoose = false, score?: number): void {
    for (const candidate of candidates) {
      if (this.list.length >= this.options.limit) return;
      const key = toKey(candidate);
      if (this.#seen.has(key)) continue;
      const hit = this.verify(candidate, isLoose);
      if (hit === undefined) continue;
      this.#seen.add(key);
      this.list.push(
        score === undefined ? hit : { ...hit, score: Math.round(Math.min(1, score) * 1e4) / 1e4 },
      );
    }
  }

  /** The hit that it is; `undefined` where it is not there. */
  verify(candidate: Candidate, isLoose: boolean): Hit | undefined {
    const version = candidate.version ?? this.options.version;
    const hit = verifyCandidate(this.snapshot, candidate, version);
    const isElsewhere = isLoose || candidate.version !== undefined;
    return hit ?? (isElsewhere ? verifyCandidate(this.snapshot, candidate, undefined) : undefined);
  }
}

/** By kind; what is of one model comes after all that is not. */
function placeKind({ kind, model }: Candidate): number {
  return FIND_KINDS.indexOf(kind) + (model === undefined ? 0 : FIND_KINDS.length);
}

/** Kinds of which names are sentences, more or less. */
const FOUND_INSIDE: ReadonlySet<FindKind> = new Set([
  "repository",
  ...LABELLED_KINDS,
  "category",
  "author",
]);
