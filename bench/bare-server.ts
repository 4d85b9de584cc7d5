// The least that h3 can do: a handler that returns bytes it has, for comparison. Started by
// requests.ts with the file of the answers; prints where it listens.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { H3, toNodeHandler } from "h3";

/** Bodies as base64 by path and query. */
const bodies = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Record<string, string>;
const answers = new Map(
  Object.entries(bodies).map(([address, body]) => [address, Buffer.from(body, "base64")]),
);

const app = new H3().all("/**", (event) => {
  event.res.headers.set("content-type", "application/json; charset=utf-8");
  return answers.get(event.url.pathname + event.url.search);
});
const listen = toNodeHandler(app);
const server = createServer((request, response) => void listen(request, response));
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
