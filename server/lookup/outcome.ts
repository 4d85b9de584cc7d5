// What a lookup by name finds: the value, or why there is none and what is near.

export type Outcome<T> = { readonly found: true; readonly value: T } | Missing;

export type Missing = { readonly found: false } & (
  | {
      readonly reason: "unknown_module";
      readonly suggestions: readonly string[];
      /** Platform versions at which modules depend on it, though nobody carries it. */
      readonly requiredAtVersions: readonly string[];
    }
  | { readonly reason: "unknown_repository"; readonly suggestions: readonly string[] }
  | {
      readonly reason: "unknown_version";
      readonly version: string;
      readonly availableVersions: readonly string[];
    }
  | { readonly reason: "module_not_at_version"; readonly availableVersions: readonly string[] }
  | {
      readonly reason: "module_not_in_repository";
      readonly availableRepositories: readonly string[];
    }
  | MissingDefinition
);

/** `what` is what was asked for, as people write it. */
export type MissingDefinition = { readonly what: string } & (
  | {
      readonly reason: "unknown_model" | "unknown_field" | "unknown_method" | "unknown_view";
      readonly suggestions: readonly string[];
    }
  | { readonly reason: "not_at_version"; readonly availableVersions: readonly string[] }
  | { readonly reason: "not_in_repository"; readonly availableRepositories: readonly string[] }
);
