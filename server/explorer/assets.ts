// Assets of pages: the inline style sheet, and the files that they load, an icon and scripts
// compiled for browsers. All are read once; addresses carry a fingerprint of all of them.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { ScriptName } from "./page.js";

export interface Assets {
  /** Stands in every page, so that the first answer is enough to draw it. */
  readonly style: string;
  /** Hash of the style for a Content-Security-Policy. */
  readonly styleHash: string;
  /** Address of a file, such as `explorer/style/icon.svg`. */
  toAddress(file: string): string;
  find(file: string): Asset | undefined;
  /** A script and all that it imports, itself first: what the page tells the browser to load. */
  listScripts(name: ScriptName): readonly string[];
}

export interface Asset {
  readonly text: string;
  readonly contentType: string;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Folders of browser scripts, which import from each other. */
const FOLDERS = ["contract/browser", "explorer/client", "explorer/shared", "explorer/style"];

const STYLE = "explorer/style/explorer.css";

/** Read when the first page is shown. */
export function readAssets(): Assets {
  const shipped = fileURLToPath(new URL("../../browser/", import.meta.url));
  const files = new Map<string, Asset>();
  const hash = createHash("sha256");
  for (const folder of FOLDERS) {
    for (const name of readdirSync(path.join(shipped, folder)).toSorted()) {
      const contentType = CONTENT_TYPES[path.extname(name)];
      if (contentType === undefined) continue;
      // Indentation is for those who read the file; no text of a script begins a line with it.
      const text = readFileSync(path.join(shipped, folder, name), "utf8").replaceAll(/^ +/gm, "");
      files.set(`${folder}/${name}`, { text, contentType });
      hash.update(`${folder}/${name}\n${text}`);
    }
  }
  const fingerprint = hash.digest("hex").slice(0, 12);
  const style = shortenStyle(readFileSync(path.join(shipped, STYLE), "utf8"));
  return {
    style,
    styleHash: `sha256-${createHash("sha256").update(style).digest("base64")}`,
    toAddress: (file) => `/assets/${fingerprint}/${file}`,
    find: (file) => files.get(file),
    listScripts: (name) => listImported(`explorer/client/${name}.js`, files),
  };
}

/** Comments and indentation are for those who read the file, and are not sent. No string of it has any of that. */
function shortenStyle(text: string): string {
  return text
    .replaceAll(/\/\*[^]*?\*\//g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([{};,]) ?/g, "$1");
}

function listImported(file: string, files: ReadonlyMap<string, Asset>): readonly string[] {
  const found = new Set([file]);
  // A set that grows while it is walked through is walked to its new end.
  for (const one of found) {
    const imports = files.get(one)?.text.matchAll(/\bfrom\s*"(\.[^"]+)"/g) ?? [];
    for (const [, target = ""] of imports)
      found.add(path.posix.join(path.posix.dirname(one), target));
  }
  return [...found];
}
