// Concurrent work whose faults do not depend on timing.

/** Waits for all. @throws the first rejection in their order */
export async function waitForAll<const T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(promises);
  // All are settled, so that the first that was rejected is the one to be thrown.
  const values: unknown[] = [];
  for (const promise of promises) values.push(await promise);
  return values as { -readonly [K in keyof T]: Awaited<T[K]> };
}
