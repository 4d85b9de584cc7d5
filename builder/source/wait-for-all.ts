// Work that goes on at the same time, and whose faults are the same however long each part takes.

/** What all give, once all have ended. @throws what the first in their order was rejected with */
export async function waitForAll<const T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(promises);
  // All are settled, so that the first that was rejected is the one to be thrown.
  const values: unknown[] = [];
  for (const promise of promises) values.push(await promise);
  return values as { -readonly [K in keyof T]: Awaited<T[K]> };
}
