// Variables that are named like settings and set nothing: a misspelt one would leave its user in a wrong belief.
import { ConfigError } from "../data/operator-error.js";
import { compareText } from "../data/platform-version.js";
import { measureDistance } from "../data/text/edit-distance.js";
import { ENVIRONMENT_PREFIX, environmentName } from "../settings/settings.js";
import { COMMANDS, type Command } from "./commands.js";

/** Of a name so much may be wrong that it is still suggested: every third letter. */
const LETTERS_FOR_A_FAULT = 3;

/**
 * What Kubernetes sets for a Service that is named like this program, and tokens: a sources file may name any
 * variable for one.
 */
const OTHERS = /^(?:SERVICE_HOST|SERVICE_PORT(?:_.*)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_.*)?|.*_TOKEN)$/;

/**
 * A variable is known when any command reads it: one environment may serve several.
 * @throws ConfigError `variable_unknown` with what may have been meant
 */
export async function refuseUnknownVariables(
  command: Command,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const set = Object.keys(environment).filter(
    (name) =>
      name.startsWith(ENVIRONMENT_PREFIX) && !OTHERS.test(name.slice(ENVIRONMENT_PREFIX.length)),
  );
  const own = set.length === 0 ? [] : await listVariables([command]);
  if (set.every((name) => own.includes(name))) return;
  const { CREDENTIAL_VARIABLES } = await import("../ship/target/credentials.js");
  const known = [...(await listVariables(Object.values(COMMANDS))), ...CREDENTIAL_VARIABLES];
  const [unknown] = set.filter((name) => !known.includes(name)).toSorted(compareText);
  if (unknown === undefined) return;
  const near = findNearest(unknown, known);
  const remedy =
    near === undefined
      ? 'unset it; "module-lookup COMMAND --help" lists the options'
      : `set ${near} instead`;
  throw new ConfigError({
    code: "variable_unknown",
    message: `The variable ${unknown} does not match any option; ${remedy}.`,
    expected: near ?? "a variable that matches an option",
    got: unknown,
  });
}

async function listVariables(commands: readonly Command[]): Promise<readonly string[]> {
  const tables = await Promise.all(commands.map((command) => command.loadSettings()));
  return tables.flatMap((table) => Object.keys(table).map(environmentName));
}

function findNearest(wanted: string, known: readonly string[]): string | undefined {
  const limit = Math.floor((wanted.length - ENVIRONMENT_PREFIX.length) / LETTERS_FOR_A_FAULT);
  const [nearest] = known
    .map((name) => [name, measureDistance(wanted, name, limit)] as const)
    .filter(([, distance]) => distance <= limit)
    .toSorted(([left, near], [right, far]) => near - far || compareText(left, right));
  return nearest?.[0];
}
