// Commits to port of a module as markup: what they say, and where they are.
import {
  measureRequest,
  nameRequest,
  sortRequests,
} from "../../../contract/browser/carried-requests.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import type { MigrationModule } from "../../../contract/shape/migration/report.js";
import { join } from "../pieces.js";

type CarryOver = NonNullable<MigrationModule["carry_over"]>;

const FEW_REQUESTS = 1;

/** Of what is carried over as a whole only how much it is: nobody looks at commits one by one. */
export function renderRequests({ carry_over: carried }: MigrationModule): Piece {
  if (carried === null || carried.process === null) return "";
  if (carried.process === "not_compared") return "not compared";
  if (carried.process === "migrate") return `all of its history: ${carried.commits}`;
  const requests = sortRequests(carried.pull_requests).map(renderRequest);
  const shown = requests.slice(0, requests.length === FEW_REQUESTS + 1 ? undefined : FEW_REQUESTS);
  const rest = requests.slice(shown.length);
  return html`${join(shown, html`<br />`)}${
    rest.length > 0 &&
    html`<details class="names">
      <summary>and ${rest.length} more, ${carried.missing} commits in all</summary>
      ${join(rest, html`<br />`)}
    </details>`
  }`;
}

/** What it says, with its number and size; where the number leads nowhere its commits have links. */
function renderRequest(request: CarryOver["pull_requests"][number]): Html {
  const { url, title, first_commits: commits } = request;
  const [first] = commits;
  const facts = [nameRequest(request), measureRequest(request)].filter(Boolean).join(", ");
  const said =
    url === null
      ? join(
          commits.map((commit) =>
            commit.url === null
              ? commit.subject
              : html`<a href="${commit.url}">${commit.subject}</a>`,
          ),
          "; ",
        )
      : html`<a href="${url}">${title ?? first?.subject ?? ""}</a>`;
  return html`${said} <span class="hint">${facts}</span>`;
}
