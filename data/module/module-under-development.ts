// A module whose files are being written: what the platform would load of it, and what its files refer to.
import type { LoadedModule } from "./loaded-module.js";

export interface ModuleUnderDevelopment {
  readonly technicalName: string;
  readonly loaded: LoadedModule;
  /** Whether its manifest is known, and with it which data files are loaded. */
  readonly hasManifest: boolean;
  /** Full ids of the records that its files make, with their models, empty where only code knows them. */
  readonly records: ReadonlyMap<string, string>;
  /** Where the platform does not take it though it can be read; the file is its manifest. */
  readonly refusal: UnreadFile | undefined;
  /** Files of which nothing, or not all, could be read. */
  readonly unread: readonly UnreadFile[];
  /** By file, then line. */
  readonly references: readonly WrittenReference[];
}

export interface UnreadFile {
  /** Relative to the module's folder. */
  readonly file: string;
  readonly line: number;
  readonly detail: string;
}

/** Something that a file takes to be there. */
export type WrittenReference = Reference & {
  /** Relative to the module's folder. */
  readonly file: string;
  readonly line: number;
};

export type Reference =
  /** A module that the manifest depends on. */
  | { readonly kind: "module"; readonly name: string }
  | {
      /** A file of its folder that the manifest names. */
      readonly kind: "file";
      readonly path: string;
      readonly isThere: boolean;
    }
  | { readonly kind: "model"; readonly model: string }
  | {
      readonly kind: "field";
      readonly model: string;
      /** From field to field; the last one may be of any type. */
      readonly path: readonly string[];
    }
  | { readonly kind: "method"; readonly model: string; readonly name: string }
  | {
      /** A method that is called of `super()`. */
      readonly kind: "super";
      readonly model: string;
      readonly name: string;
      /** Of the word `class` of the class that calls it. */
      readonly classLine: number;
    }
  | {
      readonly kind: "record";
      /** In full. */
      readonly xmlId: string;
      /** Whether a view is meant. */
      readonly isView: boolean;
      /**
       * Where it stands. Demo data, and code that runs with it, may refer to demo data, which no index has; who only asks
       * whether somebody is of a group may ask for one of a module that is not there.
       */
      readonly from: "data" | "code" | "demo" | "question";
    };
