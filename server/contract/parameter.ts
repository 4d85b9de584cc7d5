// Parameters of routes: kind, bounds and one sentence, declared once. read-parameters.ts reads
// values; document.ts has the schemas.

export type Parameter =
  | TextParameter
  | VersionParameter
  | FlagParameter
  | IntegerParameter
  | ChoiceParameter
  | ChoicesParameter
  | MomentParameter
  | ListParameter;

interface CommonParameter {
  readonly description: string;
  /** A value that the demo snapshot knows, for those who try. */
  readonly example?: string | number | boolean;
  /** The same by the word of the choice in the path, where it differs. */
  readonly examples?: Readonly<Record<string, string>>;
  /** A value must be given; those of the path always must. */
  readonly required?: true;
}

/** Read without space around it; one that is sent empty, as forms do, counts as not sent. */
interface TextParameter extends CommonParameter {
  readonly kind: "text";
  /** Logs are pasted into it: it may be so many times as long as other values. */
  readonly longer?: number;
  /** Names in other searches: sent here, each is a fault that names this one. */
  readonly elsewhere?: readonly string[];
}

/** `19` means `19.0`. */
interface VersionParameter extends CommonParameter {
  readonly kind: "version";
}

/** `true/false/1/0/yes/no`, in any case. */
export interface FlagParameter extends CommonParameter {
  readonly kind: "flag";
  readonly default?: boolean;
}

export interface IntegerParameter extends CommonParameter {
  readonly kind: "integer";
  readonly minimum: number;
  /** A larger value is taken as this one. */
  readonly maximum: number;
  readonly default?: number;
}

/** One of a few words, in any case. */
interface ChoiceParameter<Word extends string = string> extends CommonParameter {
  readonly kind: "choice";
  readonly words: readonly Word[];
  readonly default?: Word;
}

/** Some of a few words, with commas between them, in any case, each once. */
interface ChoicesParameter<Word extends string = string> extends CommonParameter {
  readonly kind: "choices";
  readonly words: readonly Word[];
}

/** A day or a moment, UTC; read as `YYYY-MM-DD HH:MM:SS`. */
interface MomentParameter extends CommonParameter {
  readonly kind: "moment";
}

/** Values with commas between them, each once; the longest value counts for each, not for all. */
export interface ListParameter extends CommonParameter {
  readonly kind: "list";
  readonly mostValues: number;
  /** Set if the order of values does not matter. */
  readonly isUnordered?: true;
}

export type ParameterTable = Readonly<Record<string, Parameter>>;

type ValueOf<P extends Parameter> =
  P extends ChoiceParameter<infer Word>
    ? Word
    : P extends ChoicesParameter<infer Word>
      ? readonly Word[]
      : P extends ListParameter
        ? readonly string[]
        : P extends FlagParameter
          ? boolean
          : P extends IntegerParameter
            ? number
            : string;

/** The names in braces: of `/v1/repo/{repo_name}` it is `repo_name`. */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** The names that a question must give. */
type RequiredNames<Path extends string, Table> =
  | PathNames<Path>
  | { [N in keyof Table]: Table[N] extends { readonly required: true } ? N : never }[keyof Table];

export type Values<Path extends string, Table extends ParameterTable> = {
  readonly [N in keyof Table]: N extends RequiredNames<Path, Table>
    ? ValueOf<Table[N]>
    : Table[N] extends { readonly default: unknown }
      ? ValueOf<Table[N]>
      : ValueOf<Table[N]> | undefined;
};

/** Values of a question, as written in an address. */
export type Question<Path extends string, Table extends ParameterTable> = {
  readonly [N in keyof Table as N extends RequiredNames<Path, Table> ? N : never]: Written;
} & {
  readonly [N in keyof Table as N extends RequiredNames<Path, Table> ? never : N]?:
    | Written
    | undefined;
};

/** A value before it is text; lists have commas between their words. */
type Written = string | number | boolean;

type Details = Pick<CommonParameter, "example" | "examples">;

export const text = <const D extends Details & { readonly required?: true }>(
  description: string,
  details: D,
) => ({ kind: "text", description, ...details }) as const satisfies TextParameter;

export const version = <const D extends Details & { readonly required?: true }>(
  description: string,
  details: D,
) => ({ kind: "version", description, ...details }) as const satisfies VersionParameter;

/** A truth value that narrows the result one way or the other. */
export const flag = (description: string) =>
  ({ kind: "flag", description, example: true }) as const satisfies FlagParameter;

/** A truth value that is false by default. */
export const switchOn = (description: string) =>
  ({ kind: "flag", description, default: false, example: true }) as const satisfies FlagParameter;

export const choice = <
  const Word extends string,
  const D extends Details & { readonly default?: NoInfer<Word> },
>(
  words: readonly Word[],
  description: string,
  details: D,
) => ({ kind: "choice", words, description, ...details }) as const satisfies ChoiceParameter<Word>;

/** Parameter of a route with formats. */
export const outputFormat = <const Name extends string>(names: readonly Name[], more = "") =>
  choice(["json", ...names], `Output format; the default is the header Accept${more}.`, {
    example: "json",
  });

export const choices = <const Word extends string>(
  words: readonly Word[],
  description: string,
  details: Details,
) => ({ kind: "choices", words, description, ...details }) satisfies ChoicesParameter<Word>;

export const moment = (description: string, details: Details) =>
  ({ kind: "moment", description, ...details }) satisfies MomentParameter;

export const list = <
  const D extends Details & { readonly required?: true; readonly isUnordered?: true },
>(
  mostValues: number,
  description: string,
  details: D,
) => ({ kind: "list", mostValues, description, ...details }) as const satisfies ListParameter;

const LARGEST_OFFSET = 1_000_000;

/** The limit of lists that are given whole unless one is asked for. */
export const ALL_ROWS = LARGEST_OFFSET;

export const limit = (fallback: number, maximum: number) =>
  ({
    kind: "integer",
    description: `Maximum number of rows; larger values count as ${maximum}.`,
    minimum: 1,
    maximum,
    default: fallback,
    example: fallback,
  }) as const satisfies IntegerParameter;

/** Number of rows, if the default depends on the question. */
export const openLimit = (description: string, example: number, maximum: number = ALL_ROWS) =>
  ({
    kind: "integer",
    description,
    minimum: 1,
    maximum,
    example,
  }) as const satisfies IntegerParameter;

export const OFFSET = {
  kind: "integer",
  description:
    "Number of rows to skip; see the headers Link and X-Total-Count. Larger values count as 1000000.",
  minimum: 0,
  maximum: LARGEST_OFFSET,
  default: 0,
  example: 0,
} as const satisfies IntegerParameter;

export const MODULE_NAME = text("Technical name of a module.", { example: "rental_core" });

export const PLATFORM_VERSION = version("Only this Odoo version; `19` means `19.0`.", {
  example: "19.0",
});

export const PLATFORM_VERSION_IN_PATH = version("Odoo version; `19` means `19.0`.", {
  example: "19.0",
});

/** Narrows to one provider; two parameters that many routes have. */
export const PROVIDER = {
  org: text("Only this organization, case-insensitive.", { example: "harbor-works" }),
  repo: text("Only this repository, case-insensitive.", { example: "retail" }),
} as const;

/** Parameters of all routes that compare two versions. */
export const VERSION_PAIR = {
  from: version("The current Odoo version.", { example: "18.0", required: true }),
  to: version("The target Odoo version.", { example: "19.0", required: true }),
} as const;

export const REPOSITORY_NAME = text("Name of a repository, without its organization.", {
  example: "retail",
});

/** A question whose path is not looked at by the compiler. */
export type AnyQuestion = Readonly<Record<string, Written | undefined>>;
