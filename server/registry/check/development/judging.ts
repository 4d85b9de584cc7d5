// Inputs of all judges of modules under development.
import type { GivenValue } from "../../../../data/module/given-value.js";
import type { ModuleUnderDevelopment } from "../../../../data/module/module-under-development.js";
import type { MissingName } from "../../../contract/shape/system/plan.js";
import type { Registry } from "../../loaded/registry-cache.js";
import type { SystemModel } from "../../model/models.js";
import type { Certainty } from "./certainty.js";
import type { createRecordJudge } from "./records.js";
import type { createRequiredJudge } from "./required.js";

export interface Judge {
  readonly registry: Registry;
  readonly modules: readonly ModuleUnderDevelopment[];
  /** Modules that the system needs and cannot have. */
  readonly missing: readonly MissingName[];
  /** Whether no module may have more than is known. */
  readonly isWhole: boolean;
  readonly certainty: Certainty;
  readonly judgeRecord: ReturnType<typeof createRecordJudge>;
  readonly judgeMade: ReturnType<typeof createRequiredJudge>;
  /** The model of the system, or of modules that are being written, that the value of a field is the record of. */
  readonly findSubject: (value: GivenValue | undefined) => string | undefined;
}

/** Records that something is asked of. */
export interface Owner {
  readonly model: SystemModel;
  /** Whether they are of the model itself, and of none that inherits from it. */
  readonly isExact: boolean;
}
