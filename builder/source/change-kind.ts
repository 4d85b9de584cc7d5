// Kind of a commit's change in a module: code, translations, or neither. The one place for these
// rules; docs/people.md has them with their precision. Pure.

/**
 * `code`: a person changed what the module does, or its tests. `translation`: a person translated it.
 * `other`: documentation, and all that programs do.
 */
export type ChangeKind = "code" | "translation" | "other";

/** Robots by name, compared without case and with `-` as a space: no committers. */
const ROBOTS: ReadonlySet<string> = new Set([
  "oca git bot",
  "oca travis",
  "oca ci",
  "oca transbot",
  "weblate",
  "github",
  "odoo translation bot",
  "dependabot[bot]",
  "pre commit ci[bot]",
]);

/** True for the name of a program that commits. */
export function isRobot(name: string): boolean {
  return (
    ROBOTS.has(name.toLowerCase().replaceAll("-", " ")) ||
    name.startsWith("Launchpad Translations on behalf of")
  );
}

/** Names that the list of robots does not have, since it says who is no committer. */
const OTHER_ROBOT = /\[bot\]$|(?:^|[\s_-])bot$|^Launchpad Translations$/i;

/** First lines that tools write, in anybody's name. */
const MECHANICAL: readonly RegExp[] = [
  /^\[BOT\]/i,
  // Formatters, and what they were run by.
  /\bpre-?commit\b/i,
  /\bblack\b.*\b(?:isort|prettier)\b|\b(?:isort|prettier)\b.*\bblack\b/i,
  /[:\]]\s*(?:black|isort|prettier)\W*$/i,
  // Version numbers alone.
  /^(?:\[[^\]]+\]\s*)*(?:[\w.-]+:\s*)?bump(?:ed|ing)?\b.*\bversions?\b/i,
  // A branch that is begun from another.
  /\b(?:make|mark|set)\b.*\buninstallable\b|\binstallable\W+(?:to\W+)?false\b/i,
  /\brename (?:the )?manifests?\b/i,
  // Templates of repositories.
  /\bcopier\b|\bdotfiles\b/i,
  // Catalogs that programs bring up to date.
  /^Update translation files\b|^Launchpad automatic translations update/i,
];

/** True for the name of a program, committer or not. */
export function isProgram(author: string): boolean {
  return isRobot(author) || OTHER_ROBOT.test(author);
}

/** True for the first line of a commit that a tool fully determines. */
export function isMechanical(subject: string): boolean {
  return MECHANICAL.some((pattern) => pattern.test(subject));
}

/** Folders of a module, and files beside its manifest, that are no code. */
const TRANSLATIONS = /^i18n(?:_extra)?(?:\/|$)/;
const DOCUMENTATION = /^(?:readme|docs?|static\/description)(?:\/|$)|^README(?:\.\w+)?$/;

/** Kind of a change by its file. @param path relative to the module folder */
export function toPathKind(path: string): ChangeKind {
  if (TRANSLATIONS.test(path)) return path.endsWith(".po") ? "translation" : "other";
  return DOCUMENTATION.test(path) ? "other" : "code";
}

const WEIGHTS: Readonly<Record<ChangeKind, number>> = { other: 0, translation: 1, code: 2 };

/** Joined kind: code before translations before the rest. */
export function joinKinds(left: ChangeKind | undefined, right: ChangeKind): ChangeKind {
  return left !== undefined && WEIGHTS[left] >= WEIGHTS[right] ? left : right;
}
