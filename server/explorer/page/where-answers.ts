// What the pages of models and views read of the interface's answers. A test holds these shapes to
// /openapi.json.
import type { ModelDetail, ViewDetail } from "./module-answers.js";

interface Places {
  readonly platform_version: string;
  readonly platform_versions: readonly string[];
}

interface Place {
  readonly technical_name: string;
  readonly organization: string;
  readonly repository: string;
  /** Modules of the chain that it depends on. */
  readonly after: readonly string[];
}

export interface ModelPlaces extends Places {
  readonly model_name: string;
  readonly counts: { readonly defining: number; readonly extending: number };
  readonly modules: readonly ModelPlace[];
}

export interface ModelPlace extends Place {
  readonly role: "defines" | "extends";
  readonly classes: readonly ModelDetail[];
}

export interface ViewPlaces extends Places {
  readonly xml_id: string;
  readonly modules: readonly ViewPlace[];
}

export interface ViewPlace extends Place {
  readonly role: "defines" | "inherits";
  readonly views: readonly ViewDetail[];
}
