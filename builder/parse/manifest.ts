// A manifest file → what it declares. The rules that depend on the platform version are applied where the module's
// record is made; which facts it has, and how they are written, is in data/module/facts.ts.
import {
  MANIFEST_FACTS,
  type ManifestFacts,
  type ManifestSource,
} from "../../data/module/facts.js";
import type { AssetRecord } from "../../data/module/module-parts.js";
import type { DiagnosticCode } from "../../data/diagnostic-codes.js";
import type { FileDiagnostic, Parsed } from "./diagnostics.js";
import { findNearestKey } from "./nearest-key.js";
import { readAssets } from "./manifest-assets.js";
import { readManifestEntries } from "./manifest-dict.js";
import { collapseSpace, splitNames } from "./manifest-names.js";
import type { ManifestClaims, Refusal } from "./manifest-refusal.js";
import { findLiteralFault, type LiteralFault } from "./python/literal/literal-fault.js";
import { decodePythonSource, toUnixLines } from "./python/text/decode.js";
import type { Literal, LiteralEntry } from "./python/literal/literal-value.js";
import { isTruthy } from "./python/literal/literal-operations.js";
import { createLineFinder } from "./python/text/lines.js";
import type { InFile } from "./source-file.js";

/** Facts of a module, with the platform's defaults. */
export interface DeclaredFacts extends ManifestFacts {
  /** Technical names; `null` where the key is missing, which is not the same as an empty list. */
  readonly depends: readonly string[] | null;
  /** Python distributions, version constraints kept. */
  readonly pip: readonly string[];
  /** Programs and Debian packages. */
  readonly bin: readonly string[];
  readonly claims: ManifestClaims;
}

export interface Manifest {
  readonly facts: DeclaredFacts;
  /** `null` where it is missing or blank. */
  readonly description: string | null;
  readonly assets: readonly InFile<AssetRecord>[];
  /** `sequence`, 100 where it has none. */
  readonly sequence: number;
  /** Files that are loaded when it is installed, in this order, as written. */
  readonly data: readonly string[];
  /** Data files that are loaded with demo data. */
  readonly demo: readonly string[];
}

/** Keys in the order in which `load_data` of the platform's `modules/loading.py` reads them. */
export const DATA_KEYS: readonly string[] = ["init_xml", "update_xml", "data"];
export const DEMO_KEYS: readonly string[] = ["demo_xml", "demo"];

/** Largest manifest that is read; with a long description they reach 50 kB. */
export const MANIFEST_LIMIT_BYTES = 1_000_000;

/** The values of a manifest and a way to say what is wrong with one. */
interface Reading {
  readonly values: ReadonlyMap<string, LiteralEntry>;
  readonly report: (code: DiagnosticCode, start: number, detail: string) => void;
  readonly findLine: (start: number) => number;
}

/** Facts of a manifest; an unreadable manifest declares nothing. */
export function parseManifest(bytes: Uint8Array): Parsed<Manifest> {
  const diagnostics: FileDiagnostic[] = [];
  const { text, fault, undecoded } = decodeManifest(bytes);
  const findLine = createLineFinder(text);
  const report: Reading["report"] = (code, start, detail) => {
    diagnostics.push({ code, line: findLine(start), detail });
  };
  if (undecoded !== null) report("text_undecodable", 0, undecoded);
  const isDecoded = fault === undefined;
  const wrong = fault ?? findLiteralFault(text);
  const entries = readManifestEntries(text, isDecoded && wrong === undefined);
  if (entries === undefined) report("manifest_unreadable", 0, "no dictionary");
  else if (wrong !== undefined) report("manifest_recovered", wrong.start, wrong.reason);
  const values = collectValues(entries ?? [], report);
  const literalFault = wrong && { line: findLine(wrong.start), reason: wrong.reason };
  return {
    value: toManifest({ values, report, findLine }, literalFault ?? null),
    diagnostics,
  };
}

/** Each key of a manifest, with a text that is equal for equal values. */
export function readManifestKeys(bytes: Uint8Array): ReadonlyMap<string, string> {
  const { text } = decodeManifest(bytes);
  const entries = readManifestEntries(text, findLiteralFault(text) === undefined) ?? [];
  return new Map(
    entries.flatMap(({ key, value }) =>
      key.kind === "str" ? [[key.value, toComparable(value)] as const] : [],
    ),
  );
}

/**
 * Text of a manifest; the platform takes it for UTF-8 whatever it declares.
 * @returns the text, a fault if it is not UTF-8, and a fault of the declared encoding
 */
function decodeManifest(bytes: Uint8Array): {
  readonly text: string;
  readonly fault: LiteralFault | undefined;
  readonly undecoded: string | null;
} {
  try {
    const whole = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const isMarked = whole.startsWith(MARK);
    const text = toUnixLines(isMarked ? whole.slice(MARK.length) : whole);
    const fault = isMarked ? { start: 0, reason: "a byte order mark" } : undefined;
    return { text, fault, undecoded: null };
  } catch {
    const { text, fault: undecoded } = decodePythonSource(bytes);
    const odd = toUnixLines(new TextDecoder().decode(bytes)).indexOf("\uFFFD");
    return { text, fault: { start: odd, reason: "bytes that are not UTF-8" }, undecoded };
  }
}

const MARK = "\uFEFF";

/** The last entry of each key; says which keys are odd. */
function collectValues(
  entries: readonly LiteralEntry[],
  report: Reading["report"],
): Reading["values"] {
  const values = new Map<string, LiteralEntry>();
  for (const entry of entries) {
    const { key, start } = entry;
    if (key.kind === "unknown") report("manifest_value_unreadable", start, "key");
    else if (key.kind !== "str") report("manifest_wrong_type", start, `key is a ${key.kind}`);
    else {
      const before = values.get(key.value);
      if (before !== undefined) {
        const isSame = toComparable(before.value) === toComparable(entry.value);
        if (!isSame) report("manifest_duplicate_key", start, key.value);
      } else if (!MANIFEST_KEYS.has(key.value)) {
        const nearest = findNearestKey(key.value, MANIFEST_KEYS);
        const hint = nearest === undefined ? "" : ` (perhaps ${nearest})`;
        report("manifest_unknown_key", start, key.value + hint);
      }
      values.set(key.value, entry);
    }
  }
  return values;
}

/** Key that is equal for equal values. */
function toComparable(value: Literal): string {
  return JSON.stringify(value, (name, part: unknown) => (name === "start" ? undefined : part));
}

function toManifest(reading: Reading, fault: Refusal | null): Manifest {
  const assets = reading.values.get("assets");
  const facts = MANIFEST_FACTS.map(([name, source]) => [name, readFact(reading, source)] as const);
  return {
    facts: {
      ...(Object.fromEntries(facts) as ManifestFacts),
      depends: reading.values.has("depends") ? readList(reading, "depends") : null,
      ...readExternal(reading),
      claims: { fault, ...readClaims(reading) },
    },
    description: readText(reading, "description"),
    assets: assets === undefined ? [] : readAssets(assets, reading),
    sequence: readSequence(reading),
    data: DATA_KEYS.flatMap((key) => readList(reading, key)),
    demo: DEMO_KEYS.flatMap((key) => readList(reading, key)),
  };
}

function readClaims(reading: Reading): Omit<ManifestClaims, "fault"> {
  const { values, findLine } = reading;
  const version = values.get("version");
  const triggers = values.get("auto_install");
  const depends = values.get("depends");
  const names = triggers && listIterated(triggers.value);
  return {
    version: version === undefined ? null : readVersion(version, findLine(version.start)),
    letters:
      depends?.value.kind === "str" && depends.value.value.length > 1
        ? findLine(depends.start)
        : null,
    active: values.has("active") ? readFlag(reading, "active", false) : null,
    triggers: names === undefined ? null : { names, line: findLine(triggers?.start ?? 0) },
  };
}

/** The text that a version is made by 19.0: a number with a point has one, nothing else that is no text is a version. */
function readVersion({ value }: LiteralEntry, line: number): ManifestClaims["version"] {
  const { kind } = value;
  if (kind === "str") return { kind, text: value.value, line };
  if (kind !== "number") return { kind, text: kind, line };
  const isFloat = /^[^xXjJ]*(?:\.|[eE])[^jJ]*$/.test(value.text) && Number.isInteger(value.value);
  return { kind, text: isFloat ? value.value.toFixed(1) : String(value.value), line };
}

/** Items of a Python iteration; `undefined` if the value is not iterable, or not wholly known. */
function listIterated(value: Literal): readonly string[] | undefined {
  if (value.kind === "str") return [...value.value];
  if (value.kind === "bytes") return [...value.value].map((one) => String(one.codePointAt(0)));
  if (value.kind !== "dict" && !("items" in value)) return undefined;
  const items = listItems(value);
  return items.some(({ kind }) => kind === "unknown") ? undefined : items.map(joinLiteral);
}

/** `get_values_from_terp` of the platform's `ir_module.py`. */
const DEFAULT_SEQUENCE = 100;

function readSequence(reading: Reading): number {
  const entry = reading.values.get("sequence");
  if (entry === undefined) return DEFAULT_SEQUENCE;
  const { value } = entry;
  // A column of whole numbers takes a text of digits as well.
  const isDigits = value.kind === "str" && /^\s*[+-]?\d{1,10}\s*$/.test(value.value);
  const number = value.kind === "number" || isDigits ? Math.trunc(Number(value.value)) : Infinity;
  if (Number.isSafeInteger(number)) return number;
  const detail = "sequence is no whole number";
  if (value.kind !== "none") reading.report("manifest_wrong_type", entry.start, detail);
  return DEFAULT_SEQUENCE;
}

function readFact(reading: Reading, { keys, as, missing }: ManifestSource): unknown {
  const key = keys.find((one) => reading.values.has(one));
  if (key === undefined) return missing;
  switch (as) {
    case "text":
    case "number":
      return readText(reading, key, as) ?? missing;
    case "flag":
      return readFlag(reading, key, missing === true);
    case "list":
      return readList(reading, key);
    case "people":
      return readNames(reading, key);
    case "codes":
      return readList(reading, key).map((code) => code.toUpperCase());
    case "triggers":
      return readTriggers(reading, key);
    default:
      return as satisfies never;
  }
}

/** @param as `number` where a number is a text as well */
function readText(reading: Reading, key: string, as: "text" | "number" = "text"): string | null {
  const entry = reading.values.get(key);
  if (entry === undefined || entry.value.kind === "none") return null;
  const { value, start } = entry;
  const text = joinLiteral(value);
  if (value.kind === "unknown") reading.report("manifest_value_unreadable", start, key);
  else if (value.kind !== "str" && value.kind !== as) reportType(reading, entry, key);
  return text.trim() === "" ? null : text;
}

/** A number as written, a list joined with commas; other types have no text. */
function joinLiteral(value: Literal): string {
  if (value.kind === "str" || value.kind === "bytes") return value.value;
  if (value.kind === "number") return value.text;
  if (!("items" in value)) return "";
  return value.items
    .map(joinLiteral)
    .filter((text) => text !== "")
    .join(", ");
}

function reportType(reading: Reading, entry: LiteralEntry, key: string): void {
  reading.report("manifest_wrong_type", entry.start, `${key} is a ${entry.value.kind}`);
}

function readNames(reading: Reading, key: string): readonly string[] {
  const entry = reading.values.get(key);
  if (entry?.value.kind !== "str") return readList(reading, key).map(collapseSpace);
  return splitNames(entry.value.value);
}

/** A list as it is, its blank entries aside; a single text counts as a list of one. */
function readList(reading: Reading, key: string): readonly string[] {
  const entry = reading.values.get(key);
  return entry === undefined ? [] : toList(reading, entry, key);
}

function toList(reading: Reading, entry: LiteralEntry, key: string): readonly string[] {
  const { value, start } = entry;
  if (value.kind === "none") return [];
  if (value.kind === "unknown") {
    reading.report("manifest_value_unreadable", start, key);
    return [];
  }
  const isSequence = value.kind === "list" || value.kind === "tuple";
  const items = listItems(value);
  if (items.some(({ kind }) => kind === "unknown")) {
    reading.report("manifest_value_unreadable", start, `an item of ${key}`);
  }
  const isOdd = items.some(({ kind }) => kind !== "str" && kind !== "unknown");
  if (!isSequence || isOdd) reportType(reading, entry, isSequence ? `an item of ${key}` : key);
  return items.map(joinLiteral).filter((text) => text.trim() !== "");
}

function listItems(value: Literal): readonly Literal[] {
  if ("items" in value) return value.items;
  if (value.kind === "dict") return value.entries.map((entry) => entry.key);
  return [value];
}

function readFlag(reading: Reading, key: string, missing: boolean): boolean {
  const entry = reading.values.get(key);
  if (entry === undefined) return missing;
  const { value, start } = entry;
  if (value.kind === "unknown") {
    reading.report("manifest_value_unreadable", start, key);
    return missing;
  }
  // Any value but False: the module is installed with all that it lists, at once for an empty list.
  const isTriggering = key === "auto_install";
  if (value.kind !== "bool" && !(isTriggering && "items" in value)) reportType(reading, entry, key);
  return (isTriggering && value.kind !== "bool") || isTruthy(value);
}

/** The modules that `auto_install` lists, which are among those that it depends on; `null` for all of these. */
function readTriggers(reading: Reading, key: string): readonly string[] | null {
  const entry = reading.values.get(key);
  if (entry === undefined || entry.value.kind === "bool" || entry.value.kind === "unknown") {
    return null;
  }
  if (!isTruthy(entry.value)) return [];
  return "items" in entry.value ? toList(reading, entry, key) : null;
}

function readExternal(reading: Reading): Pick<DeclaredFacts, "pip" | "bin"> {
  const key = "external_dependencies";
  const entry = reading.values.get(key);
  const pip: string[] = [];
  const bin: string[] = [];
  const deb: string[] = [];
  if (entry === undefined || entry.value.kind === "none") return { pip, bin };
  if (entry.value.kind === "unknown") {
    reading.report("manifest_value_unreadable", entry.start, key);
  } else if (entry.value.kind !== "dict") reportType(reading, entry, key);
  const entries = entry.value.kind === "dict" ? entry.value.entries : [];
  const targets = new Map([
    ["python", pip],
    ["bin", bin],
    ["deb", deb],
  ]);
  for (const part of entries) {
    const name = part.key.kind === "str" ? part.key.value : "";
    const target = targets.get(name);
    // `apt` maps Python distributions to Debian packages; it names nothing new.
    if (target !== undefined) target.push(...toList(reading, part, `${key}.${name}`));
    else if (name !== "apt") reading.report("manifest_unknown_key", part.start, `${key}.${name}`);
  }
  return { pip, bin: [...bin, ...deb] };
}

/** Not one of them, though it is read. */
const MISSPELLED = "authors";

/** Keys that some version of the platform, or its publishing tools, read: those of facts, and others. */
const MANIFEST_KEYS: ReadonlySet<string> = new Set([
  ...MANIFEST_FACTS.flatMap(([, { keys }]) => keys).filter((key) => key !== MISSPELLED),
  ...(
    "description active contributors depends external_dependencies data demo demo_xml init_xml update_xml test css js qweb " +
    "assets images images_preview_theme icon sequence complexity certificate web url live_test_url price currency " +
    "support bootstrap bootstrap_theme configurator_snippets configurator_snippets_addons new_page_templates " +
    "theme_customizations snippet_lists cloc_exclude pre_init_hook post_init_hook uninstall_hook post_load " +
    "post_update_hook author_email shortdesc"
  ).split(" "),
]);
