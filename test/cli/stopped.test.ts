// A build that is stopped while it waits for a server: it ends at once, with the code of the signal,
// and leaves nothing behind.
import { once } from "node:events";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startProgram } from "../support/program.js";
import { makeFolderCounter, makeTemporaryFolder } from "../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());
/** Takes connections and never says a word. */
const silent = createServer();

beforeAll(async () => {
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
});
afterAll(() => {
  silent.close();
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s ends a build with %d", async (signal, code) => {
  const folder = nextFolder();
  const { port } = silent.address() as AddressInfo;
  const url = `git://127.0.0.1:${port}/acme/sales.git`;
  writeFileSync(
    `${folder}.json`,
    JSON.stringify({ sources: [{ organization: "acme", repository: "sales", url }] }),
  );
  const out = path.join(folder, "out");
  const cache = path.join(folder, "cache");
  const words = ["build", "--sources", `${folder}.json`, "--out", out, "--cache", cache];
  const program = startProgram([...words, "--quiet"]);
  // Git asks the server: the build is under way.
  const [connection] = (await once(silent, "connection")) as [Socket];
  program.process.kill(signal);
  const [ended] = await program.ended;
  expect(ended).toBe(code);
  expect(program.output.stderr).toBe("Stopped; the last snapshot is as it was.\n");
  expect(existsSync(out) ? readdirSync(out) : []).toEqual([]);
  connection.destroy();
});
