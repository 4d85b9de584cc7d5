// What a snapshot says of itself to anyone: of what it was made, what could not be read, and what was
// odd in what could. Absence from an index is not absence from the world: this is the difference.
import type { DiagnosticRow } from "../../data/snapshot/contents.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import type { SnapshotCounts } from "../../data/snapshot/entry-file.js";
import { deriveOnce } from "./derived.js";
import { isSameName } from "./modules.js";
import { cutPage, type Page, type PageRequest } from "./page.js";

export interface SnapshotFacts {
  readonly id: string;
  readonly format: number;
  /** Version of the program that built it. */
  readonly program: string;
  /** Bytes of all its files but the entry file. */
  readonly bytes: number;
  readonly embedder: {
    readonly kind: string;
    readonly name: string;
    readonly dimensions: number;
  } | null;
  readonly counts: SnapshotCounts;
  /** True when every repository and every branch that was asked for was read. */
  readonly is_complete: boolean;
  readonly sources: readonly SourceFacts[];
}

export interface SourceFacts {
  readonly organization: string;
  readonly repository: string;
  readonly git: string;
  readonly branches: readonly {
    readonly branch: string;
    readonly commit: string;
    readonly modules: number;
  }[];
  /**
   * How many times something of it could not be read. What was said is for the operator, since it
   * may name folders of the machine that built.
   */
  readonly faults: number;
  readonly diagnostics: number;
}

export const readSnapshotFacts = deriveOnce((snapshot): SnapshotFacts => {
  const { id, format, program, files, embedder, counts, sources } = snapshot.entry;
  const diagnostics = countDiagnostics(readDiagnostics(snapshot));
  return {
    id,
    format,
    program,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    embedder: embedder && {
      kind: embedder.kind,
      name: embedder.name,
      dimensions: embedder.dimensions,
    },
    counts,
    is_complete: sources.every((source) => source.faults.length === 0),
    sources: sources.map(({ organization, repository, git, branches, faults }) => ({
      organization,
      repository,
      git,
      branches: branches.map(({ branch, commit, modules }) => ({ branch, commit, modules })),
      faults: faults.length,
      diagnostics: diagnostics.get(`${organization}/${repository}`) ?? 0,
    })),
  };
});

const readDiagnostics = deriveOnce((snapshot) => snapshot.readDiagnostics());

function countDiagnostics(rows: readonly DiagnosticRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { organization, repository } of rows) {
    const source = `${organization}/${repository}`;
    counts.set(source, (counts.get(source) ?? 0) + 1);
  }
  return counts;
}

export interface DiagnosticQuery extends PageRequest {
  readonly code: string | undefined;
  /** Compared without case, as hosts do. */
  readonly organization: string | undefined;
  readonly repository: string | undefined;
  readonly platformVersion: string | undefined;
}

/** What was odd in the files that were read, for which all that is asked for holds. */
export function listDiagnostics(snapshot: Snapshot, query: DiagnosticQuery): Page<DiagnosticRow> {
  const rows = readDiagnostics(snapshot).filter(
    (row) =>
      isSameName(row.code, query.code) &&
      isSameName(row.organization, query.organization) &&
      isSameName(row.repository, query.repository) &&
      (query.platformVersion === undefined || row.branch === query.platformVersion),
  );
  return cutPage(rows, query);
}
