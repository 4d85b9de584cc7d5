// Kinds of a module's files for porting: code, or files that are generated at each version. Pure.

/**
 * `migration`: scripts that bring data of an older release to this one. `manifest` has some keys that matter. What is
 * not `code`, `manifest` or `migration` changes nothing that the module does.
 */
type PortedKind =
  | "code"
  | "manifest"
  | "migration"
  | "readme"
  | "translations"
  | "tests"
  | "pictures";

const KINDS: readonly (readonly [PortedKind, RegExp])[] = [
  ["translations", /(?:^|\/)i18n(?:_extra)?\/|\.pot?$/],
  [
    "tests",
    /(?:^|\/)(?:tests?|demo)\/|(?:^|\/)(?:test_[^/]*|conftest)\.py$|\.(?:test|spec)\.js$|(?:^|[/_.])tours?(?:[_.][\w.]*)?\.js$|_demo\.xml$/,
  ],
  [
    "readme",
    /^(?:readme|readme_fragments|docs?|newsfragments)\/|^static\/description\/|\.(?:rst|md|html?\.in)$/i,
  ],
  [
    "readme",
    /(?:^|\/)(?:README|CHANGELOG|HISTORY|LICENSE|COPYING|CONTRIBUTORS|AUTHORS)(?:\.\w+)?$/i,
  ],
  ["readme", /(?:^|\/)\.[^/]*$|^setup\.(?:py|cfg)$|^pyproject\.toml$/],
  ["migration", /^(?:migrations|upgrades)\//],
  ["manifest", /^__(?:manifest|openerp|terp)__\.py$/],
  [
    "pictures",
    /\.(?:png|jpe?g|gif|svg|ico|webp|woff2?|ttf|eot|otf|pdf|mp3|wav|odt|ods|xlsx?|docx?|patch)$/i,
  ],
];

/** @param path relative to the module's folder */
export function toPortedKind(path: string): PortedKind {
  return KINDS.find(([, pattern]) => pattern.test(path))?.[0] ?? "code";
}
