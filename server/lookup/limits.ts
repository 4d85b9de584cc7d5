// Limits of questions about a system, in one place: counted and never timed, since modules are
// foreign. Beyond them the answer is `too_complex`, and the rest of the system still answers. With
// 627 modules of the platform and the community (17.0) no model has more than 1,622 members, and no
// view more than 123 views, 2,444 nodes and 145,000 characters; with the 630 of the platform alone
// (19.0) no model takes more than 230,000 steps, asked for first.
import { setFlagsFromString } from "node:v8";
import { createSemaphore, type Asker } from "../../data/semaphore.js";
import { DEEPEST_CHAIN } from "../../data/walk-graph.js";
import { takeSteps, yieldToEventLoop, type Steps } from "../../data/yield.js";

export { DEEPEST_CHAIN, MOST_VIEWS } from "../../data/walk-graph.js";

/** Steps that a model may take: a class, a field or a name of another model that is looked at. */
export const MOST_MODEL_STEPS = 600_000;

/** Fields, methods and their definitions in the answer of a model. */
export const MOST_MEMBERS = 20_000;

/** Elements and texts of the archs that a view is combined of. */
export const MOST_NODES = 25_000;

/** Characters of these archs. */
export const MOST_ARCH_CHARACTERS = 1_500_000;

/** Steps that all specs of a view may take. */
export const MOST_VIEW_STEPS = 1_000_000;

export const MOST_SPEC_STEPS = 300_000;

/** Characters of what `$0` may copy. */
export const MOST_COPIED = 300_000;

/** Places of data files that write records in a system; 1,138 modules of the platform and the community have 55,000. */
export const MOST_RECORD_WRITES = 150_000;

/** Steps of listing one use, with its place. */
export const STEPS_PER_USE = 16;

/** Bytes of the values that data files of one module give to the records of a model; public ones up to 2.5 MB. */
const MOST_ROW_BYTES = 8_000_000;

/** Characters of an expression. */
export const MOST_CHARACTERS = 4000;

/** Brackets of an expression in each other. */
export const MOST_NESTED = 60;

/** Modules that are needed together, by a module or by what is to be ported; no public one needs a tenth of them. */
const MOST_MODULES = 4_000;

/** Modules of a plan, which lists more facts of each. */
export const MOST_PLANNED = 2_000;

/** Each is written out at both of its ends: as many as fit are some megabytes, for each who is slow to read them. */
export const STEPS_PER_DEPENDENCY = 32;

/** Ends a question that takes more than it may; answered as the problem `too_complex`. */
export class TooComplex extends Error {
  /** @param message what was too much, as a sentence */
  constructor(message: string) {
    super(message);
    this.name = "TooComplex";
  }
}

/**
 * Result of `find`; `otherwise` if it takes too many steps, so that the rest of an answer
 * continues.
 */
export function withinLimits<T, Otherwise>(find: () => T, otherwise: Otherwise): T | Otherwise {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error;
    return otherwise;
  }
}

/**
 * Error of a memo that recurses too deeply.
 * @param what `model x`
 */
export const tooDeep = (what: string): TooComplex =>
  new TooComplex(`The ${what} depends on more than ${DEEPEST_CHAIN} others in a chain.`);

/** @throws TooComplex */
export function requireFewModules(count: number, most = MOST_MODULES): void {
  if (count <= most) return;
  throw new TooComplex(`More than ${most} modules are needed together.`);
}

/** @throws TooComplex */
export function requireSmallRow(bytes: number, module: string): void {
  if (bytes <= MOST_ROW_BYTES) return;
  throw new TooComplex(
    `The records of the module ${module} are larger than ${MOST_ROW_BYTES} bytes together.`,
  );
}

/** Steps that may still be taken: a node that is looked at, an operation, a character that is made. */
export interface StepBudget {
  left: number;
  /** Error beyond the limit. */
  readonly fault: () => Error;
}

/** @param what took too much, with its verb */
export const createSteps = (left: number, what: string, remedy = ""): StepBudget => ({
  left,
  fault: () => new TooComplex(`${what} more than ${left} steps${remedy}.`),
});

/**
 * Budget for one analysis of an upgrade: a step for each field after each module that touches it,
 * and for its classes.
 */
export const createUpgradeSteps = (): StepBudget =>
  createSteps(2_000_000, "The analysis of the upgrade takes");

/**
 * Budget for one plan beside its modules, or for one list to port or cover: a step for each
 * self-installing module, license, or blocking name.
 */
export const createPlanSteps = (): StepBudget =>
  createSteps(1_000_000, "How the modules need each other takes");

/**
 * Budget for one plan's packages: two steps for each requested package, and one for each comparison
 * of a version with a clause. Public plans take some hundreds.
 */
export const createPackageSteps = (): StepBudget =>
  createSteps(50_000, "What the modules need of Python packages and programs takes");

/** Steps of the values of one record: four a value, a link that is kept, sixteen characters. */
export const createRecordSteps = (xmlId: string): StepBudget =>
  createSteps(100_000, `The values of the record ${xmlId} take`);

/** Steps of the rights of a model: four a line or a rule, sixteen characters of a domain. Public models have some dozens. */
export const createRightSteps = (model: string): StepBudget =>
  createSteps(40_000, `The rights of ${model} take`);

/**
 * Budget for references to a model: a step for each row, and for each sixteen characters of output.
 * Public ones take 9,000.
 */
export const createUsageSteps = (model: string): StepBudget =>
  createSteps(100_000, `What refers to ${model} takes`, "; ask for its other `parts`");

/**
 * Budget for memberships in groups: a step for each implied group. No public system takes a
 * hundredth of it.
 */
export const createGroupSteps = (): StepBudget => createSteps(100_000, "The groups take");

/** Steps of what others link to records by a field: a record, a value, a link. Public systems take some thousands. */
export const createLinkSteps = (field: string): StepBudget =>
  createSteps(1_000_000, `Who links to records by ${field} takes`);

/** Steps of a bundle: a path that a step puts or looks at, sixteen characters that a pattern may compare. */
export const createBundleSteps = (): StepBudget =>
  createSteps(5_000_000, "To fill the bundle takes");

/**
 * Budget for the templates of a bundle: a step for each change, those of its parents included;
 * public modules have some thousands.
 */
export const createTemplateSteps = (): StepBudget =>
  createSteps(200_000, "The templates of the bundle take");

/**
 * Budget of a check of files: a step for each reference, and three for each finding. All 590 modules of Odoo 17.0 take 400,000.
 */
export const createCheckSteps = (): StepBudget =>
  createSteps(1_000_000, "To check the files takes", "; check fewer modules in one call");

/** Spends one of each step. @throws what the budget ends with */
export function* spendEach<T>(steps: Steps<T>, budget: StepBudget): Steps<T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    spendSteps(budget, 1);
    yield;
  }
}

/** @throws what the budget ends with, when nothing is left */
export function spendSteps(budget: StepBudget, count: number): void {
  budget.left -= count;
  if (budget.left < 0) throw budget.fault();
}

/** Characters that are read or compared in a row take less than those that are looked at one by one. */
export function spendText(budget: StepBudget, text: string): void {
  spendSteps(budget, text.length >> 4);
}

/**
 * Queue of long questions, which take seconds of a processor: one runs, a few wait, and others must come back, so that nobody
 * can block the service.
 */
const LONG_QUESTIONS = createSemaphore(1, 8);

/** Queue of texts of long answers: two are made at once, so that each ends soon, and the rows of few are held. */
const LONG_TEXTS = createSemaphore(2, 32);

/** Result of the work on a long text. @throws TooManyWaiting; AskerGone while it waits */
export const makeLongText = <T>(work: () => Promise<T>, asker: Asker | undefined): Promise<T> =>
  LONG_TEXTS.run(work, asker);

/**
 * When V8 optimizes a function, and when during a long question, most of whose functions end before they have paid for that:
 * the upgrade of forty modules, asked first, takes 1.5 s of processor instead of 2.7. Short questions need the first.
 */
const [COUNTER, USUAL, LATE] = process.versions.v8.startsWith("11.")
  ? (["interrupt-budget", 67_584, 600_000] as const)
  : (["invocation-count-for-turbofan", 3_000, 30_000] as const);

/** Asker of the running question. */
let working: Asker | undefined;

/**
 * Result of a long question.
 * @throws TooManyWaiting; AskerGone, waiting or working, when nobody waits for it any more
 */
export function answerLong<T>(work: () => Promise<T>, asker: Asker | undefined): Promise<T> {
  return LONG_QUESTIONS.run(async () => {
    working = asker;
    setFlagsFromString(`--${COUNTER}=${LATE}`);
    try {
      return await work();
    } finally {
      working = undefined;
      setFlagsFromString(`--${COUNTER}=${USUAL}`);
    }
  }, asker);
}

/** Takes the steps of a long question's work. @throws AskerGone; what a step throws */
export function takeLongSteps<T>(steps: Steps<T>): Promise<T> {
  return takeSteps(steps, { onYield: () => working?.signal.throwIfAborted() });
}

/** Yields once in a long question's work. @throws AskerGone */
export async function yieldLong(): Promise<void> {
  await yieldToEventLoop();
  working?.signal.throwIfAborted();
}

/** Ends a question whose last asker has gone. */
export class AskerGone extends Error {
  constructor() {
    super("Nobody waits for the answer any more.");
    this.name = "AskerGone";
  }
}
