// The question of `module-lookup check` for a service: it gets the files, and answers as a snapshot here would.
import { isUtf8 } from "node:buffer";
import { isObject, parseJson } from "../../data/json.js";
import { ConfigError, OperatorError } from "../../data/operator-error.js";
import { createGuard } from "../../data/network/guard.js";
import { describeFault, readText, sendRequest } from "../../data/network/request.js";
import { LIST_NAMES } from "../../server/contract/browser/plan-question.js";
import type { CheckedModules } from "../../server/registry/check/development/check-written.js";
import type { CheckQuestion, ReadFiles } from "./module-files.js";

/** Each finding has some hundred bytes. */
const ANSWER_LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * Waits as long as the service lets it.
 * @throws ConfigError `check_invalid`; OperatorError `server_unreachable`, `server_refused`; the signal's reason
 */
export async function askServer(
  server: string,
  question: CheckQuestion,
  signal: AbortSignal,
): Promise<CheckedModules> {
  const address = readAddress(server);
  const body = Buffer.from(JSON.stringify(toBody(question)));
  const headers = { "content-type": "application/json", accept: "application/json" };
  const guard = createGuard(address);
  const reply = await sendRequest(
    { method: "POST", address, headers, body },
    { guard, signal, leavesOrigin: false },
  );
  if (reply instanceof Error) throw unreachable(address, describeFault(reply));
  const answer = parseJson((await readText(reply, ANSWER_LIMIT_BYTES)) ?? "");
  if (reply.status === 200 && isObject(answer) && Array.isArray(answer["findings"])) {
    return answer as unknown as CheckedModules;
  }
  const problem = isObject(answer) ? answer : {};
  throw refused(address, { ...problem, status: reply.status, wait: reply.headers["retry-after"] });
}

function readAddress(server: string): URL {
  const base = server.endsWith("/") ? server : `${server}/`;
  const isUsable = URL.canParse(base) && /^https?:$/.test(new URL(base).protocol);
  if (isUsable) return new URL("v1/check", base);
  throw new ConfigError({
    code: "check_invalid",
    message: `--server must be the address of a service such as https://modules.example.org, not "${server}".`,
  });
}

function toBody({ written, platformVersion, modules, auto_install, ...others }: CheckQuestion) {
  return {
    written: written.map(toWritten),
    platform_version: platformVersion,
    modules,
    auto_install,
    ...Object.fromEntries(LIST_NAMES.map((name) => [name, others[name]])),
    ignore: others.ignore,
    select: others.select,
  };
}

function toWritten({ technicalName, files, others, asked }: ReadFiles) {
  const [texts, encoded] = [true, false].map((isText) =>
    files
      .filter(({ bytes }) => isUtf8(bytes) === isText)
      .map(({ path, bytes }) => [path, Buffer.from(bytes).toString(isText ? "utf8" : "base64")]),
  );
  return {
    technical_name: technicalName,
    files: Object.fromEntries(texts ?? []) as Readonly<Record<string, string>>,
    encoded: Object.fromEntries(encoded ?? []) as Readonly<Record<string, string>>,
    others,
    asked: asked && [...asked],
  };
}

function unreachable({ origin }: URL, fault: string): OperatorError {
  return new OperatorError({
    code: "server_unreachable",
    message: `${origin} cannot be reached (${fault}); check the address and whether the service runs, or give a snapshot with --snapshot.`,
  });
}

interface Refusal {
  readonly status: number;
  readonly code?: unknown;
  readonly detail?: unknown;
  readonly available_versions?: unknown;
  readonly wait: string | undefined;
}

/** Remedies by the code of a problem. */
const REMEDIES: Readonly<Record<string, string>> = {
  body_too_large: "check fewer modules in one call",
  too_complex: "check fewer modules in one call",
  method_not_allowed: "its version is too old for this; update the service",
  unknown_path: "the address leads to no module-lookup service; correct --server",
};

function refused({ origin }: URL, refusal: Refusal): OperatorError {
  const { status, code, detail, available_versions: versions, wait } = refusal;
  const got = `status ${status}`;
  const said = typeof detail === "string" ? detail.replace(/\.$/, "") : got;
  const others = Array.isArray(versions) ? `use one of ${versions.join(", ")}` : undefined;
  const later = wait === undefined ? undefined : `repeat the command in ${wait} seconds`;
  const remedy =
    others ??
    REMEDIES[String(code)] ??
    later ??
    (typeof code === "string"
      ? "correct the options"
      : "the address leads to no module-lookup service; correct --server");
  const isUsage = others !== undefined || remedy === "correct the options";
  return new (isUsage ? ConfigError : OperatorError)({
    code: "server_refused",
    message: `${origin} does not check the files: ${said}; ${remedy}.`,
  });
}
