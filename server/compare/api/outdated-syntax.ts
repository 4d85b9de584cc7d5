// Outdated syntax in views and data files of a module, which a later platform version refuses:
// findings of `check` whose kinds begin between the versions.
import type { ArchNode } from "../../../data/module/loaded-module.js";
import { addToGroup } from "../../../data/grouped.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { OutdatedSyntax } from "../../contract/shape/api-changes.js";
import { getPlatformVersion } from "../../lookup/entries.js";
import { isWrongAt } from "../../registry/check/development/finding-kinds.js";

interface Location {
  readonly file: string;
  readonly line: number;
}

/** Records that an element of their own makes, by their models. */
const ELEMENTS = [
  ["act_window", "ir.actions.act_window"],
  ["report", "ir.actions.report"],
] as const;

/**
 * By what is refused, with how often and where first.
 * @param entry the module at the earlier version
 * @param to a platform version of the snapshot
 */
export function listOutdatedSyntax(
  snapshot: Snapshot,
  entry: number,
  to: string,
): readonly OutdatedSyntax[] {
  const from = getPlatformVersion(snapshot, entry);
  const locations = new Map<OutdatedSyntax["name"], Location[]>();
  const isNew = (rule: Parameters<typeof isWrongAt>[0]): boolean =>
    isWrongAt(rule, to) && !isWrongAt(rule, from);
  const [attributes, lists] = [isNew("outdated-attribute"), isNew("outdated-list")];
  const { readHead, readArch, readData } = snapshot.loaded;
  for (const view of attributes || lists ? readHead(entry).views : []) {
    const { operation, type, file, arch_line: line = view.line, archRow } = view;
    if (archRow === undefined || operation === "template" || type === "qweb") continue;
    for (const { node, at } of listNodes(readArch(archRow), line)) {
      for (const name of attributes ? listAttributes(node) : []) {
        addToGroup(locations, name, { file, line: at });
      }
      if (lists && node[0] === "tree") addToGroup(locations, "tree", { file, line: at });
    }
  }
  for (const [name, model] of isNew("outdated-element") ? ELEMENTS : []) {
    const data = readData(entry);
    const { tags, files, lines } = data.readRecords(model);
    for (const [at, tag] of tags.entries()) {
      if (tag !== "tag") continue;
      addToGroup(locations, name, { file: data.files[files[at] ?? 0] ?? "", line: lines[at] ?? 0 });
    }
  }
  return [...locations].flatMap(([name, [first, ...others]]) =>
    first === undefined ? [] : [{ name, count: others.length + 1, ...first }],
  );
}

/** Its own, and one that it gives another element. */
function listAttributes([tag, attributes, , children]: ArchNode): readonly ("attrs" | "states")[] {
  return (["attrs", "states"] as const).filter(
    (name) =>
      attributes[name] !== undefined ||
      (tag === "attribute" && attributes["name"] === name && children.length > 0),
  );
}

function listNodes(root: ArchNode, line: number): readonly { node: ArchNode; at: number }[] {
  const found = [{ node: root, at: line }];
  for (const { node, at } of found) {
    for (const child of node[3]) {
      if (typeof child !== "string") found.push({ node: child, at: at + child[2] });
    }
  }
  return found;
}
