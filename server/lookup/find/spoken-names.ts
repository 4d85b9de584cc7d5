// Names as code has them within a sentence: `where is amount_untaxed computed`, `what inherits sale.order.line`.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { findEntriesByName } from "../entries.js";
import type { Candidate } from "./candidate.js";
import { listEqualMembers, MOST_OF_A_KIND } from "./name-hits.js";
import { findNames } from "./name-lists.js";
import { listTyped } from "./typed-hits.js";
import { readForm } from "./typed-text.js";

/** What code is asked about with. Beside a name these words say nothing of what is looked for, but that it is asked about. */
const ASKING = new Set(
  `a add added adds all an and any are at be by call called calls can change changed changes class code compute computed
  computes could declare declared declares define defined defines definition depend depends do does extend extended extending
  extends field fields file find for from function get gets had has have how i in inherit inherited inheriting inherits into is
  it its list made make makes me method methods model models module modules my of on or overridden override overrides
  overriding overwrite overwrites record records set sets should show source that the their this to use used uses using view
  views was what when where which who whose why with write writes you`.split(/\s+/),
);

/** A plain word beside one of these is a name, too, where the model is named that has it. */
const MEMBER_WORDS = new Set(["field", "fields", "function", "method", "methods"]);

/** `action_confirm`, `sale.order`, `sale.order#state`, `PaymentScreen`. */
const CODE_NAME = /^[a-z]\w*[_.#][\w.#]*\w$|^[a-z]*[a-z][A-Z]\w*$|^[A-Z]\w*[a-z][A-Z]\w*$/;

interface SpokenNames {
  /** What the names are: first what one of them is of another, then each in the order of the text. */
  readonly candidates: readonly Candidate[];
  /** The other words of the sentence, without those of asking. */
  readonly rest: string;
}

/**
 * `undefined` where no word is a name of something. Names of modules may just be words among others, and count where
 * something is asked about them.
 * @param exists is it something that is given?
 */
export function listSpokenNames(
  snapshot: Snapshot,
  text: string,
  exists: (candidate: Candidate) => boolean,
): SpokenNames | undefined {
  const words = text.split(/\s+/).map(stripMarks);
  const isAsked = words.some((word) => ASKING.has(word.toLowerCase()));
  const named = new Map<string, readonly Candidate[]>();
  for (const word of words) {
    if (!CODE_NAME.test(word) || named.has(word)) continue;
    const found = listOfName(snapshot, word, isAsked).filter(exists);
    if (found.length > 0) named.set(word, found);
  }
  if (named.size === 0) return undefined;
  const models = [...named.values()].flat().filter(({ kind }) => kind === "model");
  const plain = words.filter(
    (word, at) =>
      !named.has(word) &&
      !ASKING.has(word.toLowerCase()) &&
      [words[at - 1], words[at + 1]].some((beside) => MEMBER_WORDS.has(beside ?? "")),
  );
  const members = models.flatMap(({ name: model }) =>
    [...named.keys(), ...plain].flatMap((name) =>
      (["field", "method"] as const)
        .map((kind): Candidate => ({ kind, name, model, match: "typed" }))
        .filter(exists),
    ),
  );
  const told = new Set([...named.keys(), ...members.map(({ name }) => name)]);
  const isOther = (word: string): boolean =>
    !told.has(word) &&
    !ASKING.has(word.toLowerCase()) &&
    // What is called so is nowhere, and the parts of its name say little.
    (!word.includes("_") || findEntriesByName(snapshot, word) !== undefined);
  return {
    candidates: [...members, ...[...named.values()].flat()],
    rest: words.filter(isOther).join(" "),
  };
}

/** Without quotes, arguments, and what ends a sentence. */
function stripMarks(word: string): string {
  return word.replace(/^[^\w#]+/, "").replace(/(?:\(.*|['’]s|[^\w])+$/, "");
}

function listOfName(snapshot: Snapshot, name: string, isAsked: boolean): readonly Candidate[] {
  const { form } = readForm(name);
  if (form !== undefined && form.form !== "name") return listTyped(snapshot, form);
  const isCode = name.includes("_");
  const isModule = isCode && findEntriesByName(snapshot, name) !== undefined;
  if (isModule && !isAsked) return [];
  const module = { kind: "module", name } as const;
  const named = findNames(snapshot, name, MOST_OF_A_KIND).filter(
    ({ kind, place, label }) =>
      place === "exact" &&
      (label === undefined ? isCode && !isModule && isOfCode(kind) : label === name),
  );
  const others = [...(isModule ? [module] : []), ...named, ...listEqualMembers(snapshot, name)];
  return others.map((one) => ({ ...one, match: "typed" }));
}

function isOfCode(kind: Candidate["kind"]): boolean {
  return kind === "model" || kind === "view";
}
