// Pull requests that add a module to a version at which it is missing: who is porting it already.
import { PORT_REQUEST } from "../../../data/module/facts.js";
import { listOf, namedObject, orNull, text, type ValueOf } from "../../../data/shape.js";
import type { DeclaredColumn } from "../layout.js";

const PortingRequest = namedObject("PortingRequest", {
  organization: text(),
  repository: text(),
  url: orNull(text("At its forge; `null` if that is unknown.")),
  ...PORT_REQUEST,
});
export type PortingRequest = ValueOf<typeof PortingRequest>;

/** Requests in an answer about one module. */
export const ownPortingRequests = listOf(
  PortingRequest,
  "Pull requests that the mirror holds, if the sources file asks for them. Each adds the module to a platform version at which it is missing or not installable. At most 10: mergeable ones first, then the newest.",
);

export const portingRequests = listOf(
  PortingRequest,
  "Of a module that is missing at `to`: pull requests that add it there, of those that mirrors hold and that the sources file asks for. Mergeable ones come first, then the newest.",
);

/** `#12 of OCA/web, 2024-05-17 to 2024-05-22, mergeable`. */
export function describeRequest(request: Omit<PortingRequest, "url">): string {
  const { organization, repository, number, first_commit_date, last_commit_date, mergeable } =
    request;
  const [first, last] = [first_commit_date, last_commit_date].map((date) => date.slice(0, 10));
  const time = first === last ? first : `${first} to ${last}`;
  const words = { true: ", mergeable", false: ", closed or in conflict", null: "" };
  return `#${number} of ${organization}/${repository}, ${time}${words[`${mergeable}`]}`;
}

interface Ported {
  readonly port_requests: readonly PortingRequest[];
}

/** The column of it in reports. */
export const PORT_REQUESTS: DeclaredColumn<Ported> & { value(row: Ported): readonly string[] } = {
  key: "port_requests",
  title: "Being ported",
  value: ({ port_requests: requests }) => requests.map(describeRequest),
  href: ({ port_requests: requests }, said) =>
    requests.find((request) => describeRequest(request) === said)?.url ?? null,
};
