// Asks publish targets: tries again what may pass, and says what does not in the operator's words.
// Knows no kind of target.
import { RefusedTarget, type Guard } from "../../network/guard.js";
import {
  getRetryDelay,
  repeat,
  RETRY_LIMIT,
  type Delay,
  type Network,
} from "../../network/repeat.js";
import {
  describeFault,
  readText,
  sendRequest,
  type WebReply,
  type WebRequest,
} from "../../network/request.js";
import { invalidTarget, refusedHost, unencryptedTarget, unreachableTarget } from "../ship-error.js";

/** The network as one target is asked on it. */
export interface TargetNetwork extends Network {
  readonly guard: Guard;
}

/**
 * Sends a request until there is an answer below 500.
 * @throws ShipError `place_unreachable`, `place_unencrypted`, `place_invalid` or `target_refused`; the signal's reason when
 * it is aborted
 */
export function askTarget(asked: WebRequest, network: TargetNetwork): Promise<WebReply> {
  const target = asked.address.host;
  const rules = { guard: network.guard, signal: network.signal, leavesOrigin: true };
  let failures = 0;
  return repeat(async () => {
    const reply = await sendRequest(asked, rules);
    if (reply instanceof RefusedTarget) throw toRefusal(target, reply);
    const isAnswer = !(reply instanceof Error);
    if (!isAnswer && speaksNoTls(reply)) throw unencryptedTarget(target, describeFault(reply));
    if (isAnswer && reply.status < 500 && reply.status !== 429) return { value: reply };
    const fault = isAnswer ? `status ${reply.status}` : describeFault(reply);
    if (isAnswer) reply.body.destroy();
    failures += 1;
    if (failures > RETRY_LIMIT) throw unreachableTarget(target, fault);
    return retryAfter(failures, `${target} fails (${fault})`);
  }, network);
}

/** True if the other side answered a TLS greeting with something else. Waiting does not help. */
function speaksNoTls(error: Error): boolean {
  return /^(?:EPROTO|ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST))$/.test(
    describeFault(error),
  );
}

/** Another attempt: the more failures in a row, the later. */
export function retryAfter(failures: number, trouble: string): Delay {
  const delayMs = getRetryDelay(failures);
  return { delayMs, notice: `${trouble}; next attempt in ${delayMs / 1000} s` };
}

/**
 * The text of a small answer.
 * @throws ShipError `place_invalid` when it is longer than the limit, `place_unreachable` when it
 * ends too early
 */
export async function readSmallText(reply: WebReply, limitBytes: number): Promise<string> {
  const { host } = reply.address;
  const text = await readText(reply, limitBytes).catch((error: unknown) => {
    throw unreachableTarget(host, describeFault(error as Error));
  });
  if (text === undefined) throw invalidTarget(host, `an answer of more than ${limitBytes} bytes`);
  return text;
}

function toRefusal(label: string, { reason, target }: RefusedTarget): Error {
  return reason === "private"
    ? refusedHost(label, target)
    : invalidTarget(label, "a redirect that cannot be followed");
}
