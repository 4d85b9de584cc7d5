// From a push to the first answer that knows it: a server of git over HTTP, a watch that builds, and the service that
// serves the same folder. Only the order counts.
import { expect, test } from "vitest";
import { openWatchStage } from "./watch-stage.js";
import { startService } from "../../support/running-service.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());

test("what was pushed is answered after the build and the hot swap, and not before", async () => {
  const stage = await openWatchStage(nextFolder(), ["a", "b"]);
  await stage.next("built");
  const service = await startService(stage.out, { limits: { "snapshot-poll-ms": 10 } });
  const askVersion = async (): Promise<unknown> => {
    const response = await fetch(`${service.base}/v1/module/mod_a/17.0`);
    return JSON.stringify(await response.json()).includes("17.0.2.0.0");
  };
  try {
    stage.commit("a");
    expect(await askVersion()).toBe(false);
    stage.pass();
    const [built] = await stage.next("built");
    const isServed = (): boolean => service.log.some((line) => line.includes("now serving"));
    while (!isServed()) await service.nextLog();
    expect(service.live.entry.id).toBe(built?.event === "built" ? built.id : undefined);
    expect(await askVersion()).toBe(true);
  } finally {
    await service.stop();
  }
});
