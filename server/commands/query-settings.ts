// Settings of `module-lookup query`: one for each query parameter of the routes, `--depends-on` for
// `depends_on`.
import type { SettingsTable, Setting } from "../../data/settings/settings.js";
import { EMBEDDER_FILES, JSON_OUTPUT } from "../config.js";
import { SNAPSHOT } from "../contract/plan-settings.js";
import type { Parameter } from "../contract/parameter.js";
import { listPathNames, type Route } from "../contract/route.js";
import { ROUTES } from "../routes/routes.js";

export function toOptionName(parameter: string): string {
  return parameter.replaceAll("_", "-");
}

/** Names of the parameters that a route takes beside its path; here answers are whole, so none has a `rest`. */
export function listQueryNames(route: Route): readonly string[] {
  const inPath = listPathNames(route.path);
  const words = route.command?.words;
  const others = new Set([...inPath, words, "rest"]);
  return Object.keys(route.parameters).filter((name) => !others.has(name));
}

const VALUES: Readonly<Record<Parameter["kind"], string>> = {
  text: "TEXT",
  version: "V",
  flag: "BOOL",
  integer: "N",
  choice: "WORD",
  choices: "LIST",
  moment: "DATE",
  list: "LIST",
};

export function toSetting(parameter: Parameter): Setting {
  const { description } = parameter;
  const help = description.charAt(0).toLowerCase() + description.slice(1).replace(/\.$/, "");
  // A flag that is false by default takes no value.
  if (parameter.kind === "flag" && parameter.default === false) return { type: "flag", help };
  return { type: "text", value: VALUES[parameter.kind], help };
}

function listOptions(): readonly (readonly [string, Setting])[] {
  return ROUTES.flatMap((route) => {
    const parameters: Readonly<Record<string, Parameter>> = route.parameters;
    return listQueryNames(route).flatMap((name) => {
      const parameter = parameters[name];
      return parameter === undefined ? [] : [[toOptionName(name), toSetting(parameter)] as const];
    });
  });
}

export const QUERY_SETTINGS: SettingsTable = {
  snapshot: SNAPSHOT,
  ...Object.fromEntries(listOptions().toReversed()),
  format: { type: "text", value: "NAME", help: "output format (default text); json is --json" },
  weights: EMBEDDER_FILES,
  json: JSON_OUTPUT,
};
