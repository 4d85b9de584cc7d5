// The repositories of a plan as files of the tools that clone them, each at its commit: repos.yaml of
// git-aggregator, addons.yaml of doodba. The only file that knows the YAML library.
import { Scalar, stringify } from "yaml";
import { addToGroup } from "../../../../data/grouped.js";
import type { Plan, PlanRepository } from "../../../contract/shape/system/plan.js";

/** https://github.com/acsone/git-aggregator; a commit is found by those who fetch all of a remote. */
export function renderRepos(plan: Plan): string {
  return write(
    plan.repositories.map(({ checkout, git, branch, commit }) => [
      `./${checkout}`,
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
  for (const repository of plan.repositories) {
    const { checkout, folders } = repository;
    const ofPlatform = isPlatform(plan, repository);
    for (const path of folders) {
      if (ofPlatform && path.startsWith(BUILT_IN)) continue;
      const at = path.lastIndexOf("/");
      const key = at < 0 ? checkout : `${checkout}/${path.slice(0, at)}`;
      const pattern = path.slice(at + 1).replaceAll(/[*?[]/g, "[$&]");
      addToGroup(addons, key, pattern);
    }
  }
  return write([...addons]);
}

/** Folder of the platform's repository that Odoo always finds. */
const BUILT_IN = "odoo/addons/";

/** Whether it has `base`: of that repository tools find some folders by themselves. */
function isPlatform({ modules }: Plan, { organization, repository }: PlanRepository): boolean {
  const base = modules.find(({ technical_name: name }) => name === "base");
  return base?.organization === organization && base.repository === repository;
}

/** Value in the tools' files: a list of texts, a text, or more of it below names. */
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
  // toScalar puts everything outside ASCII in double quotes.
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
