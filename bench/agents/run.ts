// OdooBench: the same questions answered through the tools for agents and with git alone, each by a program for its kind,
// side by side: how many answers are right, how many calls, tokens (characters of what is read by four) and ms they take.
// Questions and answers are of bench/agents/questions.py, which shares nothing with what is measured.
//
//   node dist/bench/agents/run.js --questions FILE --snapshot DIR [--sources FILE [--every 5]] [--json FILE] [--wrong]
//
// Without --sources git is not asked, with --every only each so-manieth question; --wrong prints what was answered wrongly.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { formatTable } from "../../settings/text-table.js";
import { pickPercentile } from "../table.js";
import { BY_GREP } from "./by-grep.js";
import { BY_TOOLS } from "./by-tools.js";
import { openMirrors } from "./mirrors.js";
import { isRight, KINDS, readQuestions, type Question, type Strategies } from "./question.js";
import { startTools } from "./tool-access.js";

interface Trial {
  readonly question: Question;
  readonly given: readonly string[];
  readonly right: boolean;
  readonly calls: number;
  readonly tokens: number;
  readonly ms: number;
}

interface Way<Access> {
  readonly access: Access & { takeCounts(): { readonly calls: number; readonly chars: number } };
  readonly strategies: Strategies<Access>;
}

const CHARS_OF_A_TOKEN = 4;

const { values } = parseArgs({
  options: {
    questions: { type: "string" },
    snapshot: { type: "string" },
    sources: { type: "string" },
    json: { type: "string" },
    every: { type: "string", default: "1" },
    wrong: { type: "boolean", default: false },
  },
});
if (values.questions === undefined || values.snapshot === undefined) {
  process.stderr.write("--questions FILE and --snapshot DIR are needed.\n");
  process.exit(2);
}
const questions = readQuestions(values.questions);
const tools = await startTools(values.snapshot);
const ways: Record<string, readonly Trial[]> = {
  tools: await tryAll(questions, { access: tools, strategies: BY_TOOLS }),
};
tools.close();
if (values.sources !== undefined) {
  const mirrors = await openMirrors(values.sources);
  const some = questions.filter((_, at) => at % Number(values.every) === 0);
  ways["git grep"] = await tryAll(some, { access: mirrors, strategies: BY_GREP });
}
const seeds = [...new Set(questions.map(({ seed }) => seed))];
print(`${questions.length} questions, seeds ${seeds.join(", ")}; medians of calls, tokens and ms`);
print(`the list of tools takes ${toTokens(tools.listedChars)} tokens, once`);
for (const [way, trials] of Object.entries(ways)) {
  const groups = [
    ...KINDS.map(
      (kind) => [kind, trials.filter(({ question }) => question.kind === kind)] as const,
    ),
    ...seeds.map((seed) => {
      return [`seed ${seed}`, trials.filter(({ question }) => question.seed === seed)] as const;
    }),
    ["all", trials] as const,
  ];
  const rows = groups
    .filter(([, some]) => some.length > 0)
    .map(([name, some]) => toCells(name, some));
  const right = { align: "right" } as const;
  const columns = [{}, right, right, right, right];
  print("");
  for (const line of formatTable([[way, "right", "calls", "tokens", "ms"], ...rows], { columns })) {
    print(line);
  }
  if (values.wrong) for (const trial of trials) printWrong(trial);
}
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify(ways, undefined, 1)}\n`);

async function tryAll<Access>(
  asked: readonly Question[],
  { access, strategies }: Way<Access>,
): Promise<readonly Trial[]> {
  const trials: Trial[] = [];
  for (const question of asked) {
    access.takeCounts();
    const start = performance.now();
    const given = await strategies[question.kind](question.ask, access);
    const ms = performance.now() - start;
    const { calls, chars } = access.takeCounts();
    const tokens = toTokens(chars);
    trials.push({ question, given, right: isRight(question, given), calls, tokens, ms });
  }
  return trials;
}

function toTokens(chars: number): number {
  return Math.ceil(chars / CHARS_OF_A_TOKEN);
}

function toCells(name: string, trials: readonly Trial[]): readonly string[] {
  const right = trials.filter((trial) => trial.right).length;
  const median = (read: (trial: Trial) => number): string =>
    pickPercentile(trials.map(read), 0.5).toFixed(0);
  return [
    name,
    `${right} of ${trials.length}`,
    median((trial) => trial.calls),
    median((trial) => trial.tokens),
    median((trial) => trial.ms),
  ];
}

function printWrong({ question, given, right }: Trial): void {
  if (right) return;
  const { kind, ask, answer } = question;
  print(
    `${kind} ${JSON.stringify(ask)}: ${JSON.stringify(answer)}, answered ${JSON.stringify(given)}`,
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
