// The listening process: a node server around the application, the watch for new snapshots, and
// the orderly end.
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { OperatorError } from "../../data/operator-error.js";
import { SECTIONS_FILE } from "../../data/snapshot/format.js";
import { createAnswerCache } from "../http/encoding/answer-cache.js";
import { createApp, toListener } from "../http/app.js";
import type { Limits } from "../config.js";
import { findClient, type Observers } from "../observe/exchange.js";
import { createUnsent } from "../http/unsent.js";
import { createExportGate } from "../http/encoding/export-gate.js";
import { createHttpServer } from "../http/http-server.js";
import type { Log } from "../observe/log.js";
import type { AllowedHosts } from "../mcp/allowed-hosts.js";
import { withMcp } from "../mcp/http.js";
import { createMetrics, type Metrics } from "../observe/metrics.js";
import type { TrustedProxies } from "../observe/peer.js";
import { createQuestionRelay } from "./question-relay.js";
import { isWorker } from "./workers.js";
import type { ServiceState } from "../live/service-state.js";
import { LiveSnapshot } from "../live/live-snapshot.js";
import { releaseFreedPages } from "../live/process-tuning.js";

/** Reads files of modules; it is closed with the service. */
interface ModuleReader {
  readonly read: ServiceState["readModules"];
  close(): Promise<void>;
}

export interface ServeOptions {
  readonly snapshot: string;
  readonly host: string;
  readonly port: number;
  /** Local folder of a neural embedder's files. */
  readonly weights: string | undefined;
  readonly limits: Limits;
  readonly log: Log;
  readonly proxies: TrustedProxies;
  /** Leave the addresses of clients out of the log. */
  readonly hidesPeers: boolean;
  /** Host names that /mcp accepts. */
  readonly mcpHosts: AllowedHosts;
  /** Scheme and host under which people reach the service, where it was told. */
  readonly publicUrl: string | undefined;
  readonly showsPictures: boolean;
  readonly signal: AbortSignal;
  /** Starts what reads the files of modules that clients send. */
  createModuleReader(): Promise<ModuleReader>;
  /** Check every byte of the snapshot behind the first answers. */
  readonly checksSnapshot: boolean;
  /** For one of several processes: a reader of all metrics. */
  readonly shareMetrics?: (own: Metrics) => () => Promise<string>;
  onListening(address: AddressInfo, live: LiveSnapshot): void;
}

/**
 * Serves until the signal is aborted; requests under way are finished first.
 * @throws OperatorError when the snapshot cannot be served or the port cannot be had, or when the
 * snapshot turns out to be damaged, or somebody writes to it: better no answers than wrong ones
 */
export async function serveSnapshot(options: ServeOptions): Promise<void> {
  const { limits, signal } = options;
  const loss = new AbortController();
  const live = await LiveSnapshot.open(options.snapshot, {
    embedder: options.weights === undefined ? {} : { model: options.weights },
    ...(isWorker ? { openBeside: createQuestionRelay() } : {}),
    onBesideFault: (reason) =>
      options.log.warn(
        `the second embedder of the snapshot cannot be had, and the table of words answers alone; give its folder with --weights: ${reason}`,
      ),
    onLost: (error) => loss.abort(error),
    onTouched: () =>
      options.log.info(`${SECTIONS_FILE} was written to, and every byte of it is as it was`),
  });
  try {
    const metrics = createMetrics(live);
    let reader: Promise<ModuleReader> | undefined;
    const getReader = (): Promise<ModuleReader> => (reader ??= options.createModuleReader());
    const server = openServer(live, metrics, { ...options, getReader });
    options.onListening(await listen(server, options), live);
    const stopWatching = watchSnapshot(live, options);
    try {
      const found = await Promise.race([
        waitForAbort(signal),
        findDamage(live, metrics, options),
        waitForAbort(loss.signal).then(() => loss.signal.reason as OperatorError),
      ]);
      if (found !== undefined) throw found;
      // Readiness went first, with the signal: who balances the load may see it and go elsewhere.
      if (limits["stop-delay-ms"] > 0) await wait(limits["stop-delay-ms"]);
    } finally {
      // After any end, a defect included, nothing listens.
      stopWatching();
      try {
        await closeServer(server, limits);
      } finally {
        await (await reader)?.close();
      }
    }
  } finally {
    live.close();
  }
}

/** Share of the connection's timeout before waiting clients get notice. */
const PATIENCE_SHARE = 0.8;

interface OpenOptions extends ServeOptions {
  readonly getReader: () => Promise<ModuleReader>;
}

function openServer(live: LiveSnapshot, metrics: Metrics, options: OpenOptions): Server {
  const { limits, log } = options;
  const maxParameterChars = limits["max-parameter-chars"];
  const observers: Observers = { ...options, metrics };
  const reportDefect = (error: unknown, route: string, requestId = ""): void =>
    log.error(describeError(error), { route, request_id: requestId });
  const unsent = createUnsent({
    mostBytes: limits["max-unsent-bytes"],
    patienceMs: limits["stall-timeout-ms"],
  });
  const cache = createAnswerCache({
    unsent,
    maxBytes: limits["max-cache-bytes"],
    // Answers from before a change are right, but nobody can tell when the first write was.
    readSnapshotId: () => (live.isTrusted ? live.entry.id : ""),
    onReuse: () => metrics.countReuse(),
  });
  const app = createApp({
    live,
    cache,
    state: toState(live, metrics, options),
    maxParameterChars,
    patienceMs: PATIENCE_SHARE * limits["stall-timeout-ms"],
    nameClient: (exchange) => findClient(exchange, options.proxies) ?? "",
    exports: createExportGate(limits),
    unsent,
    onDefect: reportDefect,
  });
  return createHttpServer({
    limits,
    observers,
    listener: withMcp(toListener(app, cache), {
      hosts: options.mcpHosts,
      maxBodyBytes: limits["max-body-bytes"],
      createService: async (onDefect) => {
        const { createToolService } = await import("../mcp/service.js");
        return createToolService({ live, maxParameterChars, onDefect });
      },
      onDefect: reportDefect,
    }),
    onDefect: (error, { route, requestId }) => reportDefect(error, route, requestId),
  });
}

function toState(live: LiveSnapshot, metrics: Metrics, options: OpenOptions): ServiceState {
  return {
    get refusal() {
      return live.refusal;
    },
    get isSound() {
      return live.look();
    },
    get isStopping() {
      return options.signal.aborted;
    },
    publicUrl: options.publicUrl,
    showsPictures: options.showsPictures,
    readModules: async (...files) => (await options.getReader()).read(...files),
    readMetrics: options.shareMetrics?.(metrics) ?? (() => metrics.format()),
  };
}

/** Looks for a new snapshot now and then, and on SIGHUP. @returns what ends the watch */
function watchSnapshot(live: LiveSnapshot, { log, limits }: ServeOptions): () => void {
  let lastRefusal = "";
  let loggedSwitches = live.switches;
  // A look now and then and a SIGHUP may wait for the same change, which is logged once.
  const logSwitch = (): void => {
    if (live.switches !== loggedSwitches) log.info(`now serving ${live.folder}`);
    loggedSwitches = live.switches;
  };
  // A bad new snapshot is refused, logged once, and the old one stays.
  const refresh = async (isForced: boolean): Promise<void> => {
    try {
      await live.refresh({ isForced });
      logSwitch();
      lastRefusal = "";
    } catch (error) {
      logSwitch();
      const refusal = error instanceof OperatorError ? error.message : describeError(error);
      if (refusal !== lastRefusal) log.warn(`a new snapshot was refused: ${refusal}`);
      lastRefusal = refusal;
    }
  };
  const poll = setInterval(() => {
    // The live snapshot itself replaces a changed file, if there is another.
    if (live.look()) void refresh(false);
  }, limits["snapshot-poll-ms"]);
  const onHangUp = (): void => {
    // A direct question is answered even if the fault was logged before.
    lastRefusal = "";
    void refresh(true);
  };
  process.on("SIGHUP", onHangUp);
  return () => {
    clearInterval(poll);
    process.off("SIGHUP", onHangUp);
  };
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function listen(server: Server, { host, port }: ServeOptions): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === "EADDRINUSE" ? "the port is in use" : (error.code ?? error.message);
      reject(
        new OperatorError({
          code: "listen_failed",
          message: `Cannot listen on ${host}:${port} (${reason}); choose others with --host and --port.`,
          cause: error,
        }),
      );
    });
    // A server that listens on a port has an AddressInfo, never a pipe's name.
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });
}

async function waitForAbort(signal: AbortSignal): Promise<undefined> {
  if (!signal.aborted) await once(signal, "abort");
}

const NEVER = new Promise<never>(() => undefined);

/**
 * Opening looks only at the outside of a snapshot, so that a service is ready at once; the rest is
 * opened and the bytes are checked behind its first answers.
 * @returns the error when the snapshot is damaged, else never
 */
async function findDamage(
  live: LiveSnapshot,
  metrics: Metrics,
  { signal, checksSnapshot }: ServeOptions,
): Promise<OperatorError> {
  const { folder } = live;
  try {
    await metrics.watchProcess();
    await live.prepareCurrent();
    if (checksSnapshot) await live.checkCurrent();
    releaseFreedPages();
  } catch (error) {
    // A newer one, which was checked before, may have taken its place; one that was written to is
    // replaced, or its loss is logged.
    if (live.folder !== folder || signal.aborted || !live.look()) return NEVER;
    if (!(error instanceof OperatorError)) throw error;
    // The snapshot may be removed while it is served.
    if (error.code !== "snapshot_unreadable") return error;
  }
  return NEVER;
}

/** Between two looks for connections that are no longer used. */
const SWEEP_MS = 50;

async function closeServer(server: Server, limits: Limits): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that is kept alive becomes idle when its last request has been answered.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const force = setTimeout(() => server.closeAllConnections(), limits["drain-timeout-ms"]);
  await closed;
  clearInterval(sweep);
  clearTimeout(force);
}
