// Long answers: made as they are taken, and given up when nobody takes them any more.

import { once } from "node:events";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { buffer, text } from "node:stream/consumers";
import { createGunzip } from "node:zlib";

import { describe, expect, test } from "vitest";

import { createExportGate } from "../../../../server/http/encoding/export-gate.js";
import { openStream } from "../../../../server/http/encoding/stream-encoding.js";

const PIECE = "0123456789".repeat(10_000);

/** Pieces with the number of those that were made, and of what was given back. */
const LIMITS = { "max-exports": 2, "export-timeout-ms": 60_000 } as const;

function observe(count: number, failsAt = Infinity, gate = createExportGate(LIMITS)) {
  const seen = { made: 0, open: 0, defects: 0 };
  function* makePieces(): Generator<string> {
    for (; seen.made < count; seen.made++) {
      if (seen.made === failsAt) throw new Error("a damaged record");
      if (seen.made > 0 && seen.open === 0) throw new Error("what is read was given back");
      yield PIECE;
    }
  }
  const watch = {
    gate,
    isGone: () => false,
    hold: () => () => undefined,
    keepOpen: () => {
      seen.open += 1;
      return () => void (seen.open -= 1);
    },
    check: () => undefined,
    onDefect: () => void (seen.defects += 1),
  };
  return { seen, pieces: makePieces(), watch };
}

describe("openStream", () => {
  test.each(["identity", "gzip"] as const)("gives all as %s, then lets go", async (encoding) => {
    const { seen, pieces, watch } = observe(30);
    const stream = await openStream(pieces, encoding, watch);
    expect(seen.open).toBe(1);
    const plain = encoding === "gzip" ? stream.pipe(createGunzip()) : stream;
    expect(await text(plain)).toBe(PIECE.repeat(30));
    expect(seen).toEqual({ made: 30, open: 0, defects: 0 });
  });

  test.each(["identity", "gzip", "br"] as const)(
    "as %s makes few pieces before any is taken, and none after the reader left",
    async (encoding) => {
      const { seen, pieces, watch } = observe(100_000);
      const stream = await openStream(pieces, encoding, watch);
      stream.on("error", () => undefined);
      await once(stream, "readable");
      const made = seen.made;
      expect(made).toBeLessThan(100);
      stream.destroy();
      await once(stream, "close");
      await expect.poll(() => seen.open).toBe(0);
      expect(seen.made).toBeLessThan(200);
      expect(seen.defects).toBe(0);
    },
  );

  test.each(["identity", "gzip"] as const)(
    "as %s yields to others, however fast it is taken",
    async (encoding) => {
      const { pieces, watch } = observe(30);
      let [iterations, isOver] = [0, false];
      const countIterations = (): void => {
        iterations += 1;
        if (!isOver) setImmediate(countIterations);
      };
      setImmediate(countIterations);
      await buffer(await openStream(pieces, encoding, watch));
      isOver = true;
      expect(iterations).toBeGreaterThanOrEqual(29);
    },
  );

  test("a failure of the first piece is the caller's, and nothing is held", async () => {
    const { seen, pieces, watch } = observe(3, 0);
    const gate = createExportGate({ ...LIMITS, "max-exports": 1 });
    await expect(openStream(pieces, "identity", { ...watch, gate })).rejects.toThrow("damaged");
    expect(seen.open).toBe(0);
    gate.enter();
  });

  test("no more are made at a time than allowed, whichever way they end", async () => {
    const gate = createExportGate(LIMITS);
    const open = (): Promise<Readable> => {
      const { pieces, watch } = observe(50, Infinity, gate);
      return openStream(pieces, "identity", watch);
    };
    const streams = [await open(), await open()];
    await expect(open()).rejects.toMatchObject({ code: "too_many_exports" });
    streams[0]?.destroy();
    await once(streams[0] as Readable, "close");
    const third = await open();
    await expect(open()).rejects.toMatchObject({ code: "too_many_exports" });
    third.resume();
    await once(third, "close");
    gate.enter();
    streams[1]?.destroy();
  });

  test.each(["identity", "gzip"] as const)(
    "as %s whoever takes nothing is cut off",
    async (encoding) => {
      const gate = createExportGate({ "max-exports": 1, "export-timeout-ms": 20 });
      const { seen, pieces, watch } = observe(100_000, Infinity, gate);
      const stream = await openStream(pieces, encoding, watch);
      stream.once("readable", () => undefined);
      await expect(finished(stream)).rejects.toThrow("takes nothing more");
      expect(seen).toMatchObject({ open: 0, defects: 0 });
      gate.enter();
    },
  );

  test("a later failure is reported, and cuts the stream", async () => {
    const { seen, pieces, watch } = observe(30, 20);
    await expect(text(await openStream(pieces, "identity", watch))).rejects.toThrow(
      "a damaged record",
    );
    expect(seen).toMatchObject({ open: 0, defects: 1 });
  });
});
