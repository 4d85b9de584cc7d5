// Public facts of a snapshot: sources, faults of reading, and diagnostics. Absence from an index is
// not absence from the world: these tell the difference.
import { countEach } from "../../../data/grouped.js";
import { DIAGNOSTICS } from "../../../data/diagnostic-codes.js";
import type { DiagnosticRow, SnapshotDetails } from "../../contract/shape/snapshot.js";
import type { DiagnosticRow as FoundRow } from "../../../data/snapshot/contents.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { deriveOnce } from "../memo.js";
import { getLastDays } from "./dated-names.js";
import { findLineLink, isSameName } from "../forge.js";
import type { EmbeddingSpec } from "../../../data/embedding/embedder.js";
import { isProvidedBy, type ProviderFilter } from "./modules.js";
import { cutSlice, type Slice, type SliceRequest } from "../../contract/resource.js";

export const readSnapshotDetails = deriveOnce((snapshot): SnapshotDetails => {
  const { id, format, program, files, embedder, meaning, counts, sources } = snapshot.entry;
  const diagnostics = countEach(
    readDiagnostics(snapshot).map((row) => `${row.organization}/${row.repository}`),
  );
  return {
    id,
    format,
    program,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    last_commit: getLastDays(snapshot).last,
    embedder: embedder && toShownEmbedder(embedder),
    embedder_beside: meaning?.beside ? toShownEmbedder(meaning.beside.embedder) : null,
    counts,
    diagnostic_meanings: describeCodes(Object.keys(counts.diagnostics)),
    is_complete: sources.every((source) => source.faults.length === 0),
    sources: sources.map(({ organization, repository, git, branches, faults }) => ({
      organization,
      repository,
      git,
      branches: branches.map(({ branch, platform_version, commit, modules, stale = null }) => ({
        branch,
        platform_version,
        commit,
        modules,
        stale,
      })),
      faults: faults.length,
      diagnostics: diagnostics.get(`${organization}/${repository}`) ?? 0,
    })),
  };
});

const readDiagnostics = deriveOnce((snapshot) => snapshot.readDiagnostics());

/** Keeps codes that this program knows: the snapshot may come from a newer one. */
function describeCodes(codes: readonly string[]): SnapshotDetails["diagnostic_meanings"] {
  const meanings = new Map<string, string>(Object.entries(DIAGNOSTICS));
  const known = codes.map((code) => [code, meanings.get(code)] as const);
  return Object.fromEntries(known.flatMap(([code, meaning]) => (meaning ? [[code, meaning]] : [])));
}

export interface DiagnosticQuery extends SliceRequest, ProviderFilter {
  readonly code: string | undefined;
  readonly platform_version: string | undefined;
}

/** Diagnostics that match all filters. */
export function listDiagnostics(snapshot: Snapshot, query: DiagnosticQuery): Slice<DiagnosticRow> {
  const rows = readDiagnostics(snapshot).filter(
    (row) =>
      isSameName(row.code, query.code) &&
      isProvidedBy(row, query) &&
      (query.platform_version === undefined || row.platform_version === query.platform_version),
  );
  const { rows: part, total } = cutSlice(rows, query);
  return { rows: part.map((row) => ({ ...row, url: findUrl(snapshot, row) })), total };
}

interface ReadCommit {
  readonly git: string;
  readonly commit: string;
}

/** By organization, repository and branch. */
const getCommits = deriveOnce(
  ({ entry: { sources } }): ReadonlyMap<string, ReadCommit> =>
    new Map(
      sources.flatMap(({ organization, repository, git, branches }) =>
        branches.map(({ branch, commit }) => [
          toBranchKey({ organization, repository, branch }),
          { git, commit },
        ]),
      ),
    ),
);

type BranchName = Pick<FoundRow, "organization" | "repository" | "branch">;

function toBranchKey({ organization, repository, branch }: BranchName): string {
  return JSON.stringify([organization, repository, branch]);
}

function findUrl(snapshot: Snapshot, row: FoundRow): string | null {
  const read = getCommits(snapshot).get(toBranchKey(row));
  return read === undefined ? null : findLineLink({ ...read, path: row.path, line: row.line });
}

function toShownEmbedder({ kind, name, dimensions }: EmbeddingSpec): SnapshotDetails["embedder"] {
  return { kind, name, dimensions };
}
