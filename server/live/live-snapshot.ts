// The served snapshot, and the hot swap to a new one between requests. A new one is opened and
// checked beside the old one, which stays mapped until its last request has ended. A bad one is
// refused and the old one stays. One whose file is written to is given up.
import { lstatSync } from "node:fs";
import path from "node:path";
import { OperatorError } from "../../data/operator-error.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import type { SnapshotEntry } from "../../data/snapshot/entry-file.js";
import { SnapshotError } from "../../data/snapshot/errors.js";
import { CURRENT_LINK, SECTIONS_FILE } from "../../data/snapshot/format.js";
import { identifySnapshot, locateSnapshot, readWrittenMs } from "../../data/snapshot/locate.js";
import { verifySnapshot } from "../../data/snapshot/verify.js";
import { watchSnapshot, type FileWatch } from "./file-watch.js";
import { releaseFreedPages } from "./process-tuning.js";
import { openLookup, prepareLookup, type Lookup, type LookupOptions } from "../lookup/lookup.js";
import { createEqualShares, yieldToEventLoop, type Yield } from "../../data/yield.js";
import { advisePlatform } from "../contract/browser/words.js";
import { Problem } from "../contract/problem.js";
import { getPlatformCoverage } from "../lookup/module/platform-module.js";
import { prepareRegistry } from "../registry/loaded/prepare-registry.js";
import { toRefusal, type SnapshotRefusal } from "./snapshot-refusal.js";

interface Held {
  readonly lookup: Lookup;
  /** Identity of its files at opening, see identifySnapshot. */
  readonly identity: string;
  readonly writtenMs: number;
  readonly watch: FileWatch;
  readers: number;
  isRetired: boolean;
}

export interface Reading {
  /** Keeps the snapshot open after the work is done, until the returned function is called. */
  keepOpen(): () => void;
  /**
   * Called after reading and before sending, so that nothing spoiled by a change of the file is sent.
   * @throws Problem `snapshot_changed` when the file is not what it was when it was opened
   */
  check(): void;
}

export interface LiveSnapshotOptions extends LookupOptions {
  /** Called when the served file was written to, and every byte of it is as it was. */
  onTouched?(): void;
  /** Called when the served file has other bytes and there is no other snapshot: nothing is answered. */
  onLost?(error: SnapshotError): void;
}

type Opened = Pick<Held, "lookup" | "identity" | "writtenMs">;

interface Refused {
  /** `undefined` when no folder was found. */
  readonly identity: string | undefined;
  readonly error: unknown;
  readonly refusal: SnapshotRefusal;
}

interface RefreshOptions {
  /** Open a snapshot once more that was refused before, though its files are the same. */
  readonly isForced?: boolean;
}

export class LiveSnapshot {
  readonly #folder: string;
  readonly #options: LiveSnapshotOptions;
  #current: Held;
  #change: Promise<boolean> | undefined;
  #refused: Refused | undefined;
  #switches = 0;
  #refusals = 0;
  #isClosed = false;

  private constructor(folder: string, options: LiveSnapshotOptions, opened: Opened) {
    this.#folder = folder;
    this.#options = options;
    this.#current = this.#hold(opened);
  }

  /**
   * @param folder a snapshot, or a folder of snapshots with a link `current`
   * @throws SnapshotError when there is none that can be served
   */
  static async open(folder: string, options: LiveSnapshotOptions): Promise<LiveSnapshot> {
    const located = locateSnapshot(folder);
    // If files change during opening, this identity is wrong, and the next look opens them again.
    const files = {
      identity: identifySnapshot(located),
      writtenMs: readWrittenMs(located, Date.now()),
    };
    const lookup = await openLookup(located, options);
    return new LiveSnapshot(folder, options, { lookup, ...files });
  }

  /** The folder of the snapshot being served. */
  get folder(): string {
    return this.#current.lookup.snapshot.folder;
  }

  get entry(): SnapshotEntry {
    return this.#current.lookup.snapshot.entry;
  }

  /** Odoo versions in the index, in words for the operator. */
  describePlatform(): string {
    return advisePlatform(getPlatformCoverage(this.#current.lookup.snapshot));
  }

  /** When the files of the snapshot being served were written, in Unix milliseconds. */
  get writtenMs(): number {
    return this.#current.writtenMs;
  }

  /**
   * When a build or pull into the folder last ended well, in Unix milliseconds: the time of the link `current`, or of
   * the files where a snapshot is served without one.
   */
  get lastBuildMs(): number {
    const link = lstatSync(path.join(this.#folder, CURRENT_LINK), { throwIfNoEntry: false });
    return link?.mtimeMs ?? this.writtenMs;
  }

  /** Reason why a newer snapshot is not served; `undefined` if the newest one is. */
  get refusal(): SnapshotRefusal | undefined {
    return this.#refused?.refusal;
  }

  /** Number of swaps so far. */
  get switches(): number {
    return this.#switches;
  }

  /** Number of refused snapshots. */
  get refusals(): number {
    return this.#refusals;
  }

  /** Present readers of the served snapshot. */
  get readers(): number {
    return this.#current.readers;
  }

  /**
   * Looks whether the file of the snapshot being served is what it was.
   * @returns false while nothing is answered from it
   */
  look(): boolean {
    return this.#current.watch.look();
  }

  /** Result of the last look. */
  get isTrusted(): boolean {
    return this.#current.watch.isTrusted;
  }

  /**
   * Runs `work` on the current snapshot, which stays open until the work is done, and until every
   * `keepOpen` of it is released.
   * @throws Problem instead of running it: `stopping` when the service has ended, and requests come on open connections;
   * `snapshot_changed` when the snapshot's file was written to
   */
  async use<T>(work: (lookup: Lookup, reading: Reading) => Promise<T> | T): Promise<T> {
    if (!this.#isClosed) requireSound(this.#current);
    return this.useUnread(work);
  }

  /** Runs work that reads only the entry of the snapshot: it is always done. */
  async useUnread<T>(work: (lookup: Lookup, reading: Reading) => Promise<T> | T): Promise<T> {
    if (this.#isClosed) throw new Problem("stopping", "The service was told to stop.");
    const held = this.#current;
    const release = addReader(held);
    try {
      return await work(held.lookup, {
        keepOpen: () => addReader(held),
        check: () => requireSound(held),
      });
    } finally {
      release();
    }
  }

  /**
   * Checks every byte of the snapshot being served, piece by piece while requests are answered.
   * @throws SnapshotError `snapshot_damaged`, `snapshot_unreadable` when its files are gone
   */
  checkCurrent(): Promise<void> {
    return this.use(({ snapshot }) => requireWhole(snapshot));
  }

  /** Opens what the first questions would wait for. @throws SnapshotError as they would */
  prepareCurrent(): Promise<void> {
    return this.use((lookup) => prepare(lookup, yieldToEventLoop));
  }

  /**
   * Swaps to the present snapshot of the folder, between requests; a bad one is refused. A call
   * during a change waits for that change. A refused snapshot with unchanged files is refused again
   * without another look.
   * @returns true after a swap
   * @throws SnapshotError for a new one that cannot be served
   */
  refresh({ isForced = false }: RefreshOptions = {}): Promise<boolean> {
    this.#change ??= this.#swap(isForced).finally(() => (this.#change = undefined));
    return this.#change;
  }

  /** Ends the service of this live snapshot; what reads the snapshot now may finish. */
  close(): void {
    this.#isClosed = true;
    retire(this.#current);
  }

  async #swap(isForced: boolean): Promise<boolean> {
    let isChanged = false;
    // Once more after each change, since the next snapshot may have come meanwhile.
    for (;;) {
      let identity: string | undefined;
      try {
        const folder = locateSnapshot(this.#folder);
        identity = identifySnapshot(folder);
        if (identity === this.#current.identity) {
          this.#refused = undefined;
          return isChanged;
        }
        if (!isForced && identity === this.#refused?.identity) throw this.#refused.error;
        const writtenMs = readWrittenMs(folder, Date.now());
        const lookup = await openChecked(folder, this.#options);
        if (this.#isClosed) {
          lookup.close();
          return isChanged;
        }
        this.#serve(this.#hold({ lookup, identity, writtenMs }));
        isChanged = true;
      } catch (error) {
        // The folder may be gone already, since there is a newer one.
        if (identity !== undefined && identity !== findIdentity(this.#folder)) continue;
        this.#refuse(error, identity);
        throw error;
      }
    }
  }

  #hold(opened: Opened): Held {
    const watch = watchSnapshot(opened.lookup.snapshot, {
      keepOpen: () => addReader(held),
      onWhole: () => this.#options.onTouched?.(),
      onLost: () => void this.#replace(held),
    });
    const held: Held = { ...opened, watch, readers: 0, isRetired: false };
    return held;
  }

  /** Serves what the folder means now in place of a snapshot that is lost, or says that there is none. */
  async #replace(lost: Held): Promise<void> {
    // One that is under way may have been asked before there was anything new.
    await this.#change?.catch(() => undefined);
    if (lost === this.#current) await this.refresh({ isForced: true }).catch(() => undefined);
    if (lost !== this.#current || this.#isClosed) return;
    const { folder } = lost.lookup.snapshot;
    this.#options.onLost?.(
      new SnapshotError({
        code: "snapshot_changed",
        message: `${SECTIONS_FILE} of the snapshot ${folder} was written to while it was served, and there is no other snapshot; build or copy it again, under another name, and point the link to it.`,
      }),
    );
  }

  #serve(held: Held): void {
    const old = this.#current;
    this.#current = held;
    this.#switches += 1;
    retire(old);
  }

  #refuse(error: unknown, identity: string | undefined): void {
    const refusal = toRefusal(error);
    const before = this.#refused;
    this.#refused = { identity, error, refusal };
    if (before?.identity !== identity || before?.refusal.code !== refusal.code) this.#refusals += 1;
  }
}

/**
 * Opens a snapshot for those who have one already and can wait until every byte has been checked.
 * It is read piece by piece, requests are answered meanwhile.
 */
async function openChecked(folder: string, options: LookupOptions): Promise<Lookup> {
  const yieldToOthers = createEqualShares();
  const lookup = await openLookup(folder, { ...options, yieldToOthers });
  try {
    await requireWhole(lookup.snapshot);
    await prepare(lookup, yieldToOthers);
    releaseFreedPages();
    return lookup;
  } catch (error) {
    lookup.close();
    throw error;
  }
}

/** @throws SnapshotError for any obstacle */
async function prepare(lookup: Lookup, yieldToOthers: Yield): Promise<void> {
  try {
    await prepareLookup(lookup, yieldToOthers);
    await prepareRegistry(lookup.snapshot, yieldToOthers);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    // Snapshots are foreign: values of a wrong kind end only their own service.
    const got = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new SnapshotError({
      code: "snapshot_unusable",
      message: `The snapshot ${lookup.snapshot.folder} cannot be prepared for questions (${got}); build it again with this program.`,
      cause: error,
    });
  }
}

async function requireWhole(snapshot: Snapshot): Promise<void> {
  const { damaged } = await verifySnapshot(snapshot);
  if (damaged.length === 0) return;
  throw new SnapshotError({
    code: "snapshot_damaged",
    message: `The snapshot ${snapshot.folder} is damaged in ${damaged.join(", ")}; build or copy it again.`,
  });
}

function findIdentity(folder: string): string | undefined {
  try {
    return identifySnapshot(locateSnapshot(folder));
  } catch {
    // The caller looks again, and meets the same.
    return undefined;
  }
}

/** @throws Problem `snapshot_changed` */
function requireSound({ watch }: Held): void {
  if (watch.look()) return;
  const detail = "The served snapshot was written to; no answers are given from it.";
  throw new Problem("snapshot_changed", detail);
}

function addReader(held: Held): () => void {
  held.readers += 1;
  return () => {
    held.readers -= 1;
    closeWhenUnused(held);
  };
}

function retire(held: Held): void {
  held.isRetired = true;
  closeWhenUnused(held);
}

function closeWhenUnused(held: Held): void {
  if (held.isRetired && held.readers === 0) held.lookup.close();
}
