// State of a serving process.
import type { ParsedModules, WrittenFiles } from "../../data/module/module-under-development.js";
import type { SnapshotRefusal } from "./snapshot-refusal.js";

export interface ServiceState {
  /** Reason why a newer snapshot is not served; `undefined` if the newest one is. */
  readonly refusal: SnapshotRefusal | undefined;
  /** Whether answers can be given: nobody wrote to the snapshot that is served. */
  readonly isSound: boolean;
  /** Whether the service was told to stop. */
  readonly isStopping: boolean;
  /** Scheme and host under which people reach the service, where it was told. */
  readonly publicUrl: string | undefined;
  /** Whether pages show pictures of modules, which browsers fetch from their forge. */
  readonly showsPictures: boolean;
  /** Reads files of modules in a process of its own; `undefined` where they take more than they may. */
  readModules(
    written: readonly WrittenFiles[],
    platformVersion: string | undefined,
    signal: AbortSignal,
  ): Promise<ParsedModules | undefined>;
  /** All metrics of the service, as Prometheus reads them. */
  readMetrics(): Promise<string>;
}

/** State of a process without foreign requests. */
export const UNWATCHED_STATE: ServiceState = {
  refusal: undefined,
  isSound: true,
  isStopping: false,
  publicUrl: undefined,
  showsPictures: false,
  readModules: () => Promise.resolve(undefined),
  readMetrics: () => Promise.resolve(""),
};
