// The order of pull requests with commits to port.

/** Commits that no pull request brought come last: before `#7` they would read as commits without that one. */
export function sortRequests<R extends { readonly number: number | null }>(
  requests: readonly R[],
): readonly R[] {
  const isDirect = ({ number }: R): boolean => number === null;
  return [...requests.filter((one) => !isDirect(one)), ...requests.filter(isDirect)];
}
