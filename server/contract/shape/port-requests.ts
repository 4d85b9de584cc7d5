// Pull requests that add a module to a version at which it is missing: who is porting it already.
import {
  count,
  listOf,
  namedObject,
  orNull,
  text,
  TIMESTAMP,
  type ValueOf,
} from "../../../data/shape.js";
import type { DeclaredColumn } from "../layout.js";

const PortingRequest = namedObject("PortingRequest", {
  organization: text(),
  repository: text(),
  number: count(),
  url: orNull(text("At its forge; `null` if that is unknown.")),
  commit: text("Its last one."),
  first_commit_date: text("Of its oldest commit, UTC.", TIMESTAMP),
  last_commit_date: text("UTC.", TIMESTAMP),
});
export type PortingRequest = ValueOf<typeof PortingRequest>;

export const portingRequests = listOf(
  PortingRequest,
  "Of a module that is missing at `to`: pull requests that add it there, the newest first, of those that mirrors hold and that the sources file asks for. Whether one is still open is not known.",
);

/** `#12 of OCA/web, 2024-05-17 to 2024-05-22`. */
export function describeRequest(request: Omit<PortingRequest, "url">): string {
  const { organization, repository, number, first_commit_date, last_commit_date } = request;
  const [first, last] = [first_commit_date, last_commit_date].map((date) => date.slice(0, 10));
  const time = first === last ? first : `${first} to ${last}`;
  return `#${number} of ${organization}/${repository}, ${time}`;
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
