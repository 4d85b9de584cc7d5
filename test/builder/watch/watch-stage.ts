// Repositories on a local server of git, and a watch of them in this process whose intervals pass when a test lets them.
import { EventEmitter, once } from "node:events";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { Clock } from "../../../data/network/clock.js";
import type { Source } from "../../../builder/source/source.js";
import { watchSources, type WatchEvent } from "../../../builder/watch.js";
import { toBuildOptions } from "../../support/builds.js";
import { type NetworkFault, serveRepositories } from "../../support/git-server.js";
import { importBranches, makeGitRepository, readGitText } from "../../support/git-repository.js";

export interface WatchStage {
  readonly out: string;
  /** Events so far. */
  readonly events: readonly WatchEvent[];
  /** Names of the repositories that the server was asked for, in order. */
  readonly asked: string[];
  /** Outcomes of requests for a repository. */
  readonly faults: Map<string, NetworkFault>;
  /** Error of listing the sources. */
  listingError: Error | undefined;
  /** Puts a commit on a repository. */
  commit(name: string): void;
  /** Lets the interval pass. */
  pass(): void;
  /** Resolved when so many looks have ended. */
  rests(looks: number): Promise<void>;
  /** The next events, as many as are named, of these kinds. */
  next(...kinds: readonly WatchEvent["event"][]): Promise<readonly WatchEvent[]>;
  /** Stops the watch; what it ended with. */
  stop(): Promise<unknown>;
}

const INTERVAL_S = 60;

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
  const stopping = new AbortController();
  const { signal } = stopping;
  const events: WatchEvent[] = [];
  const said = new EventEmitter();
  const ended = { looks: 0 };
  said.on("rest", () => (ended.looks += 1));
  const stage = { listingError: undefined as Error | undefined };
  const print = (line: string): void => {
    events.push(JSON.parse(line) as WatchEvent);
    said.emit("event");
  };
  const watching = watchSources(
    { "interval-s": INTERVAL_S, json: true, quiet: false },
    toBuildOptions({ out, jobs: 2, signal, clock: toClock(said) }),
    {
      read() {
        if (stage.listingError !== undefined) throw stage.listingError;
        return { entries: sources, needsFile: undefined };
      },
      expand: async () => sources,
    },
    { print, printError: print },
  );
  const end = watching.catch((error: unknown) => error);
  const stop = (): Promise<unknown> => {
    stopping.abort(new Error("stopped"));
    return end;
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
    pass: () => void said.emit("pass"),
    async rests(looks: number) {
      while (ended.looks < looks) await once(said, "rest");
    },
    async next(...kinds: readonly WatchEvent["event"][]) {
      while (events.length < taken + kinds.length) await once(said, "event");
      const next = events.slice(taken, (taken += kinds.length));
      return next;
    },
    stop,
  });
}

/** Waits for servers are over at once, those for the next look each when a test has let one pass. */
function toClock(said: EventEmitter): Clock {
  let passed = 0;
  said.on("pass", () => (passed += 1));
  return {
    now: () => 0,
    async sleep(delayMs, signal) {
      if (delayMs < INTERVAL_S * 1000) return;
      said.emit("rest");
      if (passed === 0) await once(said, "pass", { signal }).finally(() => signal.throwIfAborted());
      passed -= 1;
    },
  };
}

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
