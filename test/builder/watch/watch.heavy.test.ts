// A watch over a local server of git: what it asks, what it builds, what it says, and that nothing ends it but a stop.
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../../data/operator-error.js";
import { openWatchStage } from "./watch-stage.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());

const open = (...names: readonly string[]) => openWatchStage(nextFolder(), names);

describe("a watch", () => {
  test("builds what is there, then what moved, and says nothing where nothing did", async () => {
    const stage = await open("a", "b", "c");
    expect(await stage.next("built")).toMatchObject([
      { event: "built", entries: 3, changed: ["acme/a", "acme/b", "acme/c"], faults: [] },
    ]);
    stage.asked.length = 0;
    stage.pass();
    await stage.rests(2);
    expect(new Set(stage.asked)).toEqual(new Set(["a", "b", "c"]));
    stage.commit("a");
    stage.commit("b");
    stage.pass();
    expect(await stage.next("built")).toMatchObject([{ changed: ["acme/a", "acme/b"] }]);
    expect(stage.events).toHaveLength(2);
  });

  test("leaves a repository that cannot be reached as it was, says so once, and catches up", async () => {
    const stage = await open("a", "b");
    await stage.next("built");
    stage.faults.set("a", { status: 503 });
    stage.commit("a");
    stage.commit("b");
    stage.pass();
    const [notice, built] = await stage.next("notice", "built");
    expect(notice).toMatchObject({
      event: "notice",
      message: expect.stringMatching(
        /^acme\/a cannot be .* The last version that was read is kept\.$/,
      ) as string,
    });
    expect(built).toMatchObject({ changed: ["acme/b"], entries: 2, faults: [] });
    stage.commit("b");
    stage.pass();
    expect(await stage.next("built")).toMatchObject([{ changed: ["acme/b"] }]);
    stage.faults.clear();
    stage.pass();
    expect(await stage.next("built")).toMatchObject([{ changed: ["acme/a"] }]);
  });

  test("goes on after a look that fails, with one sentence", async () => {
    const stage = await open("a");
    await stage.next("built");
    const message = "The sources file cannot be read; mend it.";
    stage.listingError = new ConfigError({ code: "sources_unreadable", message });
    stage.pass();
    expect(await stage.next("failed")).toEqual([{ event: "failed", message }]);
    stage.listingError = undefined;
    stage.commit("a");
    stage.pass();
    expect(await stage.next("built")).toMatchObject([{ changed: ["acme/a"] }]);
  });

  test("ends with the reason, while it waits and while it asks a server", async () => {
    const waiting = await open("a");
    await waiting.next("built");
    expect(await waiting.stop()).toEqual(new Error("stopped"));
    const asking = await open("a");
    asking.faults.set("a", "silence");
    expect(await asking.stop()).toEqual(new Error("stopped"));
  });
});
