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

/** Words that say more than the name of the module. */
function listTelling(words: string, folder: string): ReadonlySet<string> {
  const name = folder.split("/").at(-2) ?? "";
  return new Set(words.split(" ").filter((word) => word !== name && /\p{L}{2}/u.test(word)));
}

/** True if it says more than the name of the module. */
export function isTelling(words: string, folder: string): boolean {
  return listTelling(words, folder).size >= TELLING_WORDS;
}

/** True if it says so much more that another author's commit with the same words is the same. */
export function isUnmistakable(words: string, folder: string): boolean {
  return listTelling(words, folder).size >= OWN_WORDS;
}

/** Words of which one must be there, and those that may stand beside it. */
type Vocabulary = readonly [needed: RegExp, beside: RegExp];

const LINTERS: Vocabulary = [
  /^(?:precommit|dotfiles|black|isort|prettier|pylint|flake8|eslint|pep8|pyupgrade|lint(?:er|ers|ing|s)?)$/,
  /^(?:a|after|all|and|apply|auto|autofix|changes?|checks?|code|commit|config|errors?|fix|fixe[ds]|for|in|issues?|modules?|new|of|on|ported|pre|run|running|stuff|style|the|to|update[ds]?|warnings?|with|\w+_\w+)$/,
];
const MIGRATIONS: Vocabulary = [
  /^(?:mig|migrat(?:e|ed|es|ing|ion)|migrations)$/,
  /^(?:adapt|and|continued?|end|finish|from|improvements|modules?|odoo|of|refactor|the|to|v|v?\d+|version|\w+_\w+)$/,
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
  const [, name = ""] = /([^/]*)\/$/.exec(folder) ?? [];
  const words = toWords(subject)
    .split(" ")
    .filter((word) => word !== name);
  return isSaidIn(
    [...words, ...(MIGRATION_TAG.test(subject) ? ["mig"] : [])].join(" ").trim(),
    MIGRATIONS,
  );
}

/** True if it says that it brings a module to a version. */
export function isMigration(subject: string, version: string): boolean {
  return /\bmig/i.test(subject) && subject.includes(version);
}

/** Version that the code was taken back from, or else brought to. */
const ORIGINS = [/\bfrom v? ?(\d+)\b/i, /\b(\d+)(?:\.0)? ?->/, /\bto v? ?(\d+)\b/i] as const;

/** The first number of the version that a subject says a backport came from; from then on versions have it. */
export function findOrigin(subject: string): number | undefined {
  if (!/\bback-?port/i.test(subject)) return undefined;
  for (const pattern of ORIGINS) {
    const [, origin] = pattern.exec(subject) ?? [];
    if (origin !== undefined) return Number(origin);
  }
  return undefined;
}
