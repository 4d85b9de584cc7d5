// The step from one platform version to a later one, as the interfaces of modules see it: which modules can be
// compared, what became of models, and what changed in them.
import type { ApiChange, ApiEvidence } from "../../contract/shape/api-changes.js";
import type { Steps } from "../../../data/yield.js";
import type { ApiSide, MemberKind } from "./api-side.js";

export interface Successors {
  /** Modules that have its contents; none of a module of the platform that is gone. */
  readonly modules: readonly string[];
  /** Successors with all their dependencies. */
  readonly needed: ReadonlySet<string>;
}

export interface ModelOutcome {
  readonly kind: "same" | "renamed" | "removed";
  /** Its name at the later version. */
  readonly model: string;
  /** Modules that make it there. */
  readonly modules: readonly string[];
  readonly evidence: readonly ApiEvidence[];
}

export interface ApiStep {
  readonly from: ApiSide;
  readonly to: ApiSide;
  /** `undefined` for a module of which nobody knows what it would be at the later version. */
  findSuccessors(module: string): Successors | undefined;
  /** `undefined` for a model that no module that can be compared makes. */
  findOutcome(model: string): ModelOutcome | undefined;
  /** Changes of a module's definitions of a model. */
  openChanges(module: string, model: string): ModelChanges;
  /**
   * All changes, uncached: the model itself first, then fields, then methods; a step looks at one.
   */
  listChanges(module: string, model: string): Steps<readonly ApiChange[]>;
}

/** Each change is always the same object. */
export interface ModelChanges {
  /** Change of the model itself, if the module makes it. */
  readonly ofModel: ApiChange | undefined;
  findMember(kind: MemberKind, name: string): ApiChange | undefined;
}
