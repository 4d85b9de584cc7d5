// The listening process: a node server around the application, the watch for new snapshots, and
// the orderly end.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { OperatorError } from "../data/operator-error.js";
import { createApp, toListener } from "./app.js";
import { HTTP_LIMITS } from "./config.js";
import { openMetrics } from "./metrics.js";
import { refuseRequest } from "./refusal.js";
import { SnapshotHolder } from "./snapshot-holder.js";
import { workerNumber } from "./workers.js";

export interface ServeOptions {
  readonly snapshot: string;
  readonly host: string;
  readonly port: number;
  /** Local folder of a neural embedder's files. */
  readonly weights: string | undefined;
  readonly signal: AbortSignal;
  onListening(address: AddressInfo, holder: SnapshotHolder): void;
  onLog(message: string): void;
}

/**
 * Serves until the signal is aborted; requests under way are finished first.
 * @throws OperatorError when the snapshot cannot be served or the port cannot be had
 */
export async function serveSnapshot(options: ServeOptions): Promise<void> {
  const holder = await SnapshotHolder.open(options.snapshot, {
    embedder: options.weights === undefined ? {} : { model: options.weights },
  });
  try {
    const server = createHttpServer(holder, options);
    options.onListening(await listen(server, options), holder);
    const stopWatching = watchSnapshot(holder, options);
    await waitForAbort(options.signal);
    stopWatching();
    await closeServer(server);
  } finally {
    holder.close();
  }
}

function createHttpServer(holder: SnapshotHolder, { onLog }: ServeOptions): Server {
  const metrics = openMetrics(holder, { worker: workerNumber });
  const app = createApp({
    holder,
    metrics,
    onDefect: (error, path) => onLog(`${path}: ${describeError(error)}`),
  });
  const server = createServer(
    {
      maxHeaderSize: HTTP_LIMITS.headerBytes,
      headersTimeout: HTTP_LIMITS.headersTimeoutMs,
      requestTimeout: HTTP_LIMITS.requestTimeoutMs,
      keepAliveTimeout: HTTP_LIMITS.keepAliveTimeoutMs,
    },
    toListener(app),
  );
  server.on("clientError", (error, socket: Duplex) => {
    const status = refuseRequest(error, socket);
    if (status !== undefined) metrics.countRequest("none", status);
  });
  return server;
}

/** Looks for a new snapshot now and then, and on SIGHUP. @returns what ends the watch */
function watchSnapshot(holder: SnapshotHolder, { onLog }: ServeOptions): () => void {
  let lastRefusal = "";
  let toldSwitches = holder.switches;
  // A look now and then and a SIGHUP may wait for the same change, which is told once.
  const tellSwitch = (): void => {
    if (holder.switches !== toldSwitches) onLog(`now serving ${holder.folder}`);
    toldSwitches = holder.switches;
  };
  // A bad new snapshot is refused, said once, and the old one goes on, whatever is wrong with it.
  const refresh = async (isForced: boolean): Promise<void> => {
    try {
      await holder.refresh({ isForced });
      tellSwitch();
      lastRefusal = "";
    } catch (error) {
      tellSwitch();
      const refusal = error instanceof OperatorError ? error.message : describeError(error);
      if (refusal !== lastRefusal) onLog(`a new snapshot was refused: ${refusal}`);
      lastRefusal = refusal;
    }
  };
  const poll = setInterval(() => void refresh(false), HTTP_LIMITS.snapshotPollMs);
  const onHangUp = (): void => {
    // Who asks is answered, even if it has been said before.
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
        new OperatorError(
          {
            code: "listen_failed",
            message: `Cannot listen on ${host}:${port} (${reason}); choose others with --host and --port.`,
            expected: "a free port",
            got: reason,
          },
          { cause: error },
        ),
      );
    });
    // A server that listens on a port has an AddressInfo, never a pipe's name.
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that is kept alive becomes idle when its last request has been answered.
  const sweep = setInterval(() => server.closeIdleConnections(), HTTP_LIMITS.drainSweepMs);
  const force = setTimeout(() => server.closeAllConnections(), HTTP_LIMITS.drainTimeoutMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(force);
}
