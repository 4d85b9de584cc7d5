// Repositories on a local server of git, and a watch of them in this process whose intervals pass when a test lets them.
import { EventEmitter, once } from "node:events";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { Clock } from "../../../data/network/clock.js";
import { refreshSnapshot } from "../../../builder/refresh.js";
import type { Source } from "../../../builder/source/source.js";
import { GATHER_MS, createPollQueue } from "../../../builder/watch/poll-queue.js";
import { createWebhookApp } from "../../../builder/watch/webhook-app.js";
import { createWatchMetrics } from "../../../builder/watch/watch-metrics.js";
import { createWatch, type WatchEvent } from "../../../builder/watch/watch.js";
import { toBuildOptions } from "../../support/builds.js";
import { type NetworkFault, serveRepositories } from "../../support/git-server.js";
import { importBranches, makeGitRepository, readGitText } from "../../support/git-repository.js";
import { openManualClock } from "./manual-clock.js";
import { toPushRequest, WEBHOOK_SECRET, type WebhookKind } from "./webhook-requests.js";

export interface WatchStage {
  readonly out: string;
  /** Events so far. */
  readonly events: readonly WatchEvent[];
  /** Names of the repositories that the server was asked for, in order. */
  readonly asked: string[];
  /** Outcomes of requests for a repository. */
  readonly faults: Map<string, NetworkFault>;
  /** Delay of a burst; nothing else by default. */
  gathering: Promise<unknown>;
  /** Error of listing the sources. */
  listingError: Error | undefined;
  /** Puts a commit on a repository. */
  commit(name: string): void;
  /** Sends a push of each repository, all at once, and returns the answers. */
  push(names: readonly string[], kind?: WebhookKind): Promise<readonly number[]>;
  /** Lets the interval pass. */
  pass(): void;
  /** The next events, as many as are named, of these kinds. */
  next(...kinds: readonly WatchEvent["event"][]): Promise<readonly WatchEvent[]>;
  readonly metrics: () => string;
  /** Stops the watch; what it ended with. */
  stop(): Promise<unknown>;
}

const INTERVAL_MS = 60_000;

/** One module at 17.0 in each repository. */
export async function openWatchStage(root: string, names: readonly string[]): Promise<WatchStage> {
  const versions = new Map(names.map((name) => [name, 1]));
  for (const name of names) {
    makeGitRepository(toFolder(root, name), { "17.0": toCommits(name, 1) });
    readGitText(toFolder(root, name), "config", "uploadpack.allowFilter", "true");
  }
  const asked: string[] = [];
  const faults = new Map<string, NetworkFault>();
  const findFault = ({ url = "" }: IncomingMessage): NetworkFault | undefined => {
    const name = url.split(/[/.]/)[1] ?? "";
    asked.push(name);
    return faults.get(name);
  };
  const address = await serveRepositories(root, undefined, findFault);
  const sources = names.map((name) => toSource(address, name));
  const out = path.join(root, "out");
  const manual = openManualClock();
  const stopping = new AbortController();
  const { signal } = stopping;
  const events: WatchEvent[] = [];
  const said = new EventEmitter();
  const metrics = createWatchMetrics(manual.now);
  const options = toBuildOptions({ out, jobs: 2, signal, clock: AT_ONCE });
  const stage = {
    gathering: Promise.resolve() as Promise<unknown>,
    listingError: undefined as Error | undefined,
  };
  const watch = createWatch({
    queue: createPollQueue(INTERVAL_MS, {
      now: manual.now,
      sleep: (delayMs, ended) =>
        delayMs <= GATHER_MS ? stage.gathering : manual.sleep(delayMs, ended),
    }),
    metrics,
    signal,
    async listSources() {
      if (stage.listingError !== undefined) throw stage.listingError;
      return sources;
    },
    refresh: (wanted, isAsked, onUnreachable) =>
      refreshSnapshot(wanted, { ...options, asked: isAsked, onUnreachable }),
    onEvent(event) {
      events.push(event);
      said.emit("event");
    },
  });
  const app = createWebhookApp({ secrets: [WEBHOOK_SECRET], metrics, onPush: watch.notePush });
  const ended = watch.run().catch((error: unknown) => error);
  const stop = (): Promise<unknown> => {
    stopping.abort(new Error("stopped"));
    return ended;
  };
  onTestFinished(async () => void (await stop()));
  let taken = 0;
  return Object.assign(stage, {
    out,
    events,
    asked,
    faults,
    commit(name: string) {
      const version = (versions.get(name) ?? 0) + 1;
      versions.set(name, version);
      importBranches(toFolder(root, name), { "17.0": toCommits(name, version) });
    },
    async push(pushed: readonly string[], kind: WebhookKind = "github") {
      const answers = pushed.map(async (name) => {
        const request = toPushRequest(kind, `${address}/${name}.git`);
        return (await app(new Request("http://127.0.0.1/webhook", request))).status;
      });
      return Promise.all(answers);
    },
    pass: () => manual.pass(INTERVAL_MS),
    async next(...kinds: readonly WatchEvent["event"][]) {
      while (events.length < taken + kinds.length) await once(said, "event");
      const next = events.slice(taken, (taken += kinds.length));
      return next;
    },
    metrics: metrics.format,
    stop,
  });
}

/** Waits for servers are over at once. */
const AT_ONCE: Clock = { now: () => 0, sleep: async () => undefined };

function toFolder(root: string, name: string): string {
  return path.join(root, `${name}.git`);
}

function toCommits(name: string, count: number) {
  return Array.from({ length: count }, (_, at) => ({
    files: {
      [`mod_${name}/__manifest__.py`]: `{"name": "${name}", "version": "17.0.${at + 1}.0.0", "depends": []}`,
    },
  }));
}

function toSource(address: string, repository: string): Source {
  return {
    organization: "acme",
    repository,
    url: `${address}/${repository}.git`,
    cloneUrl: `${address}/${repository}.git`,
    mirror: undefined,
    branches: undefined,
    addons: ["."],
  };
}
