// `module-lookup query`: every route of the service, asked without a socket. The words of the command are
// the path without `/v1`, its options are the parameters of the query.
import type { CommandContext } from "../../data/settings/command.js";
import { readSettingsAndWords } from "../../data/settings/settings.js";
import { findNearestName } from "../../data/text/edit-distance.js";
import { formatTable } from "../../data/settings/text-table.js";
import { ConfigError } from "../../data/operator-error.js";
import { DEFAULT_LIMITS } from "../config.js";
import { fillAddress } from "../contract/browser/ask.js";
import { toExitCode } from "../contract/layout.js";
import { layPlain } from "../contract/plain-blocks.js";
import { renderTerminal } from "../faces/terminal.js";
import { answerQuestion } from "../routes/ask.js";
import { Problem, type ParameterFault, describeProblem } from "../contract/problem.js";
import type { JsonResource, TextResource } from "../contract/resource.js";
import { openChoices, type Route } from "../contract/route.js";
import { listFormerRoutes } from "../routes/former-addresses.js";
import { ROUTES } from "../routes/routes.js";
import { toProblemBody } from "../http/problem-encoding.js";
import { listQueryNames, QUERY_SETTINGS, toOptionName } from "./query-settings.js";
import { UNWATCHED_STATE } from "../live/service-state.js";
import { LiveSnapshot } from "../live/live-snapshot.js";

const QUESTIONS = (ROUTES as readonly Route[]).flatMap(openChoices);

/** Question in the words of the command. */
interface Question {
  readonly route: Route;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Exit code 1 when the answer is a problem, as for a name that does not exist, else that of its verdict.
 * @throws ConfigError `query_invalid` when nothing is asked, or with wrong options
 */
export async function runQuery(words: readonly string[], context: CommandContext): Promise<number> {
  const read = readSettingsAndWords("query", QUERY_SETTINGS, words, context.environment);
  const { route, values } = toQuestion(read.words);
  const names = listQueryNames(route);
  refuseUnused(route, names, read.given);
  const options = names.map((name) => [name, read.settings[toOptionName(name)]] as const);
  const given = Object.fromEntries(options.filter(([, value]) => value));
  const asJson = Boolean(read.settings["json"]) || given["format"] === "json";
  const implied = asJson || !route.command?.asText ? {} : { [route.command.asText]: "1" };
  const question = { ...implied, ...values, ...given } as Readonly<Record<string, string>>;
  try {
    const resource = await askRoute(route, question, {
      folder: String(read.settings["snapshot"]),
      weights: read.settings["weights"] as string | undefined,
    });
    context.print(await formatResource(route, resource, asJson));
    if (!("body" in resource)) return 0;
    return toExitCode((await route.answer.layout?.())?.(resource.body, { total: undefined }) ?? []);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { errors } = error.extension;
    if (errors !== undefined) throw toConfigError(errors);
    const [path] = fillAddress(route.path, question).split("?");
    if (asJson) context.print(JSON.stringify(toProblemBody(error, path), null, 2));
    else {
      const text = describeProblem({ detail: error.detail, ...error.extension });
      context.printError(`module-lookup: ${text}`);
    }
    return 1;
  }
}

type WholeResource = JsonResource | TextResource;

/** @throws Problem as the route does */
export async function askRoute(
  route: Route,
  question: Readonly<Record<string, string>>,
  {
    folder,
    weights,
    maxChars = DEFAULT_LIMITS["max-parameter-chars"],
  }: {
    readonly folder: string;
    readonly weights?: string | undefined;
    /** Limit of a value; without it lists have none either. */
    readonly maxChars?: number;
  },
): Promise<WholeResource> {
  const embedder = weights === undefined ? {} : { model: weights };
  const live = await LiveSnapshot.open(folder, { embedder });
  try {
    return await live.use(async (lookup) => {
      const state = UNWATCHED_STATE;
      const request = { lookup, routes: ROUTES, state, accept: undefined, isWhole: true } as const;
      const resource = await answerQuestion(request, route, question, maxChars);
      // The pieces of a stream are read from the snapshot, which is closed behind this.
      if ("bytes" in resource) throw refuseBytes();
      if (!("pieces" in resource)) return resource;
      return { text: [...resource.pieces].join(""), contentType: resource.contentType };
    });
  } finally {
    live.close();
  }
}

/** The words that ask a route: `module {module_name} {platform_version} dependencies`. */
function listCommandWords({ path, command }: Route): readonly string[] {
  const [, first = "", ...rest] = path.split("/");
  const words = first === "v1" ? rest : [first, ...rest];
  return command?.name === undefined ? words : [command.name, ...words.slice(1)];
}

/** The words with which a question can begin: `find`, `module`, `search`. */
export function listFirstWords(): readonly string[] {
  const words = QUESTIONS.map((route) => listCommandWords(route)[0] ?? "");
  return [...new Set(words)].filter((word) => /^\w/.test(word));
}

/** All questions with what they answer, for --help. */
export function describeQuestions(): string {
  const rows = QUESTIONS.flatMap((route): (readonly [string, string])[] => {
    const form = describeForm(route);
    return form === "" ? [] : [[form, route.summary]];
  });
  return ["Questions:", ...formatTable(rows, { indent: "  " })].join("\n");
}

/** @throws ConfigError `query_invalid` when the words ask nothing that can be answered */
function toQuestion(words: readonly string[]): Question {
  const questions = [...QUESTIONS, ...listFormerRoutes(ROUTES).flatMap(openChoices)].flatMap(
    (route) => {
      const values = words.length === 0 ? undefined : matchWords(route, words);
      return values === undefined ? [] : [{ route, values }];
    },
  );
  // A word that a path spells out says more than one that is a value.
  const [best] = questions.toSorted((left, right) => countValues(left) - countValues(right));
  if (best !== undefined) return best;
  const said =
    words.length === 0
      ? '"query" needs a question, such as "query module sale_management"'
      : `Unknown question "query ${words.join(" ")}"${describeMeant(words)}`;
  throw new ConfigError({
    code: "query_invalid",
    message: `${said}; "module-lookup query --help" lists the questions.`,
  });
}

/** Routes that begin with the first word, or with a similar one. */
function describeMeant([first = ""]: readonly string[]): string {
  const form = QUESTIONS.map(describeForm).find((one) => one.split(" ")[0] === first);
  if (form !== undefined) return ` (did you mean "query ${form}"?)`;
  const near = findNearestName(first, listFirstWords());
  return near === undefined ? "" : ` (did you mean "query ${near}"?)`;
}

function countValues({ route }: Question): number {
  return route.path.split("{").length;
}

/** Words of a route: `module MODULE_NAME PLATFORM_VERSION`. */
function describeForm(route: Route): string {
  const words = route.command?.words;
  const spelt = listCommandWords(route).map((word) =>
    word.startsWith("{") ? word.slice(1, -1).toUpperCase() : word,
  );
  const isSpelt = words === undefined || route.path.includes(`{${words}}`);
  return [...spelt, ...(isSpelt ? [] : [words.toUpperCase()])].join(" ");
}

/** The values that the words give a route; `undefined` when they do not fit its path. */
function matchWords(
  route: Route,
  words: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (words.includes("")) return undefined;
  const rest = route.command?.words;
  const pattern = listCommandWords(route).filter((word) => word !== `{${rest ?? ""}}`);
  const remaining = words.slice(pattern.length);
  const fits = rest === undefined ? remaining.length === 0 : remaining.length > 0;
  if (!fits || words.length < pattern.length) return undefined;
  const values: [string, string][] = rest === undefined ? [] : [[rest, remaining.join(" ")]];
  for (const [at, part] of pattern.entries()) {
    const word = words[at] ?? "";
    if (part.startsWith("{")) values.push([part.slice(1, -1), word]);
    else if (part !== word) return undefined;
  }
  return Object.fromEntries(values);
}

/**
 * An option that changes nothing would leave its user in a wrong belief. In the environment it may
 * stand for other questions.
 * @throws ConfigError `query_invalid`
 */
function refuseUnused(route: Route, names: readonly string[], given: readonly string[]): void {
  const options = names.map(toOptionName);
  const unused = given.filter(
    (name) => !["snapshot", "weights", "json", ...options].includes(name),
  );
  if (unused.length === 0) return;
  const taken = options.map((name) => `--${name}`).join(", ") || "no options of its own";
  const listed = unused.map((name) => `--${name}`).join(", ");
  throw new ConfigError({
    code: "query_invalid",
    message: `"query ${describeForm(route)}" does not take ${listed}; it takes ${taken}; see "module-lookup query --help".`,
  });
}

function refuseBytes(): ConfigError {
  return new ConfigError({
    code: "query_invalid",
    message: "this format is no text; ask a service for it, or choose another.",
  });
}

/** Faults of parameters as faults of the options and words that stand for them. */
function toConfigError(faults: readonly ParameterFault[]): ConfigError {
  const details = faults.map(({ parameter, detail }) => {
    const option = toOptionName(parameter);
    return `${Object.hasOwn(QUERY_SETTINGS, option) ? `--${option}` : parameter} ${detail}`;
  });
  return new ConfigError({
    code: "query_invalid",
    message: `${details.join("; ")}; see "module-lookup query --help".`,
  });
}

/** Uses the layout, if there is one. */
async function formatResource(
  route: Route,
  resource: WholeResource,
  asJson: boolean,
): Promise<string> {
  if ("text" in resource) return resource.text.replace(/\n$/, "");
  if (asJson) return JSON.stringify(resource.body, null, 2);
  const lay = (await route.answer.layout?.()) ?? layPlain;
  const blocks = lay(resource.body, { total: resource.page?.total });
  return renderTerminal(blocks, process.stdout.columns);
}
