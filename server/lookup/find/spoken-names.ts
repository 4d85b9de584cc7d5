// Names as code has them within a sentence: `where is amount_untaxed computed`, `what inherits sale.order.line`.
import { readAskingWords } from "../search/request-words.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { findEntriesByName } from "../entries.js";
import type { Candidate } from "./candidate.js";
import { listEqualMembers, MOST_OF_A_KIND } from "./name-hits.js";
import { findNames } from "./name-lists.js";
import { listLabelled, listTyped } from "./typed-hits.js";
import { readForm } from "./typed-text.js";

/** A plain word beside one of these is a name, too, where the model is named that has it. */
const MEMBER_WORDS = new Set(["field", "fields", "function", "method", "methods"]);

/** `action_confirm`, `sale.order`, `sale.order#state`, `views/list`, `PaymentScreen`. */
const CODE_NAME =
  /^_{0,2}[a-z]\w*[_.#][\w.#]*\w$|^\w+\/\w[\w.-]*$|^[a-z]*[a-z][A-Z]\w*$|^[A-Z]\w*[a-z][A-Z]\w*$/;

/** Words of a question about code. */
let asking: ReadonlySet<string> | undefined;

/**
 * `undefined` where no word is a name of something. Names of modules may just be words among others, and count where
 * something is asked about them.
 * @param exists is it something that is given?
 */
export function listSpokenNames(
  snapshot: Snapshot,
  text: string,
  exists: (candidate: Candidate) => boolean,
) {
  asking ??= new Set(
    readAskingWords()
      .find(([about]) => about === "code")?.[2]
      ?.split(" "),
  );
  const isAsking = (word: string): boolean => asking?.has(word.toLowerCase()) === true;
  const words = text.split(/\s+/).map(stripMarks);
  const isAsked = words.some(isAsking);
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
      !isAsking(word) &&
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
    !isAsking(word) &&
    // An unknown name with underscores; its parts say little.
    (!word.includes("_") || findEntriesByName(snapshot, word) !== undefined);
  return {
    /** Members of a named model first, then each name in the order of the text. */
    candidates: [...members, ...[...named.values()].flat()],
    /** The other words of the sentence, without those of asking. */
    rest: words.filter(isOther).join(" "),
  };
}

/** Without quotes, arguments, and what ends a sentence. */
function stripMarks(word: string): string {
  return word.replace(/^[^\w#]+/, "").replace(/(?:\(.*|['’]s|[^\w])+$/, "");
}

function listOfName(snapshot: Snapshot, name: string, isAsked: boolean): readonly Candidate[] {
  // Other words with a slash are no paths within a sentence.
  if (name.includes("/")) return listLabelled(snapshot, name);
  const { form } = readForm(name);
  if (form !== undefined && form.form !== "name") return listTyped(snapshot, form);
  const isCode = name.includes("_");
  const isModule = isCode && findEntriesByName(snapshot, name) !== undefined;
  if (isModule && !isAsked) return [];
  const module = { kind: "module", name } as const;
  const named = findNames(snapshot, name, MOST_OF_A_KIND).filter(({ kind, place, label }) => {
    const isMeant = isCode && !isModule && (kind === "model" || kind === "view");
    return place === "exact" && (label === undefined ? isMeant : label === name);
  });
  const others = [...(isModule ? [module] : []), ...named, ...listEqualMembers(snapshot, name)];
  return others.map((one) => ({ ...one, match: "typed" }));
}
