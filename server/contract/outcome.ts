// Outcome of a lookup by name: the value, or the reason for its absence with near names.
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
      readonly version: string;
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

/** Modules that could have it nevertheless. */
export interface Doubt {
  /** Modules of Odoo that make the model, and are not indexed. */
  readonly makers: readonly string[];
  /** Modules that are not indexed at the version that was asked for, or at some version. */
  readonly notIndexed: readonly string[];
  /** Odoo itself is not indexed there, so that nothing can be said of what it has. */
  readonly lacksPlatform: boolean;
}

/** Kinds of defined things, by their code of absence: name and place. */
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
