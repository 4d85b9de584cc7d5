// Texts of long answers: few are made at once, and none for somebody who has left.
import { expect, test } from "vitest";
import type { Asker } from "../../../data/semaphore.js";
import { AskerGone } from "../../../server/lookup/limits.js";
import { ROUTES } from "../../../server/routes/routes.js";

const COUNT = 20_000;
/** Formats of a route with the default layout. */
const [FORMATS] = ROUTES.flatMap(({ formats, answer }) =>
  formats !== undefined && answer.layout === undefined ? [formats] : [],
);

/** @param onRead called with the number of a row that is read; only these rows tell it */
function createRows(read: readonly number[], onRead: (at: number) => void): readonly object[] {
  return Array.from({ length: COUNT }, (_, at) => {
    if (!read.includes(at)) return { name: `field_${at}` };
    return {
      get name() {
        onRead(at);
        return "read";
      },
    };
  });
}

async function write(rows: readonly object[], asker?: Asker): Promise<unknown> {
  const request = { findAsker: () => asker };
  return FORMATS?.render("markdown" as never, rows as never, request as never, {} as never);
}

test("a text ends where it yields once its asker has gone", async () => {
  const leave = new AbortController();
  const rows = createRows([COUNT - 1], () => {
    leave.abort(new AskerGone());
    // Longer than a step may take without a yield.
    for (const end = performance.now() + 20; performance.now() < end;);
  });
  const text = write(rows, { name: "one", signal: leave.signal });
  await expect(text).rejects.toBeInstanceOf(AskerGone);
});

test("two texts are made at once, and who leaves while waiting makes room", async () => {
  let begun = 0;
  let ended = 0;
  const begin = (): void => {
    begun += 1;
    expect(begun - ended).toBeLessThanOrEqual(2);
  };
  const askers = Array.from({ length: 5 }, (_, at) => ({
    name: `${at}`,
    leave: new AbortController(),
  }));
  const texts = askers.map(({ name, leave }) => {
    let isFirst = true;
    const rows = createRows([COUNT - 1], () => {
      if (isFirst) begin();
      isFirst = false;
    });
    return write(rows, { name, signal: leave.signal }).finally(() => (ended += 1));
  });
  askers.at(-1)?.leave.abort(new AskerGone());
  const results = await Promise.allSettled(texts);
  expect(results.map(({ status }) => status)).toEqual([...Array(4).fill("fulfilled"), "rejected"]);
  expect(begun).toBe(4);
});
