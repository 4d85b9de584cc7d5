// OdooBench: questions answered through the tools for agents, each by a program for its kind: how many answers are right,
// how many calls, tokens (characters of what is read by four) and ms they take. Questions and answers are of
// bench/agents/questions.py, which shares nothing with what is measured.
//
//   node dist/bench/agents/run.js --questions FILE --snapshot DIR [--json FILE] [--wrong]
//
// --wrong prints what was answered wrongly.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { formatTable } from "../../data/settings/text-table.js";
import { pickPercentile } from "../table.js";
import { BY_TOOLS } from "./by-tools.js";
import { isRight, KINDS, readQuestions, type Question } from "./question.js";
import { startTools, type ToolProgram } from "./tool-access.js";

interface Trial {
  readonly question: Question;
  readonly given: readonly string[];
  readonly right: boolean;
  readonly calls: number;
  readonly tokens: number;
  readonly ms: number;
}

const CHARS_OF_A_TOKEN = 4;

const { values } = parseArgs({
  options: {
    questions: { type: "string" },
    snapshot: { type: "string" },
    json: { type: "string" },
    wrong: { type: "boolean", default: false },
  },
});
if (values.questions === undefined || values.snapshot === undefined) {
  process.stderr.write("--questions FILE and --snapshot DIR are needed.\n");
  process.exit(2);
}
const questions = readQuestions(values.questions);
const tools = await startTools(values.snapshot);
const trials = await tryAll(questions, tools);
tools.close();
const seeds = [...new Set(questions.map(({ seed }) => seed))];
print(`${questions.length} questions, seeds ${seeds.join(", ")}; medians of calls, tokens and ms`);
print(`the list of tools takes ${toTokens(tools.listedChars)} tokens, once`);
const groups = [
  ...KINDS.map((kind) => [kind, trials.filter(({ question }) => question.kind === kind)] as const),
  ...seeds.map((seed) => {
    return [`seed ${seed}`, trials.filter(({ question }) => question.seed === seed)] as const;
  }),
  ["all", trials] as const,
];
const rows = groups
  .filter(([, some]) => some.length > 0)
  .map(([name, some]) => toCells(name, some));
const number = { align: "right" } as const;
const columns = [{}, number, number, number, number];
print("");
for (const line of formatTable([["kind", "right", "calls", "tokens", "ms"], ...rows], {
  columns,
})) {
  print(line);
}
if (values.wrong) for (const trial of trials) printWrong(trial);
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify(trials, undefined, 1)}\n`);

async function tryAll(asked: readonly Question[], program: ToolProgram): Promise<readonly Trial[]> {
  const tried: Trial[] = [];
  for (const question of asked) {
    program.takeCounts();
    const start = performance.now();
    const given = await BY_TOOLS[question.kind](question.ask, program);
    const ms = performance.now() - start;
    const { calls, chars } = program.takeCounts();
    const tokens = toTokens(chars);
    tried.push({ question, given, right: isRight(question, given), calls, tokens, ms });
  }
  return tried;
}

function toTokens(chars: number): number {
  return Math.ceil(chars / CHARS_OF_A_TOKEN);
}

function toCells(name: string, some: readonly Trial[]): readonly string[] {
  const median = (read: (trial: Trial) => number): string =>
    pickPercentile(some.map(read), 0.5).toFixed(0);
  return [
    name,
    `${some.filter((trial) => trial.right).length} of ${some.length}`,
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
