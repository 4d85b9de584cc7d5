// How pull requests with commits to port are told in a line, on pages and in texts.

interface CarriedRequest {
  readonly number: number | null;
  readonly title: string | null;
  readonly commits: number;
  readonly lines: number | null;
  readonly first_commits: readonly { readonly subject: string }[];
}

/** Commits that no pull request brought come last: before `#7` they would read as commits without that one. */
export function sortRequests<R extends Pick<CarriedRequest, "number">>(
  requests: readonly R[],
): readonly R[] {
  const isDirect = ({ number }: R): boolean => number === null;
  return [...requests.filter((one) => !isDirect(one)), ...requests.filter(isDirect)];
}

/** `#7`, or `3 commits without a pull request`. */
export function nameRequest({
  number,
  commits,
}: Pick<CarriedRequest, "number" | "commits">): string {
  return number === null ? `${countCommits(commits)} without a pull request` : `#${number}`;
}

/** `2 commits, 34 lines`: what of it is to be ported; nothing where that is one commit of unknown size. */
export function measureRequest({
  number,
  commits,
  lines,
}: Pick<CarriedRequest, "number" | "commits" | "lines">): string {
  return [
    commits > 1 && number !== null && countCommits(commits),
    lines !== null && `${lines} ${lines === 1 ? "line" : "lines"}`,
  ]
    .filter((part) => part !== false)
    .join(", ");
}

/** `#7 [FIX] what it says (2 commits, 34 lines)`, one by one. */
export function describeRequests(requests: readonly CarriedRequest[]): readonly string[] {
  return sortRequests(requests).map((request) => {
    const { number, title, first_commits: commits } = request;
    const subjects = commits.map(({ subject }) => subject);
    const said = number === null ? subjects.join("; ") : (title ?? subjects[0] ?? "");
    const size = measureRequest(request);
    return [nameRequest(request) + (number === null ? ":" : ""), said, size && `(${size})`]
      .filter(Boolean)
      .join(" ");
  });
}

/** `fs_storage (stated: fs_storage/README.rst: “a replacement for …”)`: what may have taken the place of a module. */
export function describeReplacement({
  technical_name: name,
  confidence,
  evidence,
}: {
  readonly technical_name: string;
  readonly confidence: string;
  readonly evidence: readonly { readonly path: string | null; readonly says: string }[];
}): string {
  const told = evidence.map(({ path, says }) => (path === null ? says : `${path}: ${says}`));
  return `${name} (${confidence}: ${told.join("; ")})`;
}

/** What is to be ported of all modules, as a sentence. */
export function describeWork(counts: {
  readonly commits: number;
  readonly pull_requests: number;
}): string {
  const { commits, pull_requests: requests } = counts;
  return `${countCommits(commits)} to port; pull requests that brought them: ${requests}`;
}

function countCommits(commits: number): string {
  return `${commits} ${commits === 1 ? "commit" : "commits"}`;
}
