// What the page of a repository reads of the interface's answers. A test holds these shapes to
// /openapi.json.

export interface RepositorySummary {
  readonly name: string;
  /** Organization → platform version → number of entries. */
  readonly organizations: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface Coverage {
  readonly counts: Readonly<Record<"present" | "moved" | "missing" | "unknown" | "ready", number>>;
  readonly modules: readonly {
    readonly technical_name: string;
    readonly status: string;
    readonly carriers_to: readonly string[];
    readonly blocked_by: readonly string[];
  }[];
}
