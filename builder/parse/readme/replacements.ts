// Sentences that name the replacement of a module: `deprecated in favor of X`, `a drop-in
// replacement for X`. Works on words alone: linking decides whether names are modules. English
// only.

export interface ReplacementSentence {
  /** Line of its paragraph. */
  readonly line: number;
  readonly sentence: string;
  /** `by`: what is spoken of was replaced by the names; `of`: it replaces them. */
  readonly kind: "by" | "of";
  /** Replaced modules, if the sentence names them; else it is the module that has the text. */
  readonly subjects: readonly string[];
  /** Never empty. */
  readonly names: readonly string[];
}

const HINT =
  /replac|supersed|supercede|deprecat|obsolete|favou?r|instead|successor|renamed|merged|moved/i;
const LIMIT_UNITS = 600;
const PARAGRAPH_LIMIT_UNITS = 4_000;

const REPLACED =
  /\b(?:(?:replaced?|superseded|superceded|succeeded) (?:by|with)|in ?favou?r (?:of|to)|(?:renamed|merged|moved|included|integrated|absorbed) (?:in|into|to|as|with))\b/i;
const EXCHANGED = /\breplaced? (?:the )?(?:module )?(\w+) (?:by|with) (?:the )?(?:module )?(\w+)/i;
const USE = /\b(?:use|using|install|switch to|migrate to|prefer)\b/i;
const REPLACES =
  /\b(?:replacement (?:for|of)|(?:replaces|supersedes|supercedes|deprecates)|(?:aimed|aims|intended|meant|designed) to (?:replace|supersede|deprecate)|successor (?:of|to)|renamed from)\b/i;

/** Words of a sentence about a whole module. */
const OWN = /\b(?:module|addon|add-on|deprecat\w*|obsolete|removed?|superseded|successor)\b/i;
/** Words of a sentence about a piece of a module. */
const PIECE =
  /\b(?:fields?|models?|methods?|functions?|options?|buttons?|views?|class(?:es)?|parameters?|decorators?|widgets?|wizards?|columns?|menus?|settings?|hooks?|librar(?:y|ies)|templates?|groups?|api|feature|functionality)\b/i;
const CONDITION = /\b(?:if|when|unless|in case|alternatively|you can|could|may)\b/i;
const NEGATION = /\b(?:not|never|cannot|doesn't|don't|isn't|won't)\b/i;

const NAME = /^[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+$/;
const WORDS = /[A-Za-z0-9_][A-Za-z0-9_-]*|[,+&/]/g;

/** Words before and between names. */
const FILLERS = new Set(
  `the a an new newer old older former existing previous legacy original deprecated obsolete odoo core community standard generic its
  module modules addon addons add-on add-ons app oca called named both either and or in from repository , + & /`.split(
    /\s+/,
  ),
);
const MOST_FILLERS = 8;

export function findReplacements(text: string): readonly ReplacementSentence[] {
  if (!HINT.test(text)) return [];
  return listParagraphs(text).flatMap(({ line, words }) => {
    if (words.length > PARAGRAPH_LIMIT_UNITS || !HINT.test(words)) return [];
    const isDeprecation = /deprecat|obsolete|supersed/i.test(words);
    return words
      .split(/(?<=[.!?;])\s+/)
      .filter((sentence) => sentence.length <= LIMIT_UNITS)
      .flatMap((sentence) =>
        readSentence(sentence.trim(), isDeprecation).map((found) => ({ line, ...found })),
      );
  });
}

/**
 * Reads a sentence, without markup.
 * @param isDeprecation whether its surroundings speak of deprecation
 */
export function readSentence(
  sentence: string,
  isDeprecation: boolean,
): readonly Omit<ReplacementSentence, "line">[] {
  for (const [pattern, read] of READERS) {
    const match = pattern.exec(sentence);
    const found = match === null ? [] : read(sentence, match, isDeprecation);
    if (found.length > 0) return found;
  }
  return [];
}

/** `Replace X by Y`. */
function readExchange(sentence: string, match: RegExpExecArray): Read {
  const [, old = "", by = ""] = match;
  return NAME.test(old) && NAME.test(by)
    ? [{ sentence, kind: "by", subjects: [old], names: [by] }]
    : [];
}

type Read = readonly Omit<ReplacementSentence, "line">[];

function readReplaced(sentence: string, match: RegExpExecArray, isDeprecation: boolean): Read {
  const before = sentence.slice(0, match.index);
  const names = readNames(sentence.slice(match.index + match[0].length));
  const subjects = listNames(before);
  const isTold = isDeprecation || subjects.length > 0 || OWN.test(before) || before.trim() === "";
  if (!isTold || names.length === 0 || NEGATION.test(before) || PIECE.test(before)) return [];
  return [{ sentence, kind: "by", subjects, names }];
}

function readReplaces(sentence: string, match: RegExpExecArray): Read {
  const before = sentence.slice(0, match.index);
  const names = readNames(sentence.slice(match.index + match[0].length));
  if (names.length === 0 || NEGATION.test(before) || PIECE.test(before)) return [];
  return [{ sentence, kind: "of", subjects: listNames(before), names }];
}

/** `use X instead`, `install X instead of this module`, `deprecated: use X`. */
function readUse(sentence: string, match: RegExpExecArray, isDeprecation: boolean): Read {
  const before = sentence.slice(0, match.index);
  const after = sentence.slice(match.index + match[0].length);
  const names = readNames(after);
  if (names.length === 0 || PIECE.test(before) || NEGATION.test(before)) return [];
  const [, of] = /\binstead\b( of (?:this|the) (?:module|addon|one)\b| of \w+)?/i.exec(after) ?? [];
  const isInstead = /\binstead\b/i.test(sentence);
  if (of !== undefined && !/ (?:this|the) /i.test(of)) {
    const [other] = listNames(of);
    return other === undefined || CONDITION.test(before)
      ? []
      : [{ sentence, kind: "by", subjects: [other], names }];
  }
  const isSure = isDeprecation || (isInstead && !CONDITION.test(before));
  const isNamed = /deprecat|obsolete/i.test(before) || isInstead;
  return isSure && isNamed ? [{ sentence, kind: "by", subjects: [], names }] : [];
}

const READERS = [
  [EXCHANGED, readExchange],
  [REPLACED, readReplaced],
  [REPLACES, readReplaces],
  [USE, readUse],
] as const;

/** Names at the beginning; words such as "module" are skipped. */
function readNames(text: string): readonly string[] {
  const names: string[] = [];
  let fillers = 0;
  for (const [word] of text.slice(0, LIMIT_UNITS).matchAll(WORDS)) {
    if (NAME.test(word)) {
      names.push(word);
      fillers = 0;
    } else if (FILLERS.has(word.toLowerCase()) || (names.length === 0 && word.includes("-"))) {
      fillers += 1;
      if (fillers > MOST_FILLERS) break;
    } else {
      // `replaces the res_partner view`: it is no module that is spoken of.
      if (PIECE.test(word)) return [];
      break;
    }
  }
  return [...new Set(names)];
}

function listNames(text: string): readonly string[] {
  return Array.from(text.matchAll(WORDS), ([word]) => word).filter((word) => NAME.test(word));
}

interface Paragraph {
  readonly line: number;
  /** On one line, without markup. */
  readonly words: string;
}

/** Item of a list, or a key of a manifest. */
const ITEM = /^\s*(?:(?:[*+-]|#\.|\d+[.)])\s|["']\w+["']\s*:)/;
const RULE = /^\s*([=\-~^"'`#*+_.])\1{2,}\s*$/;
const MARKUP = /[*`"'<>|[\](){}\\]/g;

function listParagraphs(text: string): readonly Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let start = 0;
  let lines: string[] = [];
  const end = (): void => {
    const words = lines
      .join(" ")
      .replaceAll(MARKUP, "")
      .replaceAll(/\s+|\u00A0/g, " ")
      .trim();
    if (words !== "") paragraphs.push({ line: start + 1, words });
    lines = [];
  };
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "" || RULE.test(line)) {
      end();
      continue;
    }
    if (ITEM.test(line)) end();
    if (lines.length === 0) start = at;
    lines.push(line);
  }
  end();
  return paragraphs;
}
