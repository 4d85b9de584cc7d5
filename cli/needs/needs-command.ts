// `module-lookup needs`: asks a language model what modules are needed for, and writes its answers to a file that people
// review and builds read. Off unless asked for: without --yes it says what would go where, and sends nothing.
import { existsSync } from "node:fs";
import path from "node:path";
import { chooseProgressStyle, createProgress } from "../../builder/progress/progress.js";
import { LANGUAGE, parseNeeds } from "../../data/needs/needs.js";
import { readNeeds, readNeedsFile } from "../../data/needs/needs-file.js";
import { OperatorError, type ConfigError } from "../../data/operator-error.js";
import { useSnapshot } from "../../data/snapshot/use-snapshot.js";
import { SYSTEM_CLOCK, type Clock } from "../../data/network/clock.js";
import { createCommandInput } from "../../server/commands/command-input.js";
import { createCommandWords, splitNames } from "../../server/commands/command-words.js";
import { writeTexts, writeWholeFile } from "../../server/commands/answer-output.js";
import type { CommandContext } from "../../data/settings/command.js";
import { readSettings, type SettingsOf } from "../../data/settings/settings.js";
import { MODEL_KEY, readToken } from "../../data/ship/remote/credentials.js";
import { createLanguageModel, readEndpoint, type LanguageModel } from "./ask-model.js";
import { listAskedModules, type AskedModule } from "./asked-modules.js";
import { parseNeedsAnswer, writeQuestion, type Message } from "./model-answer.js";
import { NEEDS_SETTINGS } from "./needs-settings.js";
import { addHead, insertNeeds, type WrittenNeeds } from "./needs-lines.js";

const INPUT = createCommandInput(createCommandWords("needs"));

type Settings = SettingsOf<typeof NEEDS_SETTINGS>;

/** Exit code of a run that needs confirmation first. */
const UNCONFIRMED = 2;
const SOME_LEFT = 1;

/** A model that answers so many questions in a row with nothing of use costs its operator for nothing. */
const MOST_BAD_IN_A_ROW = 10;

/**
 * Exit code 1 where modules are left for the next run, 2 where nothing was sent for want of --yes.
 * @throws ConfigError `needs_invalid`, `needs_unreadable`, `credentials_invalid`; OperatorError of the model or of the
 * file; SnapshotError; the signal's reason
 */
export async function runNeeds(
  words: readonly string[],
  context: CommandContext,
  clock: Clock = SYSTEM_CLOCK,
): Promise<number> {
  const settings = readSettings("needs", NEEDS_SETTINGS, words, context.environment);
  const address = readEndpoint(settings.endpoint);
  const languages = readLanguages(settings);
  const price = readPrice(settings);
  const key = readToken(MODEL_KEY, context.environment);
  const modules = await chooseModules(settings);
  if (modules.length === 0) {
    context.print("All of these modules have needs; there is nothing to ask.");
    return 0;
  }
  const questions = modules.flatMap(({ description }) =>
    languages.map((language) => writeQuestion(description, language)),
  );
  const names = modules.map(({ technicalName }) => technicalName);
  const { model } = settings;
  const sending = describeSending({ names, questions, address, model, price });
  context.print(sending.join("\n"));
  if (!settings.yes) {
    context.print("Nothing was sent; repeat the command with --yes to ask.");
    return UNCONFIRMED;
  }
  const languageModel = createLanguageModel(
    { address, model, key, timeoutMs: settings["timeout-s"] * 1000 },
    { clock, signal: context.signal, onNotice: context.printError },
  );
  const written = await askAll(modules, { languageModel, languages, settings, context });
  const left = modules.length - written;
  context.print(
    `Wrote what ${written} modules are needed for to ${path.resolve(settings.out)}; review it before a build takes it.${left === 0 ? "" : ` Left for the next run: ${left}.`}`,
  );
  return left === 0 ? 0 : SOME_LEFT;
}

/** Wanted modules that have no needs yet. */
function chooseModules({ snapshot, modules, missing, out, limit }: Settings) {
  if ((modules === undefined) !== missing) {
    throw INPUT.refuse("either --modules or --missing is required");
  }
  const there = [...readNeeds(undefined).value, ...parseNeeds(readFile(out)).value];
  const known = new Set(there.map(({ technicalName }) => technicalName));
  const named = modules === undefined ? undefined : INPUT.readList("modules", modules).modules;
  return useSnapshot(snapshot, (opened) => listAskedModules(opened, { named, known, limit }));
}

interface Asking {
  readonly languageModel: LanguageModel;
  readonly languages: readonly string[];
  readonly settings: Settings;
  readonly context: CommandContext;
}

/** Each module is in the file before the next one is asked about. @returns how many were written */
async function askAll(modules: readonly AskedModule[], asking: Asking): Promise<number> {
  const { settings, context } = asking;
  const progress = createProgress(
    chooseProgressStyle({ quiet: settings.quiet, json: false }),
    process.stderr,
  );
  // Nothing is paid for that cannot be written.
  await changeFile(settings.out, (text) => text);
  progress.start("ask", modules.length, "modules");
  let written = 0;
  let bad = 0;
  try {
    for (const [at, { technicalName, description }] of modules.entries()) {
      context.signal.throwIfAborted();
      progress.advance(at, technicalName);
      const needs = await askNeeds(description, asking);
      if (typeof needs !== "string") {
        await changeFile(settings.out, (text) => insertNeeds(text, technicalName, needs));
        written += 1;
        bad = 0;
        continue;
      }
      context.printError(`${technicalName}: ${needs}; it is left for the next run`);
      bad += 1;
      if (bad === MOST_BAD_IN_A_ROW) throw refuseModel(settings.model);
    }
    progress.finish();
  } finally {
    progress.stop();
  }
  return written;
}

/** In every language, or why not. */
async function askNeeds(
  description: string,
  { languageModel, languages }: Asking,
): Promise<readonly WrittenNeeds[] | string> {
  const needs: WrittenNeeds[] = [];
  for (const language of languages) {
    const answer = await languageModel.ask(writeQuestion(description, language));
    if ("fault" in answer) return `no answer of use (${answer.fault})`;
    const texts = parseNeedsAnswer(answer.text);
    if (texts === undefined) return "the answer is no list of needs";
    needs.push({ language, texts });
  }
  return needs;
}

/** Keeps changes that somebody made to the file in the meantime. */
async function changeFile(file: string, change: (text: string) => string): Promise<void> {
  const text = change(addHead(readFile(file)));
  await writeWholeFile(path.resolve(file), (temporary) =>
    writeTexts(temporary, [text], new AbortController().signal),
  );
}

/** Empty where there is none. @throws ConfigError `needs_unreadable` */
function readFile(file: string): string {
  return existsSync(file) ? new TextDecoder().decode(readNeedsFile(file)) : "";
}

function refuseModel(model: string): OperatorError {
  return new OperatorError({
    code: "model_unusable",
    message: `The model ${model} answered ${MOST_BAD_IN_A_ROW} times in a row with no list of needs; what was written is kept, choose another with --model.`,
  });
}

/** @throws ConfigError `needs_invalid` */
function readLanguages({ languages: written }: Settings): readonly string[] {
  const languages = splitNames(written);
  const wrong = languages.find((language) => !LANGUAGE.test(language));
  if (languages.length > 0 && wrong === undefined) return languages;
  throw refuseText("languages", "languages such as en,de,pt_BR", wrong ?? written);
}

/** Price of a million tokens. @throws ConfigError `needs_invalid` */
function readPrice({ price }: Settings): number | undefined {
  if (price === undefined) return undefined;
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(price)) return Number(price);
  throw refuseText("price", "an amount such as 0.15", price);
}

function refuseText(option: string, expected: string, got: string): ConfigError {
  return INPUT.refuse(`--${option} must be ${expected}, not "${got}"`);
}

interface Sending {
  readonly names: readonly string[];
  readonly questions: readonly (readonly Message[])[];
  readonly address: URL;
  readonly model: string;
  /** Price of a million tokens. */
  readonly price: number | undefined;
}

/** Estimate for English; other scripts have fewer characters a token. */
const CHARACTERS_A_TOKEN = 4;
/** Five lines with what is around them. */
const TOKENS_AN_ANSWER = 120;
const NAMES_SHOWN = 20;

function describeSending(sending: Sending): readonly string[] {
  const { names, questions, address, model, price } = sending;
  const messages = questions.flat();
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  const asked = Math.ceil(characters / CHARACTERS_A_TOKEN);
  const answered = questions.length * TOKENS_AN_ANSWER;
  const more = names.length > NAMES_SHOWN ? ", …" : "";
  const open = address.protocol === "http:" ? ", not encrypted" : "";
  return [
    `Modules without needs: ${names.length} (${names.slice(0, NAMES_SHOWN).join(", ")}${more})`,
    `To ${address.host}${open} (model ${model}) would go: names, summaries, categories, beginnings of descriptions, and what models and fields say of themselves.`,
    `Requests: ${questions.length}; characters: ${characters}; tokens: about ${asked} there and ${answered} back${describeCost(asked + answered, price)}.`,
  ];
}

function describeCost(tokens: number, price: number | undefined): string {
  if (price === undefined) return "";
  return `; cost: about ${((tokens * price) / 1_000_000).toFixed(2)}`;
}
