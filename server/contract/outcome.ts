// What a lookup by name finds: the value, or why there is none and what is near.
import type { PlatformEdition } from "../../data/platform/module-lists.js";
import type { Successor } from "./shape/lineage.js";

export type Outcome<T> = { readonly found: true; readonly value: T } | Missing;

export type Missing = { readonly found: false } & (
  | {
      readonly reason: "unknown_module";
      readonly suggestions: readonly string[];
      /** Platform versions at which modules depend on it, though nobody has it. */
      readonly requiredAtVersions: readonly string[];
      readonly platformModule: PlatformModule | undefined;
      readonly successors: readonly Successor[];
    }
  | { readonly reason: "unknown_repository"; readonly suggestions: readonly string[] }
  | {
      readonly reason: "unknown_version";
      readonly version: string;
      readonly availableVersions: readonly string[];
    }
  | {
      readonly reason: "module_not_at_version";
      readonly availableVersions: readonly string[];
      readonly platformModule: PlatformModule | undefined;
      /** Up to this version. */
      readonly successors: readonly Successor[];
    }
  | {
      readonly reason: "module_not_in_repository";
      readonly availableRepositories: readonly string[];
    }
  | MissingDefinition
);

/** A module of the platform itself, which no repository of the snapshot has. */
export interface PlatformModule {
  readonly edition: PlatformEdition;
  /** The newest platform version at which it is one, of those that were meant. */
  readonly platformVersion: string;
}

/** What could have it all the same. */
export interface Doubt {
  /** Modules that are not indexed at the version that was asked for, or at some version. */
  readonly notIndexed: readonly string[];
  /** Odoo itself is not indexed there, so that nothing can be said of what it has. */
  readonly lacksPlatform: boolean;
}

/** What has a name and a place where it is defined, by the code that says that there is none. */
export const DEFINITIONS = {
  unknown_model: "model",
  unknown_field: "field",
  unknown_method: "method",
  unknown_view: "view",
  unknown_javascript: "JavaScript",
} as const;

/** `what` is what was asked for, as people write it. */
export type MissingDefinition = { readonly what: string; readonly doubt?: Doubt } & (
  | { readonly reason: keyof typeof DEFINITIONS; readonly suggestions: readonly string[] }
  | { readonly reason: "not_at_version"; readonly availableVersions: readonly string[] }
  | { readonly reason: "not_in_repository"; readonly availableRepositories: readonly string[] }
);
