// Headers of a git server, as git traces them.
import { describe, expect, test } from "vitest";
import { createServerWords } from "../../../data/network/server-words.js";

const NOW = Date.parse("2026-01-31T12:00:00Z");

function read(...pieces: readonly string[]) {
  const words = createServerWords(() => NOW);
  for (const piece of pieces) words.add(piece);
  return words;
}

function toLine(header: string): string {
  return `12:00:00.123456 http.c:820              <= Recv header: ${header}\n`;
}

describe("a wait that is asked for", () => {
  test.each([
    ["Retry-After: 77", 77_000],
    ["retry-after: 0", 0],
    ["Retry-After: Sat, 31 Jan 2026 12:02:00 GMT", 120_000],
    ["Retry-After: Sat, 31 Jan 2026 11:00:00 GMT", 0],
    ["Retry-After: soon", undefined],
    ["X-Retry-After: 5", undefined],
    ["Date: Sat, 31 Jan 2026 12:02:00 GMT", undefined],
  ])("%s", (header, waitMs) => {
    expect(read(toLine(header)).waitMs).toBe(waitMs);
  });

  test("is read wherever the trace is cut, and only of what comes", () => {
    const line = toLine("Retry-After: 7");
    for (let at = 0; at < line.length; at++) {
      expect(read(line.slice(0, at), line.slice(at)).waitMs).toBe(7000);
    }
    expect(read(line.replace("<= Recv", "=> Send")).waitMs).toBe(undefined);
  });
});

test("a listing of branches is one by its type", () => {
  const type = "content-type: application/x-git-upload-pack-advertisement";
  expect(read(toLine(type)).isListing).toBe(true);
  expect(read(toLine("Content-Type: text/html")).isListing).toBe(false);
});
