// A module whose files are being written: the files, what the platform would load of it, and what they refer to.
import type { LoadedModule } from "./loaded-module.js";
import type { ModuleParts } from "./module-parts.js";

/** The files of a module, or files that belong to no module yet. */
export interface WrittenFiles {
  readonly technicalName: string;
  /** All files to be read; paths are relative to its folder. */
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  /** Paths of the other files of its folder, and of links: what lies behind one counts as there. */
  readonly others: readonly string[];
  /** Files that findings are asked of: they count though nothing loads them. `undefined` for all of the module. */
  readonly asked: ReadonlySet<string> | undefined;
}

/** Modules as their files make them at a platform version. */
export interface ParsedModules {
  /** The version that was asked for, else the one on which all manifests with a version agree. */
  readonly platformVersion: string | undefined;
  /** Versions that their manifests begin with. */
  readonly toldVersions: readonly string[];
  /** Empty without a version. */
  readonly modules: readonly ParsedModule[];
}

export interface ParsedModule {
  readonly module: ModuleUnderDevelopment;
  readonly depends: readonly string[];
}

export interface ModuleUnderDevelopment {
  readonly technicalName: string;
  readonly loaded: LoadedModule;
  readonly scripts: ModuleParts["scripts"];
  /** Python packages that its manifest declares. */
  readonly packages: readonly string[];
  readonly category: string | undefined;
  /** Whether its manifest is known, and with it which data files are loaded. */
  readonly hasManifest: boolean;
  /** Full ids of the records that its files make, with their models, empty where only code knows them. */
  readonly records: ReadonlyMap<string, string>;
  /** Full ids of those that only files make which are not loaded, or with demo data alone, with the files. */
  readonly unlisted: ReadonlyMap<string, UnlistedRecord>;
  /** Texts that its code adds to lists, which may be values of selections. */
  readonly added: ReadonlySet<string>;
  /** Reason why the platform refuses a readable manifest. */
  readonly refusal: UnreadFile | undefined;
  /** Files that could not be read, wholly or partly. */
  readonly unread: readonly UnreadFile[];
  /** Files with models that nothing imports. */
  readonly unloaded: readonly UnloadedFile[];
  /** References of its asked files, by file, then line. */
  readonly references: readonly WrittenReference[];
}

export interface UnlistedRecord {
  readonly file: string;
  /** Whether it is loaded with demo data. */
  readonly isDemo: boolean;
}

export interface UnloadedFile {
  readonly file: string;
  /** Line of its first model. */
  readonly line: number;
  /** Models that it would make. */
  readonly models: readonly string[];
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
  readonly guard?: Guard;
};

/** Questions before a reference: whether a field or a method is there, or a module is installed. */
export interface Guard {
  /** Names that it asks for; none where only running code knows them all. */
  readonly names: readonly string[];
  /** Names among them whose answer decides if the reference is reached. */
  readonly deciding: readonly string[];
}

export type Reference =
  /** A module that the manifest depends on. */
  | { readonly kind: "module"; readonly name: string }
  | {
      /** A file of its folder that the manifest names. */
      readonly kind: "file";
      readonly path: string;
      readonly isThere: boolean;
    }
  | {
      /** A file that code imports, or a name of it. */
      readonly kind: "import";
      /** `null` for a package of the platform itself. */
      readonly module: string | null;
      /** Names below the folder of the module, or of a package of the platform. */
      readonly path: readonly string[];
      /** `null` where the file itself is imported. */
      readonly name: string | null;
    }
  /** A file of another module that the manifest puts into a bundle, or takes out of it. */
  | { readonly kind: "asset"; readonly module: string; readonly path: string }
  /** Imports outside modules, by the first part of the name. */
  | { readonly kind: "library"; readonly name: string }
  | { readonly kind: "model"; readonly model: string }
  | (ReferredRecords & {
      readonly kind: "field";
      /** From field to field; the last one may be of any type. */
      readonly path: readonly string[];
    })
  | (ReferredRecords & {
      /** Texts that a field is given or compared with. */
      readonly kind: "value";
      readonly path: readonly string[];
      readonly values: readonly string[];
    })
  | (ReferredRecords & {
      /**
       * A name that code reads or sets on records: a field, a property, or another attribute of the
       * class.
       */
      readonly kind: "attribute";
      readonly name: string;
      /** Number of the fields of `via` that stand in the same expression. */
      readonly chained?: number;
      /** Whether it is read of `self` in a loop over `self`, which may be many records. */
      readonly isOfMany?: true;
    })
  | (ReferredRecords & {
      readonly kind: "method";
      readonly name: string;
      readonly call?: CallShape | null;
    })
  | {
      /** A method that is called of `super()`. */
      readonly kind: "super";
      readonly model: string;
      readonly name: string;
      /** Line of the `class` keyword of the calling class. */
      readonly classLine: number;
      readonly call: CallShape | null;
    }
  | {
      readonly kind: "record";
      /** In full. */
      readonly xmlId: string;
      readonly isView: boolean;
      /**
       * Origin of the reference. Demo data, and code that runs with it, may refer to demo data,
       * which no index has. A question whether somebody belongs to a group may name a group of an
       * absent module.
       */
      readonly from: "data" | "code" | "demo" | "question";
      /** Whether the module's own files make it, if at all, only after this place, where it must be there already. */
      readonly isEarly?: boolean;
    }
  | {
      /** A record that a data file makes: what fills its other fields is none of its element. */
      readonly kind: "made";
      readonly model: string;
      readonly fields: readonly string[];
    }
  | {
      /** A word that is wrong by itself, at some versions. */
      readonly kind: "wrong";
      readonly rule:
        | "outdated-attribute"
        | "outdated-list"
        | "outdated-element"
        | "early-list"
        | "former-python"
        | "named-patch"
        | "undefined-name"
        | "unknown-class-attribute"
        | "unprefixed-record"
        | "unknown-key";
      readonly name: string;
      /** Words that may have been meant. */
      readonly near?: readonly string[];
    };

/** Stands for the model of the record with an external id, which the system knows. */
export const toRecordModel = (xmlId: string): string => `@${xmlId}`;

/** The external id of a record that stands for its model. */
export const findRecordOfModel = (model: string): string | undefined =>
  model.startsWith("@") ? model.slice(1) : undefined;

/** The model or records that own a member, as far as known. */
interface ReferredRecords {
  readonly model: string;
  /** Fields that lead from records of the model to those that are meant, as code follows them. */
  readonly via?: readonly string[];
  /** Whether records of the model itself are meant, and none of one that inherits from it. */
  readonly isExact?: boolean;
}

/** Call of a method; `null` for facts known only at run time. */
export interface CallShape {
  /** Arguments without a name. */
  readonly places: number;
  readonly names: readonly string[];
}
