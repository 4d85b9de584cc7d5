// Variables that are named like settings and set nothing: a misspelt one would leave its user in a wrong belief.
import { ConfigError } from "../data/operator-error.js";
import { compareText } from "../data/platform/platform-version.js";
import { findNearestName } from "../data/text/edit-distance.js";
import { ENVIRONMENT_PREFIX, environmentName } from "../data/settings/settings.js";
import type { Command, Commands } from "./command.js";

/**
 * Variables that Kubernetes sets for a Service with this program's name, and tokens: a sources file
 * may name any variable for one.
 */
const OTHERS = /^(?:SERVICE_HOST|SERVICE_PORT(?:_.*)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_.*)?|.*_TOKEN)$/;

/**
 * A variable is known when any command reads it: one environment may serve several.
 * @throws ConfigError `variable_unknown` with what may have been meant
 */
export async function refuseUnknownVariables(
  command: Command,
  commands: Commands,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const set = Object.keys(environment).filter(
    (name) =>
      name.startsWith(ENVIRONMENT_PREFIX) && !OTHERS.test(name.slice(ENVIRONMENT_PREFIX.length)),
  );
  const own = set.length === 0 ? [] : await listVariables([command]);
  if (set.every((name) => own.includes(name))) return;
  const { CREDENTIAL_VARIABLES } = await import("../data/ship/remote/credentials.js");
  const known = [...(await listVariables(Object.values(commands))), ...CREDENTIAL_VARIABLES];
  const [unknown] = set.filter((name) => !known.includes(name)).toSorted(compareText);
  if (unknown === undefined) return;
  const near = findNearestName(
    unknown.slice(ENVIRONMENT_PREFIX.length),
    known.map((name) => name.slice(ENVIRONMENT_PREFIX.length)),
  );
  const remedy =
    near === undefined
      ? 'unset it; "module-lookup COMMAND --help" lists the options'
      : `set ${ENVIRONMENT_PREFIX}${near} instead`;
  throw new ConfigError({
    code: "variable_unknown",
    message: `The variable ${unknown} does not match any option; ${remedy}.`,
  });
}

async function listVariables(commands: readonly Command[]): Promise<readonly string[]> {
  const tables = await Promise.all(commands.map((command) => command.loadSettings()));
  return tables.flatMap((table) => Object.keys(table).map(environmentName));
}
