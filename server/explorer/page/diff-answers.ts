// What the pages of changes read of the interface's answers. A test holds these shapes to /openapi.json.

export interface ModuleDiff {
  readonly from: DiffSide;
  readonly to: DiffSide;
  readonly manifest: readonly FactChange[];
  readonly dependencies: {
    readonly platform: NameDiff;
    readonly pip: NameDiff;
    readonly bin: NameDiff;
  };
  readonly models: Omit<SetDiff, "changed"> & { readonly changed: readonly ModelDiff[] };
  readonly views: SetDiff;
}

export interface DiffSide {
  readonly platform_version: string;
  readonly organization: string;
  readonly repository: string;
  readonly version: string;
}

/** One fact before and after; `null` where nothing was or is said. */
export interface FactChange {
  readonly key: string;
  readonly from: FactValue;
  readonly to: FactValue;
}

export type FactValue = string | boolean | null | readonly string[];

export interface NameDiff {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export interface SetDiff extends NameDiff {
  readonly renamed: readonly {
    readonly from: string;
    readonly to: string;
    readonly reason: string;
  }[];
  readonly changed: readonly { readonly name: string; readonly changes: readonly FactChange[] }[];
}

export interface ModelDiff {
  readonly model_name: string;
  readonly changes: readonly FactChange[];
  readonly fields: SetDiff;
  readonly methods: SetDiff;
}

export interface Changes {
  readonly previous: string | null;
  readonly reason?: string | null;
  readonly counts: Readonly<Record<ChangeKind, number>>;
  readonly changes: readonly ChangeRow[];
}

export type ChangeKind = "added" | "removed" | "updated";

export interface ChangeRow {
  readonly change: ChangeKind;
  readonly technical_name: string;
  readonly name: string;
  readonly platform_version: string;
  readonly organization: string;
  readonly repository: string;
  readonly version: string;
  readonly update_date: string;
  readonly changes: readonly FactChange[];
}
