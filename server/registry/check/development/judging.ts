// What all judges of modules that are being written are given.
import type { ModuleUnderDevelopment } from "../../../../data/module/module-under-development.js";
import type { MissingName } from "../../../contract/shape/system/plan.js";
import type { Registry } from "../../loaded/registry-cache.js";
import type { SystemModel } from "../../model/models.js";
import type { Certainty } from "./certainty.js";
import type { createRecordJudge } from "./records.js";

export interface Judge {
  readonly registry: Registry;
  /** Those that are being written. */
  readonly modules: readonly ModuleUnderDevelopment[];
  /** Those that the system needs and the index does not have. */
  readonly missing: readonly MissingName[];
  readonly certainty: Certainty;
  readonly judgeRecord: ReturnType<typeof createRecordJudge>;
}

/** Records that something is asked of. */
export interface Owner {
  readonly model: SystemModel;
  /** Whether they are of the model itself, and of none that inherits from it. */
  readonly isExact: boolean;
}
