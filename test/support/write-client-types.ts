// Writes the types of a client from the OpenAPI document: `make client-types`, after the interface has
// changed. The generator comes from the npm registry when it is asked for, since it needs an older
// compiler beside it; what it wrote is kept, and a test says when it is out of date.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { OPENAPI_DOCUMENT } from "../../server/openapi/document.js";
import { CLIENT_TYPES_FILE, computeFingerprint } from "./client-types.js";

const PACKAGES = ["openapi-typescript@7.13.0", "typescript@5.9.3"];

const folder = mkdtempSync(path.join(tmpdir(), "client-types-"));
try {
  const document = path.join(folder, "openapi.json");
  const types = path.join(folder, "types.d.ts");
  writeFileSync(document, JSON.stringify(OPENAPI_DOCUMENT));
  execFileSync(
    "npx",
    [
      "--yes",
      ...PACKAGES.map((name) => `--package=${name}`),
      "--",
      "openapi-typescript",
      document,
      "--output",
      types,
    ],
    { cwd: folder, stdio: "inherit" },
  );
  const header = `// Made by \`make client-types\` of the document ${computeFingerprint(OPENAPI_DOCUMENT)}.\n`;
  writeFileSync(CLIENT_TYPES_FILE, header + readFileSync(types, "utf8"));
} finally {
  rmSync(folder, { recursive: true });
}
