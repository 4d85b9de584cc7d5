// Facts from the first line of a commit. Pure.

const BRACKETS = /\[[^\]]*\]/g;
const VERSION = /\d+\.\d/;

/** True if it names a version, tags aside. */
export function namesVersion(subject: string): boolean {
  return VERSION.test(subject.replaceAll(BRACKETS, ""));
}

/** A subject without tags and versions, which differ by branch. */
export function toWords(subject: string): string {
  return subject
    .replaceAll(BRACKETS, "")
    .replaceAll(/\d+\.\d+/g, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_]+/gu, " ")
    .trim();
}

const TELLING_WORDS = 2;
/** Nobody chooses so many words alike by chance: they are taken over from the other commit. */
const OWN_WORDS = 5;

/** Words without the name of the module, which authors write or leave out. */
export function dropName(words: string, folder: string): string {
  const name = folder.split("/").at(-2) ?? "";
  if (name === "" || !words.includes(name)) return words;
  return words
    .split(" ")
    .filter((word) => word !== name)
    .join(" ");
}

function countTelling(words: string): number {
  return new Set(words.split(" ").filter((word) => /\p{L}{2}/u.test(word))).size;
}

/** @param words without the name of the module @returns true if they say something */
export function isTelling(words: string): boolean {
  return countTelling(words) >= TELLING_WORDS;
}

/** True if they say so much that another author's commit with the same words is the same. */
export function isUnmistakable(words: string): boolean {
  return countTelling(words) >= OWN_WORDS;
}

/** Words of which one must be there, and those that may stand beside it. */
type Vocabulary = readonly [needed: RegExp, beside: RegExp];

const LINTERS: Vocabulary = [
  /^(?:precommit|dotfiles|black|isort|prettier|pylint|flake8|eslint|pep8|pyupgrade|lint(?:er|ers|ing|s)?)$/,
  /^(?:a|after|all|and|apply|auto|autofix|changes?|checks?|code|commit|config|errors?|fix|fixe[ds]|for|in|issues?|modules?|new|of|on|ported|pre|run|running|stuff|style|the|to|update[ds]?|warnings?|with|\w+_\w+)$/,
];
const MIGRATIONS: Vocabulary = [
  /^(?:mig|migrat(?:e|ed|es|ing|ion)|migrations|port|ported|porting)$/,
  /^(?:adapt|and|continued?|end|feat|finish|from|improvements|initial|modules?|odoo|of|refactor|the|to|v|v?\d+|version|\w+_\w+)$/,
];

function isSaidIn(words: string, [needed, beside]: Vocabulary): boolean {
  const all = words.split(" ");
  return (
    all.some((word) => needed.test(word)) &&
    all.every((word) => needed.test(word) || beside.test(word))
  );
}

/** True if it speaks only of linters. */
export function isLinting(words: string): boolean {
  return isSaidIn(words.replaceAll("pre commit", "precommit"), LINTERS);
}

/** Tag of a migration, and tags of more than that. */
const MIGRATION_TAG = /\[[^\]]*\bmig\b[^\]]*\]/i;
const WORK_TAG = /\[[^\]]*\b(?:add|fix|imp|new|ref)\b[^\]]*\]/i;

/** True if it only brings the module of a folder to some version. */
export function isOnlyMigration(subject: string, folder: string): boolean {
  if (WORK_TAG.test(subject)) return false;
  const words = dropName(toWords(subject), folder);
  return isSaidIn(`${words} ${MIGRATION_TAG.test(subject) ? "mig" : ""}`.trim(), MIGRATIONS);
}

/** Version that the code was taken back from, or else brought to. */
const ORIGINS = [/\bfrom v? ?(\d+)\b/i, /\b(\d+)(?:\.0)? ?->/, /\bto v? ?(\d+)\b/i] as const;

/** The first number of the version that a subject says a backport came from; from then on versions have it. */
export function findOrigin(subject: string): number | undefined {
  const [, from = "", to = ""] = /\b(\d+)(?:\.0)? ?-> ?(\d+)/.exec(subject) ?? [];
  if (!/\bback-?port/i.test(subject) && Number(from) <= Number(to)) return undefined;
  for (const pattern of ORIGINS) {
    const [, origin] = pattern.exec(subject) ?? [];
    if (origin !== undefined) return Number(origin);
  }
  return undefined;
}
