// Links of the project's documents lead to files and headings that are there, and so do the paths that
// they name.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listProjectFiles } from "./source-tree.js";
import { ROOT } from "../../docs/tools/project-root.js";

const ROOMS: ReadonlySet<string> = new Set(
  listProjectFiles()
    .filter((file) => file.includes("/"))
    .map((file) => file.split("/")[0] ?? ""),
);
const documents = listProjectFiles().filter((file) => file.endsWith(".md"));

test("there are documents with links", () => {
  expect(documents.flatMap(listLinks).length).toBeGreaterThan(20);
});

test.each(documents)("%s has no dead link", (document) => {
  expect(listLinks(document).filter((link) => !isThere(document, link))).toEqual([]);
});

test("there are documents that name paths", () => {
  expect(documents.flatMap(listPaths).length).toBeGreaterThan(100);
});

test.each(documents)("%s names no path that has gone", (document) => {
  expect(listPaths(document).filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
});

/** Files and folders of the project that stand as code in a document, from its root on. */
function listPaths(document: string): readonly string[] {
  const text = readFileSync(path.join(ROOT, document), "utf8").replace(/^```[\s\S]*?^```/gm, "");
  return [...text.matchAll(/`((?:[a-z-]+)\/[\w./-]*)`/g)]
    .map(([, name = ""]) => name)
    .filter((name) => ROOMS.has(name.split("/")[0] ?? ""));
}

/** Targets of links to other places of the project. */
function listLinks(document: string): readonly string[] {
  const text = readFileSync(path.join(ROOT, document), "utf8").replace(/^```[\s\S]*?^```/gm, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^[a-z]+:/.test(link));
}

function isThere(document: string, link: string): boolean {
  const [file = "", anchor] = link.split("#");
  const target = file === "" ? document : path.join(path.dirname(document), file);
  if (!existsSync(path.join(ROOT, target))) return false;
  return anchor === undefined || listAnchors(target).includes(anchor);
}

/** Names of headings as code hosts make them: lower case, without marks, dashes for spaces. */
function listAnchors(document: string): readonly string[] {
  const text = readFileSync(path.join(ROOT, document), "utf8").replace(/^```[\s\S]*?^```/gm, "");
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
