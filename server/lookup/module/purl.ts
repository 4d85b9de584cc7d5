// The names that other programs know a module by: package URLs (https://github.com/package-url/purl-spec), its licence as SPDX has
// it, and its Python distribution, as setuptools-odoo and whool name it.
import { parseForge } from "../forge.js";
import type { ModuleIdentity } from "../../../data/module/told-facts.js";
import { findLicense } from "../../../data/module/licenses.js";
import { findPlatformEdition } from "../../../data/platform/module-names.js";
import { getRules } from "../../../data/platform/rules.js";

interface Purl {
  readonly type: string;
  readonly namespace?: readonly string[];
  readonly name: string;
  readonly version?: string | undefined;
  readonly qualifiers?: Readonly<Record<string, string>>;
  /** With `/` between its segments. */
  readonly subpath?: string;
}

export function toPurl({
  type,
  namespace = [],
  name,
  version,
  qualifiers = {},
  subpath = "",
}: Purl): string {
  const path = [...namespace, name].map(encode).join("/");
  const segments = subpath.split("/").filter((segment) => !["", ".", ".."].includes(segment));
  const query = Object.entries(qualifiers).map(([key, value]) => `${key}=${encode(value)}`);
  return [
    `pkg:${type}/${path}`,
    version === undefined ? "" : `@${encode(version)}`,
    query.length === 0 ? "" : `?${query.join("&")}`,
    segments.length === 0 ? "" : `#${segments.map(encode).join("/")}`,
  ].join("");
}

/** A module as it was read. */
interface ReadModule {
  readonly organization: string;
  readonly repository: string;
  readonly commit: string;
  readonly source_path: string;
}

/** A folder of a repository at a commit: by the rules of its forge, or by its address. */
export function toModulePurl(
  { organization, repository, commit, source_path: subpath }: ReadModule,
  git: string,
): string {
  const forge = parseForge(git);
  if (forge?.host === "github.com" || forge?.host === "bitbucket.org") {
    const [owner = "", name = ""] = forge.path.toLowerCase().split("/");
    const type = forge.host === "github.com" ? "github" : "bitbucket";
    return toPurl({ type, namespace: [owner], name, version: commit, subpath });
  }
  return toPurl({
    type: "generic",
    namespace: [organization],
    name: repository,
    version: commit,
    qualifiers: { vcs_url: `git+${git}@${commit}` },
    subpath,
  });
}

/** All but letters, digits and `.-_~:`; most have nothing else. */
function encode(text: string): string {
  if (/^[\w.~:-]*$/.test(text)) return text;
  return encodeURIComponent(text)
    .replaceAll("%3A", ":")
    .replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

export function identifyModule(
  module: ReadModule & VersionedModule & { readonly git: string; readonly license: string },
): ModuleIdentity {
  return {
    license_spdx: findLicense(module.license).spdx,
    purl: toModulePurl(module, module.git),
    distribution_purl: findDistributionPurl(module),
  };
}

/** A name of PEP 508 as a whole. */
const NAME = /^[a-z\d](?:[a-z\d._-]*[a-z\d])?$/i;

export function isPackageName(text: string): boolean {
  return NAME.test(text);
}

/** The name of the distribution of a module; none for what cannot be one. */
export function findDistributionName(
  technicalName: string,
  platformVersion: string,
): string | undefined {
  const major = /^(\d+)\.0$/.exec(platformVersion)?.[1];
  const { distributions } = getRules(platformVersion);
  if (major === undefined || distributions === "none") return undefined;
  const name =
    distributions === "in its version"
      ? `odoo-addon-${technicalName}`
      : `odoo${major}-addon-${technicalName}`;
  return isPackageName(name) ? name : undefined;
}

/** Whether the version of a distribution says for which platform version it is, and its name does not. */
export function saysVersion(platformVersion: string): boolean {
  return getRules(platformVersion).distributions === "in its version";
}

/** A module with its version, without the leading platform version. */
interface VersionedModule {
  readonly technical_name: string;
  readonly platform_version: string;
  readonly version: string;
}

/**
 * The distribution that is made of a module as it was read; a released one may have one number more, which counts
 * commits since. `null` for the platform's own modules, which are not distributed so, and where the version is not of
 * the three numbers that are asked for.
 */
function findDistributionPurl(module: VersionedModule): string | null {
  const { technical_name, platform_version, version } = module;
  const written = findDistributionName(technical_name, platform_version);
  if (written === undefined || !/^\d+\.\d+\.\d+$/.test(version)) return null;
  if (findPlatformEdition(technical_name, platform_version) !== undefined) return null;
  const name = written.toLowerCase().replaceAll(/[-_.]+/g, "-");
  return toPurl({ type: "pypi", name, version: `${platform_version}.${version}` });
}
