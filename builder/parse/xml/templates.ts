// QWeb templates of the browser: the XML files in `static/` that bundles of assets name (`XMLAsset` and `xml` of
// odoo/addons/base/models/assetsbundle.py).
import type { LoadedTemplate } from "../../../data/module/loaded-module.js";
import type { FileDiagnostic, Parsed } from "../diagnostics.js";
import { createLineFinder } from "../python/text/lines.js";
import { toArch } from "./arch.js";
import { decodeXml } from "./decode.js";
import {
  findAttribute,
  findContentLine,
  listChildren,
  parseTree,
  type XmlElement,
} from "./tree.js";

/** Roots that only hold templates; any other root is one. */
const CONTAINERS: ReadonlySet<string> = new Set(["templates", "template", "odoo"]);

/** In their order. Of a file that is no XML what could be read, as the platform's parser recovers. */
export function parseTemplates(bytes: Uint8Array): Parsed<readonly LoadedTemplate[]> {
  const diagnostics: FileDiagnostic[] = [];
  // Text before the declaration, which the platform's parser skips.
  const text = decodeXml(bytes).text;
  const { roots, fault } = parseTree(text);
  if (fault !== undefined) {
    const line = createLineFinder(text)(fault.offset);
    diagnostics.push({ code: "xml_unreadable", line, detail: fault.message });
  }
  const elements = roots.flatMap((root) =>
    CONTAINERS.has(root.name) ? listChildren(root) : [root],
  );
  const value = elements.flatMap((element) => toTemplate(element, diagnostics));
  return { value, diagnostics };
}

function toTemplate(element: XmlElement, diagnostics: FileDiagnostic[]): readonly LoadedTemplate[] {
  if (!element.isComplete) return [];
  const arch = toArch(element);
  if (arch.kind === "fault") {
    diagnostics.push({ code: "arch_unreadable", line: arch.line, detail: arch.detail });
    return [];
  }
  const find = (name: string): string | null => findAttribute(element, name) ?? null;
  return [
    {
      name: find("t-name"),
      inherit: find("t-inherit"),
      mode: find("t-inherit-mode"),
      extend: find("t-extend"),
      line: findContentLine(element),
      arch_line: arch.line,
      arch: arch.text,
    },
  ];
}
