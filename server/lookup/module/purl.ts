// The names that other programs know a module by: package URLs (https://github.com/package-url/purl-spec), and its licence
// as SPDX has it.
import { parseForge } from "../forge.js";
import { findDistribution, type VersionedModule } from "./distribution.js";
import type { ModuleIdentity } from "../../../data/module/told-facts.js";
import { findLicense } from "../../../data/module/licenses.js";

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

/** A Python package. */
export function toPythonPurl(name: string, version: string | undefined): string {
  return toPurl({ type: "pypi", name: name.toLowerCase().replaceAll(/[-_.]+/g, "-"), version });
}

/** The distribution that is made of a module; `null` where none can be. */
function findDistributionPurl(module: VersionedModule): string | null {
  const found = findDistribution(module);
  return found === undefined ? null : toPythonPurl(found.name, found.version);
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
