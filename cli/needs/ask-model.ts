// Asks a language model by the protocol of chat completions, which Ollama, vLLM, llama.cpp and hosted ones speak: tries
// again what may pass, ends where the operator must do something. Nothing of an answer goes into a message.
import { isObject, parseJson } from "../../data/json.js";
import { ConfigError, OperatorError } from "../../data/operator-error.js";
import { createGuard, RefusedTarget, type Guard } from "../../data/network/guard.js";
import {
  getRetryDelay,
  repeat,
  RETRY_LIMIT,
  WAIT_LIMIT_MS,
  type Delay,
  type Network,
  findStatedWait,
} from "../../data/network/repeat.js";
import { describeFault, readText, sendRequest } from "../../data/network/request.js";
import { MODEL_KEY } from "../../data/ship/remote/credentials.js";
import type { Message } from "./model-answer.js";

interface ModelChoice {
  readonly address: URL;
  readonly model: string;
  readonly key: string | undefined;
  readonly timeoutMs: number;
}

export interface LanguageModel {
  /**
   * Answer of the model, or a fault that concerns only this question.
   * @throws OperatorError `model_unreachable`, `model_refused` or `model_unusable`; the signal's
   * reason
   */
  ask(messages: readonly Message[]): Promise<ModelAnswer>;
}

type ModelAnswer = { readonly text: string } | { readonly fault: string };

/** An answer has some hundred bytes of text, thoughts some thousands. */
const ANSWER_LIMIT_BYTES = 1024 * 1024;

/** The question itself is refused: it is too long, or its words are. */
const REFUSED_QUESTIONS = new Set([400, 413, 422]);

/** @throws ConfigError `needs_invalid` */
export function readEndpoint(text: string): URL {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  const isUsable =
    address !== undefined &&
    /^https?:$/.test(address.protocol) &&
    `${address.username}${address.password}${address.hash}` === "";
  if (!isUsable) {
    throw new ConfigError({
      code: "needs_invalid",
      message: `--endpoint must be an address such as http://localhost:11434/v1; a key belongs in ${MODEL_KEY}.`,
    });
  }
  address.pathname = `${address.pathname.replace(/\/+$/, "")}/chat/completions`;
  return address;
}

export function createLanguageModel(choice: ModelChoice, network: Network): LanguageModel {
  const guard = createGuard(choice.address);
  return { ask: (messages) => askPatiently(messages, choice, { ...network, guard }) };
}

interface Reply {
  readonly status: number;
  readonly waitMs: number | undefined;
  /** `undefined` for one that is too long. */
  readonly text: string | undefined;
}

type ModelNetwork = Network & { readonly guard: Guard };

function askPatiently(
  messages: readonly Message[],
  choice: ModelChoice,
  network: ModelNetwork,
): Promise<ModelAnswer> {
  const { host } = choice.address;
  let failures = 0;
  const fail = (fault: string, statedMs = 0): Delay => {
    failures += 1;
    const delayMs = Math.max(statedMs, getRetryDelay(failures));
    if (failures > RETRY_LIMIT || delayMs > WAIT_LIMIT_MS) {
      throw new OperatorError({
        code: "model_unreachable",
        message: `${host} does not answer (${fault}); the needs written so far are kept, so repeat the command later.`,
      });
    }
    const notice = `${host} fails (${fault}); next attempt in ${Math.ceil(delayMs / 1000)} s`;
    return { delayMs, notice };
  };
  return repeat<ModelAnswer>(async () => {
    const reply = await send(messages, choice, network);
    if (reply instanceof Error) return fail(nameFault(reply));
    const { status, waitMs } = reply;
    if (status === 429 || status >= 500) return fail(`status ${status}`, waitMs);
    return { value: readAnswer(reply, choice) };
  }, network);
}

/** One attempt; a fault of the network is returned. */
async function send(
  messages: readonly Message[],
  { address, model, key, timeoutMs }: ModelChoice,
  { guard, signal, clock }: ModelNetwork,
): Promise<Reply | Error> {
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  const body = Buffer.from(JSON.stringify({ model, messages, stream: false }));
  try {
    const reply = await sendRequest(
      { method: "POST", address, headers, body },
      {
        guard,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        leavesOrigin: false,
        // Nothing is sent while the model thinks.
        stallLimitMs: timeoutMs,
      },
    );
    if (reply instanceof Error) return reply;
    const text = await readText(reply, ANSWER_LIMIT_BYTES);
    return { status: reply.status, waitMs: findStatedWait(reply.headers, clock.now()), text };
  } catch (error) {
    signal.throwIfAborted();
    return error as Error;
  }
}

function nameFault(error: Error): string {
  if (error instanceof RefusedTarget) return `${error.target} is ${error.reason}`;
  return error.name === "TimeoutError" ? "no answer in time" : describeFault(error);
}

/** @throws OperatorError `model_refused` or `model_unusable` */
function readAnswer({ status, text }: Reply, { address, model }: ModelChoice): ModelAnswer {
  if (REFUSED_QUESTIONS.has(status)) return { fault: `status ${status}` };
  if (status === 401 || status === 403) {
    throw new OperatorError({
      code: "model_refused",
      message: `${address.host} refuses (status ${status}); set ${MODEL_KEY} to a key that may use ${model}.`,
    });
  }
  if (status !== 200) {
    throw new OperatorError({
      code: "model_unusable",
      message: `${address.href} has no model ${model} to ask (status ${status}); check --endpoint and --model.`,
    });
  }
  if (text === undefined) return { fault: `more than ${ANSWER_LIMIT_BYTES} bytes` };
  const content = findContent(parseJson(text));
  return content === undefined ? { fault: "no chat completion" } : { text: content };
}

/** Content of the first choice. */
function findContent(document: unknown): string | undefined {
  const choices = isObject(document) ? document["choices"] : undefined;
  const [first] = Array.isArray(choices) ? (choices as readonly unknown[]) : [];
  const message = isObject(first) ? first["message"] : undefined;
  const content = isObject(message) ? message["content"] : undefined;
  return typeof content === "string" ? content : undefined;
}
