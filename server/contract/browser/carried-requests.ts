// How pull requests with commits to port are told in a line, on pages and in texts.

interface CarriedRequest {
  readonly number: number | null;
  readonly commits: number;
}

/** `#7`, or `3 commits without a pull request`. */
export function nameRequest({ number, commits }: CarriedRequest): string {
  if (number !== null) return `#${number}`;
  return `${commits} ${commits === 1 ? "commit" : "commits"} without a pull request`;
}

/** What is to be ported of all modules, as a sentence. */
export function describeWork(counts: {
  readonly commits: number;
  readonly pull_requests: number;
}): string {
  const { commits, pull_requests: requests } = counts;
  const work = `${commits} ${commits === 1 ? "commit" : "commits"} to port`;
  return `${work}; pull requests that brought them: ${requests}`;
}
