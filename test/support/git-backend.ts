// What a server of git answers over HTTP, by git's own program, and what a failing network makes of it. Without a test
// that it belongs to, so that measurements can have it too.
import { spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";

/** What becomes of an answer. */
export type NetworkFault =
  /** The connection ends without a word. */
  | "drop"
  /** It ends in the middle of the answer. */
  | "drop half"
  /** The first half is all there is, as a broken proxy sends it. */
  | "half"
  /** Nothing ever comes. */
  | "silence"
  /** The status, with headers, and no repository. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

/** Answers as servers of git do, or as the fault has it. */
export function answerGit(
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
  fault?: NetworkFault,
): void {
  if (fault === undefined || fault === "half" || fault === "drop half") {
    runBackend(folder, request, (answer) => send(response, answer, fault));
    return;
  }
  request.resume();
  if (fault === "drop") response.destroy();
  else if (fault !== "silence") response.writeHead(fault.status, fault.headers).end("no");
}

interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

function send(response: ServerResponse, answer: Answer, fault?: "half" | "drop half"): void {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  if (fault === undefined) {
    response.end(answer.body);
    return;
  }
  const half = answer.body.subarray(0, answer.body.length / 2);
  if (fault === "half") response.end(half);
  else response.write(half, () => response.destroy());
}

/** By the interface of CGI. */
function runBackend(
  folder: string,
  request: IncomingMessage,
  onAnswer: (answer: Answer) => void,
): void {
  const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
  const backend = spawn("git", ["http-backend"], {
    env: {
      PATH: process.env["PATH"],
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "safe.directory",
      GIT_CONFIG_VALUE_0: "*",
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: String(request.headers["content-encoding"] ?? ""),
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
    },
  });
  request.pipe(backend.stdin);
  backend.stdin.on("error", () => undefined);
  const chunks: Uint8Array[] = [];
  backend.stdout.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  backend.on("close", () => {
    const output = Buffer.concat(chunks);
    const end = output.indexOf("\r\n\r\n");
    const lines = output.toString("latin1", 0, end).split("\r\n");
    const rows = lines.map((line) => line.split(": ", 2) as [name: string, value: string]);
    const status = rows.find(([name]) => name === "Status")?.[1] ?? "200";
    const headers = rows.filter(([name]) => name !== "Status");
    onAnswer({ status: Number.parseInt(status, 10), headers, body: output.subarray(end + 4) });
  });
}
