// The repositories of a plan as files of the tools that clone them, each at its commit: repos.yaml of
// git-aggregator, addons.yaml of doodba, spec.yaml of ak. The only file that knows the YAML library.
import { addToGroup } from "../../../../data/grouped.js";
import { Scalar, stringify } from "yaml";
import type { Plan, PlanRepository } from "../../shape/system/plan.js";

/** https://github.com/acsone/git-aggregator; a commit is found by those who fetch all of a remote. */
export function renderRepos(plan: Plan): string {
  return write(
    listCheckouts(plan).map(({ folder, repository: { git, branch, commit } }) => [
      `./${folder}`,
      {
        remotes: { origin: git },
        merges: [`origin ${commit}`],
        target: `origin ${branch}`,
        fetch_all: ["origin"],
      },
    ]),
  );
}

/**
 * https://github.com/Tecnativa/doodba: folders below custom/src, as renderRepos names them, with the modules that are
 * linked from each, as patterns of file names. Those that the platform always finds, as it does `base`, are none of them.
 */
export function renderAddons(plan: Plan): string {
  const addons = new Map<string, string[]>();
  for (const { folder, repository, isPlatform } of listCheckouts(plan)) {
    for (const path of repository.folders) {
      if (isPlatform && path.startsWith(BUILT_IN)) continue;
      const at = path.lastIndexOf("/");
      const key = at < 0 ? folder : `${folder}/${path.slice(0, at)}`;
      const pattern = path.slice(at + 1).replaceAll(/[*?[]/g, "[$&]");
      addToGroup(addons, key, pattern);
    }
  }
  return write([...addons]);
}

/** https://github.com/akretion/ak: of the repository `odoo` modules are named as they stand in its addons/. */
export function renderSpec(plan: Plan): string {
  return write(
    listCheckouts(plan).map(({ folder, isPlatform, repository }) => [
      folder,
      {
        src: `${repository.git} ${repository.branch} ${repository.commit}`,
        modules: isPlatform
          ? repository.folders.flatMap((path) =>
              path.startsWith(ADDONS) ? [path.slice(ADDONS.length)] : [],
            )
          : repository.folders,
      },
    ]),
  );
}

/** Where the platform's repository has what it always finds, and what is put on the addons path. */
const BUILT_IN = "odoo/addons/";
const ADDONS = "addons/";

/** How all three tools want the platform's own folder to be called. */
const PLATFORM_FOLDER = "odoo";

interface Checkout {
  /** Unlike every other, also where case does not count. */
  readonly folder: string;
  readonly repository: PlanRepository;
  /** It has `base`. */
  readonly isPlatform: boolean;
}

/** A folder is named as its repository is, and as the organization too where two would have the same name. */
function listCheckouts({ modules, repositories }: Plan): readonly Checkout[] {
  const base = modules.find(({ technical_name: name }) => name === "base");
  const rows = repositories.map((repository) => {
    const isPlatform =
      repository.organization === base?.organization && repository.repository === base.repository;
    return { folder: isPlatform ? PLATFORM_FOLDER : repository.repository, repository, isPlatform };
  });
  const counts = new Map<string, number>();
  for (const { folder } of rows) {
    counts.set(folder.toLowerCase(), (counts.get(folder.toLowerCase()) ?? 0) + 1);
  }
  return rows.map(({ folder, repository, isPlatform }) => ({
    folder:
      isPlatform || counts.get(folder.toLowerCase()) === 1
        ? folder
        : `${repository.organization}-${repository.repository}`,
    repository,
    isPlatform,
  }));
}

/** What the tools read: a list of texts, a text, or more of it below names. */
type Value = string | readonly string[] | { readonly [name: string]: Value };

/**
 * The tools read YAML 1.1, for which a name such as `on` is no text unless it is quoted, and more signs end a line
 * than in 1.2. A map is written, not an object, whose keys would be put in another order where they are
 * numbers.
 */
function write(rows: readonly (readonly [key: string, value: Value])[]): string {
  const map = new Map(rows.map(([key, value]) => [toScalar(key), toNodes(value)]));
  const text = stringify(map, {
    compat: "yaml-1.1",
    lineWidth: 0,
    aliasDuplicateObjects: false,
    doubleQuotedMinMultiLineLength: Infinity,
  });
  // All that is not ASCII stands in double quotes, by toScalar.
  return text.replaceAll(/[^\n -~]/gu, (sign) => {
    const code = (sign.codePointAt(0) ?? 0).toString(16);
    return `\\U${code.padStart(8, "0")}`;
  });
}

function toNodes(value: Value): unknown {
  if (typeof value === "string") return toScalar(value);
  if (isList(value)) return value.map(toScalar);
  return new Map(Object.entries(value).map(([name, one]) => [name, toNodes(one)]));
}

function isList(value: Value): value is readonly string[] {
  return Array.isArray(value);
}

/** Text of signs alone, such as `=`, means something to some of the tools. */
function toScalar(text: string): Scalar<string> {
  const scalar = new Scalar(text);
  if (/[^ -~]/.test(text) || !/[a-z\d]/i.test(text)) scalar.type = "QUOTE_DOUBLE";
  return scalar;
}
