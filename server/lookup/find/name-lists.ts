// Folded names of things other than modules: without case, and with one border between words. Made
// once for a snapshot. Also the labels of one external id.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import {
  encodeFoldedNames,
  openFoldedNames,
  type FoldedNames,
} from "../../../data/snapshot/table/folded-names.js";
import { listTexts, listBeginning } from "../../../data/snapshot/table/string-table.js";
import { foldText, listRuns } from "../../../data/text/tokens.js";
import {
  LABELLED_KINDS,
  readLabelKey,
  toLabelledId,
  type LabelledRecord,
} from "../../../data/module/labels.js";
import { getModuleOfXmlId, toLocalId } from "../../../data/module/xml-id.js";
import { deriveOnce } from "../memo.js";
import { listCategories } from "../module/browse.js";
import { findContaining } from "../search/find-names.js";
import type { FindKind } from "../../contract/shape/find.js";

/** A named thing; a labelled record is found by its label. */
interface NamedThing {
  readonly name: string;
  readonly label?: string;
}

interface NameList {
  readonly kind: FindKind;
  readonly folded: FoldedNames;
  readonly get: (number: number) => NamedThing;
  /** Weight by use; more is better. */
  readonly weigh: (number: number) => number;
}

/** In the order in which kinds stand where nothing else tells. */
const getNameLists = deriveOnce((snapshot): readonly NameList[] => {
  const { definitions, people, providers } = snapshot;
  const { models, views } = definitions;
  const categories = listCategories(snapshot);
  return [
    createNameList("repository", providers, {
      fold: (provider) => provider.slice(provider.indexOf("/") + 1),
      weigh: (number) => -number,
    }),
    createNameList("model", listTexts(models), {
      fold: (name) => name,
      weigh: (number) => definitions.listEntries(number).length,
    }),
    createNameList("view", listTexts(views), {
      fold: toLocalId,
      weigh: (number) => definitions.listForeignEntries(number).length,
    }),
    ...createLabelLists(snapshot),
    createNameList(
      "category",
      categories.map(({ name }) => name),
      { fold: (name) => name, weigh: (number) => -number },
    ),
    createNameList("author", listSpellings(listTexts(people)), {
      fold: (name) => name,
      weigh: (number) => -number,
    }),
  ];
});

function createNameList(
  kind: FindKind,
  names: readonly string[],
  { fold, weigh }: { fold(name: string): string; weigh: NameList["weigh"] },
): NameList {
  const folded = names.map((name) => foldWords(fold(name)));
  return {
    kind,
    folded: openFoldedNames(kind, encodeFoldedNames(folded), names.length),
    get: (number) => ({ name: names[number] ?? "" }),
    weigh,
  };
}

/** A list for each kind of labelled records. */
function createLabelLists({ loaded: { labels } }: Snapshot): readonly NameList[] {
  const records = listTexts(labels.keys).map(readLabelKey);
  return LABELLED_KINDS.map((kind): NameList => {
    const numbers = [...records.keys()].filter((number) => records[number]?.kind === kind);
    const found = numbers.flatMap((number) => records[number] ?? []);
    const list = createNameList(
      kind,
      found.map(({ label }) => label),
      {
        fold: kind === "template" ? toLocalId : (label) => label,
        weigh: (at) => labels.lists.view(numbers[at] ?? 0).length,
      },
    );
    const get = (at: number): NamedThing => ({
      name: found[at]?.xmlId ?? "",
      label: found[at]?.label ?? "",
    });
    return { ...list, get };
  });
}

/** The first of names that differ in case or marks alone, which is that of most entries. */
function listSpellings(names: readonly string[]): readonly string[] {
  const byWords = new Map<string, string>();
  for (const name of names) {
    const words = foldWords(name);
    if (!byWords.has(words)) byWords.set(words, name);
  }
  return [...byWords.values()];
}

/** Folded words with `_` between them. */
export function foldWords(text: string): string {
  return listRuns(foldText(text)).join("_");
}

/** A name in which a text stands: all of it, its beginning, or the beginning of a later word. */
export interface NameLocation extends NamedThing {
  readonly kind: FindKind;
  readonly place: (typeof PLACES)[number];
}

const PLACES = ["exact", "prefix", "word"] as const;

/** At most `most` names of each kind at each place, the most used ones. @param kinds all by default */
export function findNames(
  snapshot: Snapshot,
  text: string,
  most: number,
  kinds?: ReadonlySet<FindKind>,
): readonly NameLocation[] {
  const part = foldWords(text);
  if (part === "") return [];
  return getNameLists(snapshot).flatMap(({ kind, folded, get, weigh }) => {
    if (kinds?.has(kind) === false) return [];
    const found: number[][] = PLACES.map(() => []);
    findContaining(folded, part, (number, rank) => found[rank]?.push(number));
    return PLACES.flatMap((place, rank) =>
      takeHeaviest(found[rank] ?? [], weigh, most).map((number) => ({
        ...get(number),
        kind,
        place,
      })),
    );
  });
}

/** Marks between menus: `Sales > Orders > Quotations`. */
const BELOW = /\s*[>›»→]\s*|\s+[/|]\s+/;
/** Menus of one label that are looked at, and given. */
const MOST_MENUS = 50;
const MOST_OF_A_PATH = 3;
/** More marks are no path: each label is looked for. */
const MOST_LABELS_OF_A_PATH = 6;
const MENUS: ReadonlySet<FindKind> = new Set(["menu"]);

/** Menus with the last label of a path, those first whose modules have most of the others. */
export function listMenuPath(snapshot: Snapshot, text: string) {
  const labels = text
    .replace(/^menu:? /i, "")
    .split(BELOW)
    .filter((label) => label !== "");
  if (labels.length < 2 || labels.length > MOST_LABELS_OF_A_PATH) return [];
  const ofLabels = labels.map((label) =>
    findNames(snapshot, label, MOST_MENUS, MENUS).filter(({ place }) => place === "exact"),
  );
  const last = ofLabels.pop() ?? [];
  const modules = ofLabels.map((menus) => new Set(menus.map(({ name }) => getModuleOfXmlId(name))));
  const countShared = ({ name }: NamedThing): number =>
    modules.filter((some) => some.has(getModuleOfXmlId(name))).length;
  return last
    .toSorted((left, right) => countShared(right) - countShared(left))
    .slice(0, MOST_OF_A_PATH)
    .map(({ place: _place, ...menu }) => ({ ...menu, match: "typed" as const }));
}

/** Opens what finding needs, so that the first who types does not wait. */
export function prepareNameLists(snapshot: Snapshot): void {
  getNameLists(snapshot);
  snapshot.definitions.fields.countModels(0);
  snapshot.definitions.methods.countModels(0);
}

/** At most `most`, the heaviest first; equal ones in their order. */
export function takeHeaviest(
  numbers: readonly number[],
  weigh: (number: number) => number,
  most: number,
): readonly number[] {
  return numbers
    .map((number) => ({ number, weight: weigh(number) }))
    .toSorted((left, right) => right.weight - left.weight)
    .slice(0, most)
    .map(({ number }) => number);
}

/** Ids of modules that are given for one without. */
const MOST_OF_AN_ID = 5;

/** Labelled records whose id is the text without its module, those of most entries first: `group_user`. */
export function listOfLocalId({ loaded: { labels } }: Snapshot, text: string): NameLocation[] {
  if (!/^[a-z]\w*$/.test(text) || !/_\w/.test(text)) return [];
  const weigh = (key: number): number => labels.lists.view(key).length;
  const keys = labels.keys.listContaining(`.${toLabelledId(text)}`);
  const found = new Map<string, NameLocation>();
  // One id has several labels; the first is that of most entries.
  for (const key of takeHeaviest(keys, weigh, keys.length)) {
    const record = readLabelKey(labels.keys.get(key));
    if (record === undefined || found.has(record.xmlId)) continue;
    const { kind, xmlId: name, label } = record;
    found.set(name, { kind, name, label, place: "exact" });
  }
  return [...found.values()].slice(0, MOST_OF_AN_ID);
}

interface FoundLabel extends LabelledRecord {
  /** Entries that give the label, ascending. */
  readonly entries: readonly number[];
}

/** All labels of an id, those first that most entries give. */
export function listLabels({ loaded: { labels } }: Snapshot, xmlId: string): readonly FoundLabel[] {
  return listBeginning(labels.keys, toLabelledId(xmlId))
    .flatMap((key): FoundLabel[] => {
      const record = readLabelKey(labels.keys.get(key));
      return record === undefined ? [] : [{ ...record, entries: [...labels.lists.view(key)] }];
    })
    .toSorted((left, right) => right.entries.length - left.entries.length);
}
