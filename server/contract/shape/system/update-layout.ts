// Layout of an update against a former plan: modules, commits, scripts, and repositories.
import { toPath, toQuery } from "../../browser/ask.js";
import { layCaveat, layTable, type Block } from "../../layout.js";
import { linkRepository } from "../repository-column.js";
import { UNTOLD_STATES } from "./plan-states.js";
import type { Update, UpdatedModule } from "./plan.js";

export function layUpdate(
  { modules, repositories, removed_known: isRemovedKnown }: Update,
  at: string,
): readonly Block[] {
  if (modules.length + repositories.length === 0) {
    return layCaveat(true, "An update changes nothing: everything is as in the earlier plan.");
  }
  return [
    ...layCaveat(
      !isRemovedKnown,
      "The former plan names no modules: what is removed, and which versions there were, is not known.",
    ),
    layTable({
      name: "updated",
      title: "An update changes",
      rows: modules,
      columns: [
        {
          key: "technical_name",
          href({ to }, name) {
            const [org, repo] = to?.repository.split("/") ?? [];
            return to === null ? null : toPath("module", name, at) + toQuery({ org, repo });
          },
        },
        "change",
        { key: "before", value: (row) => row.from?.[toField(row)] },
        { key: "after", value: (row) => row.to?.[toField(row)] },
        "commits",
        {
          key: "commits_untold",
          title: "Commits unknown",
          value: ({ commits_untold: reason }) =>
            reason !== null && UNTOLD_STATES[reason].title !== "" ? UNTOLD_STATES[reason] : null,
        },
        {
          key: "commits_left_out",
          title: "Earlier commits, not listed",
          value: (row) => row.commits_left_out || null,
        },
        { key: "update_date", unit: "day" },
      ],
    }),
    layTable({
      name: "migrations",
      title: "Migration scripts that an update runs",
      rows: modules.flatMap(({ technical_name: name, migrations }) =>
        migrations.map((script) => ({ name, ...script })),
      ),
      columns: [{ key: "technical_name", value: ({ name }) => name }, "version", "phase", "file"],
    }),
    layTable({
      name: "update_commits",
      title: "Commits that it brings",
      isFolded: true,
      rows: modules.flatMap(({ technical_name: name, pull_requests: requests }) =>
        requests.flatMap((request) => request.commits.map((commit) => ({ name, request, commit }))),
      ),
      columns: [
        { key: "technical_name", value: ({ name }) => name },
        {
          key: "pull_request",
          value: ({ request }) => (request.number === null ? null : `#${request.number}`),
          href: ({ request }) => request.url,
        },
        { key: "title", value: ({ request }) => request.title },
        { key: "commit", value: ({ commit }) => commit.commit, href: ({ commit }) => commit.url },
        { key: "date", unit: "day", value: ({ commit }) => commit.date },
        { key: "author", value: ({ commit }) => commit.author },
        { key: "subject", value: ({ commit }) => commit.subject },
      ],
    }),
    layTable({
      name: "updated_repositories",
      title: "Repositories with new commits",
      rows: repositories,
      columns: [
        { key: "repository", href: linkRepository },
        { key: "from", title: "Before", value: ({ from }) => from?.slice(0, 12) ?? "new" },
        { key: "to", title: "After", value: ({ to }) => to?.slice(0, 12) ?? "no longer needed" },
        { key: "compare", title: "Commits between", href: ({ compare }) => compare },
      ],
    }),
  ];
}

/** Changed field: repository, or version. */
function toField({ change }: UpdatedModule): "repository" | "version" {
  return change === "moved" ? "repository" : "version";
}
