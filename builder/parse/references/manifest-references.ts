// References of a manifest: modules in `depends`, files of its own folder in `data` and `demo`, and
// of any module in `assets`. Patterns and addresses are left out.
import path from "node:path";
import { findNearestName } from "../../../data/text/edit-distance.js";
import type { Reference, WrittenReference } from "../../../data/module/module-under-development.js";
import { DATA_KEYS, DEMO_KEYS } from "../manifest.js";
import { DIRECTIVES } from "../manifest-assets.js";
import { readManifestEntries } from "../manifest-dict.js";
import { evaluateLiteral, NO_NAMES } from "../python/literal/literal.js";
import type { Literal } from "../python/literal/literal-value.js";
import { decodePythonSource } from "../python/text/decode.js";
import { createLineFinder } from "../python/text/lines.js";
import { tokenise, type Token } from "../python/text/tokens.js";
import type { SourceFile } from "../source-file.js";

interface Owner {
  readonly technicalName: string;
  /** Whether the module's folder has a file, by its path in it. */
  readonly hasFile: (path: string) => boolean;
}

const LOADED_KEYS: ReadonlySet<string> = new Set([...DATA_KEYS, ...DEMO_KEYS]);

/** Keys of Odoo's own manifests and of the community's (odoo/modules/module.py: _DEFAULT_MANIFEST). */
const MANIFEST_KEYS: ReadonlySet<string> = new Set(
  "active application assets author auto_install bootstrap category cloc_exclude configurator_snippets contributors countries css currency data demo demo_xml depends description development_status excludes external_dependencies icon images images_preview_theme init_xml installable js license live_test_url maintainer maintainers name new_page_templates odoo_version post_init_hook post_load pre_init_hook price python_version qweb sequence snippet_lists summary support test theme_customizations uninstall_hook update_xml url version web website".split(
    " ",
  ),
);

/** Keys that name a function of the module's package. */
const HOOK_KEYS: ReadonlySet<string> = new Set([
  "pre_init_hook",
  "post_init_hook",
  "uninstall_hook",
  "post_load",
]);

/** Bundles are included by name. */
const OF_BUNDLES = "include";

export function listManifestReferences(
  { path: file, bytes }: SourceFile,
  { technicalName, hasFile }: Owner,
): readonly WrittenReference[] {
  const { text } = decodePythonSource(bytes);
  const entries = readManifestEntries(text, false) ?? [];
  const tokens = tokenise(text, 0, text.length).filter(({ kind }) => kind === "string");
  const lineAt = createLineFinder(text);
  const place = (from: number, name: string, reference: Reference): WrittenReference => ({
    ...reference,
    file,
    line: lineAt(findText(tokens, from, name) ?? from),
  });
  const placeFile = (start: number, name: string, own: string): readonly WrittenReference[] => {
    const at = path.posix.normalize(own);
    if (at.startsWith("../")) return [];
    return [place(start, name, { kind: "file", path: at, isThere: hasFile(at) })];
  };
  const toHook = (name: string): Reference => ({
    kind: "import",
    module: technicalName,
    path: [],
    name,
  });
  return entries.flatMap(({ key, value, start }) => {
    if (key.kind !== "str") return [];
    if (key.value === "depends") {
      return listTexts(value).map((name) => place(start, name, { kind: "module", name }));
    }
    if (LOADED_KEYS.has(key.value)) {
      return listTexts(value).flatMap((name) => placeFile(start, name, name));
    }
    if (HOOK_KEYS.has(key.value)) {
      return value.kind === "str" && value.value !== ""
        ? [place(start, value.value, toHook(value.value))]
        : [];
    }
    const near = MANIFEST_KEYS.has(key.value)
      ? undefined
      : findNearestName(key.value, [...MANIFEST_KEYS]);
    if (near !== undefined) {
      const wrong = { kind: "wrong", rule: "unknown-key", name: key.value, near: [near] } as const;
      return [{ ...wrong, file, line: lineAt(start) }];
    }
    return key.value === "assets" && value.kind === "dict"
      ? value.entries.flatMap((bundle) =>
          listAssets(bundle.value).flatMap((name) => {
            const asset = findAsset(name);
            if (asset?.module === technicalName) return placeFile(bundle.start, name, asset.path);
            return asset === undefined
              ? []
              : [place(bundle.start, name, { kind: "asset", ...asset })];
          }),
        )
      : [];
  });
}

function listTexts(value: Literal): readonly string[] {
  if (!("items" in value)) return [];
  return value.items.flatMap((item) => (item.kind === "str" ? [item.value] : []));
}

function listAssets(bundle: Literal): readonly string[] {
  if (!("items" in bundle)) return [];
  return bundle.items.flatMap((item) => {
    if (item.kind === "str") return [item.value];
    const [directive = "", ...paths] = listTexts(item);
    return directive === OF_BUNDLES ? [] : paths.slice(0, DIRECTIVES.get(directive) ?? 0);
  });
}

/** `undefined` for patterns and addresses. */
function findAsset(name: string): { readonly module: string; readonly path: string } | undefined {
  const [module = "", ...inner] = name.replace(/^\//, "").split("/");
  const isFile = /^\w+$/.test(module) && inner[0] === "static" && !/[*?[\]]/.test(name);
  return isFile ? { module, path: inner.join("/") } : undefined;
}

/** Position of a text behind a start. */
function findText(strings: readonly Token[], from: number, text: string): number | undefined {
  return strings.find((token) => {
    if (token.start < from) return false;
    const value = evaluateLiteral({ tokens: [token], from: 0, to: 1 }, NO_NAMES);
    return value.kind === "str" && value.value === text;
  })?.start;
}
