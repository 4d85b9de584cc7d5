// A host of repositories on this machine that speaks as GitHub, GitLab or Gitea does: pages with
// Link headers, and answers that are put before the regular ones. Records what it is asked.
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { HostKind } from "../../../../builder/source/host/host.js";

export interface HostRow {
  /** Below the organization: a name, or with a subgroup `odoo/tools`. */
  readonly path: string;
  readonly archived?: boolean;
  readonly fork?: boolean;
  readonly private?: boolean;
}

export interface HostReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  /** Called instead of replying; the request is left open. */
  readonly instead?: () => void;
}

export interface SeenRequest {
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

export interface CodeHost {
  /** `http://127.0.0.1:PORT` */
  readonly address: string;
  readonly seen: readonly SeenRequest[];
  /** Gives these replies, in order, to the next requests; `"drop"` closes the connection. */
  replyNext(...replies: readonly (HostReply | "drop")[]): void;
  stop(): Promise<void>;
}

export interface CodeHostChoice {
  readonly kind: HostKind;
  readonly organizations?: Readonly<Record<string, readonly HostRow[]>>;
  readonly users?: Readonly<Record<string, readonly HostRow[]>>;
  /** The most rows of a page; default: what the client asks for. */
  readonly pageSize?: number;
  /** Base of Link headers; default: the host's address. `"none"`: no headers. */
  readonly linkBase?: string;
}

export async function startCodeHost(choice: CodeHostChoice): Promise<CodeHost> {
  const seen: SeenRequest[] = [];
  const queue: (HostReply | "drop")[] = [];
  let address = "";
  const listen: RequestListener = (request, response) => {
    seen.push({ target: request.url ?? "", headers: request.headers });
    const reply = queue.shift() ?? replyRegularly(new URL(request.url ?? "", address), choice);
    if (reply === "drop") {
      request.socket.destroy();
      return;
    }
    if (reply.instead !== undefined) {
      reply.instead();
      return;
    }
    const { status = 200, headers = {}, body } = reply;
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body ?? null));
  };
  const server = createServer(listen);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    seen,
    replyNext: (...replies) => void queue.push(...replies),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const PATHS: Readonly<Record<HostKind, RegExp>> = {
  github: /^\/api\/v3\/(orgs|users)\/([^/]+)\/repos$/,
  gitlab: /^\/api\/v4\/(groups|users)\/([^/]+)\/projects$/,
  gitea: /^\/api\/v1\/(orgs|users)\/([^/]+)\/repos$/,
};

function replyRegularly(asked: URL, choice: CodeHostChoice): HostReply {
  const [, collection, name = ""] = PATHS[choice.kind].exec(asked.pathname) ?? [];
  const owners = collection === "users" ? choice.users : choice.organizations;
  const rows = owners?.[name];
  if (rows === undefined) return { status: 404, body: { message: "Not Found" } };
  const query = asked.searchParams;
  const wanted = Number(query.get("per_page") ?? query.get("limit") ?? 30);
  const size = Math.min(wanted, choice.pageSize ?? wanted);
  const page = Number(query.get("page") ?? 1);
  const body = rows
    .slice((page - 1) * size, page * size)
    .map((row) => ROWS[choice.kind](name, row));
  const total = { "x-total-count": String(rows.length) };
  if (choice.linkBase === "none") return { headers: total, body };
  const toLink = (to: number, relation: string): string => {
    const link = new URL(asked.pathname + asked.search, choice.linkBase ?? asked);
    link.searchParams.set("page", String(to));
    return `<${link.href}>; rel="${relation}"`;
  };
  const last = Math.ceil(rows.length / size);
  const links = [
    ...(page > 1 ? [toLink(page - 1, "prev")] : []),
    ...(page < last ? [toLink(page + 1, "next"), toLink(last, "last")] : []),
    toLink(1, "first"),
  ];
  return { headers: { link: links.join(", ") }, body };
}

/** A row as the interface of each kind has it, less what nobody reads. */
const ROWS: Readonly<Record<HostKind, (organization: string, row: HostRow) => object>> = {
  github: (organization, { path, archived = false, fork = false, ...row }) => ({
    id: path.length,
    name: path,
    full_name: `${organization}/${path}`,
    private: row.private ?? false,
    owner: { login: organization, type: "Organization" },
    fork,
    archived,
    clone_url: "ext::sh -c never",
    default_branch: "17.0",
  }),
  gitlab: (organization, { path, archived = false, fork = false, ...row }) => ({
    id: path.length,
    name: "A Display Name",
    path: path.split("/").at(-1),
    path_with_namespace: `${organization}/${path}`,
    visibility: row.private === true ? "internal" : "public",
    archived,
    ...(fork ? { forked_from_project: { id: 1, path: "upstream" } } : {}),
    http_url_to_repo: "ext::sh -c never",
  }),
  gitea: (organization, { path, archived = false, fork = false, ...row }) => ({
    id: path.length,
    name: path,
    full_name: `${organization}/${path}`,
    private: row.private ?? false,
    internal: false,
    fork,
    archived,
    empty: false,
    clone_url: "ext::sh -c never",
  }),
};
