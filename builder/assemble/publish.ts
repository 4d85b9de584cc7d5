// Writes a snapshot and makes it the current one. A reader sees the last good snapshot or the new
// one, never a part, whenever this program is killed: the folder gets its name when it is whole and
// on disk, the link is replaced in one step. files/publish-folder.ts knows the folder around it.
import { constants } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import path from "node:path";
import { digestFile, digestPieces } from "../../data/sha256.js";
import type { SnapshotContents } from "../../data/snapshot/contents.js";
import { encodeSnapshot } from "../../data/snapshot/encode.js";
import type { ModuleListing } from "../../data/snapshot/encode-contents.js";
import type { MakeCached } from "../../data/snapshot/cached-pieces.js";
import { encodeEntry, type SnapshotEntry } from "../../data/snapshot/entry-file.js";
import {
  ENTRY_FILE,
  FORMAT_VERSION,
  SECTIONS_FILE,
  VECTOR_INDEX_FILE,
} from "../../data/snapshot/format.js";
import { takeSteps } from "../../data/yield.js";
import { DEFAULT_KEEP } from "../../data/files/kept-snapshots.js";
import {
  loadGraphLibrary,
  NO_GRAPH,
  writeVectorGraph,
  type GraphLibrary,
} from "../index/vector-graph.js";
import { syncFile, syncFolder, writeDurably } from "../../data/files/durable-file.js";
import { toOutConfigError, toOutError } from "../../data/files/out-fault.js";
import { readCurrent } from "../../data/files/out-folder.js";
import {
  publishFolder,
  type PublishedSnapshot,
  type WrittenSnapshot,
} from "../../data/files/publish-folder.js";

export interface PublishOptions {
  readonly out: string;
  /** Version of this program, kept in the snapshot. */
  readonly program: string;
  /** Number of snapshots to keep in `out`, the new one included. Default: two. */
  readonly keep?: number | undefined;
  /** Cache between builds. Default: none. */
  readonly kept?: CachedOptions;
  /** Called now and then with how many steps of `countSteps` are done; what it throws ends the work. */
  onYield?(done: number): void;
}

interface CachedOptions {
  readonly keep: MakeCached;
  /** The modules of the contents. */
  readonly listing: ModuleListing;
  /** Called when all was asked for; what it writes, and the snapshot, are brought to disk together. */
  save(): Promise<void>;
}

/**
 * Refuses an output folder that cannot be written, before hours of work are done for it.
 * @throws ConfigError `out_unwritable` or `out_full`
 */
export async function prepareOutput(out: string): Promise<void> {
  try {
    await mkdir(out, { recursive: true });
    await access(out, constants.W_OK);
    await readCurrent(out);
  } catch (error) {
    throw toOutConfigError(out, error);
  }
}

/** The steps of laying contents out: a few for each entry, one for each vector of the graph. */
export function countSteps({ heads, vectors }: SnapshotContents): number {
  return heads.length + (vectors?.vectors.length ?? 0);
}

/**
 * Writes the contents under their id in `out` and switches `out/current` to them.
 * @throws OperatorError `out_full` or `out_unwritable`; `current` is then as it was
 */
export async function publishSnapshot(
  contents: SnapshotContents,
  options: PublishOptions,
): Promise<PublishedSnapshot> {
  const { keep = DEFAULT_KEEP } = options;
  try {
    const library = await loadGraphLibrary();
    const published = await publishFolder({ out: path.resolve(options.out), keep }, (folder) =>
      writeSnapshot(contents, folder, library, options),
    );
    const lacksGraph = contents.vectors !== undefined && library === undefined;
    return lacksGraph ? { ...published, notes: [...published.notes, NO_GRAPH] } : published;
  } catch (error) {
    throw toOutError(options.out, error);
  }
}

/** Nothing where vectors say what texts do. */
function describeMeaning({ vectors }: SnapshotContents): Pick<SnapshotEntry, "meaning"> {
  if (vectors === undefined || (!vectors.isMoved && vectors.beside === undefined)) return {};
  const { isMoved, beside } = vectors;
  return {
    meaning: { is_moved: isMoved, ...(beside === undefined ? {} : { beside: beside.entry }) },
  };
}

/** Writes the files of a snapshot and brings them to disk. */
async function writeSnapshot(
  contents: SnapshotContents,
  folder: string,
  library: GraphLibrary | undefined,
  options: PublishOptions,
): Promise<WrittenSnapshot> {
  const { program, kept, onYield = () => undefined } = options;
  const { pieces, counts } = await takeSteps(encodeSnapshot(contents, kept?.keep, kept?.listing), {
    onYield,
  });
  await Promise.all([writeDurably(path.join(folder, SECTIONS_FILE), pieces), kept?.save()]);
  const files = [{ name: SECTIONS_FILE, ...(await digestPieces(pieces)) }];
  const spec = contents.vectors?.spec ?? null;
  const vectors = contents.vectors?.vectors ?? [];
  if (spec !== null && vectors.length > 0 && library !== undefined) {
    const file = path.join(folder, VECTOR_INDEX_FILE);
    const before = contents.heads.length;
    await takeSteps(writeVectorGraph(library, vectors, spec.dimensions, file), {
      onYield: (done) => onYield(before + done),
    });
    await syncFile(file);
    files.push({ name: VECTOR_INDEX_FILE, ...(await digestFile(file)) });
  }
  const written = encodeEntry({
    format: FORMAT_VERSION,
    program,
    counts,
    embedder: spec,
    ...describeMeaning(contents),
    sources: contents.sources,
    files,
  });
  await writeDurably(path.join(folder, ENTRY_FILE), [Buffer.from(written.text)]);
  await syncFolder(folder);
  return written;
}
