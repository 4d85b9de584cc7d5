// How each kind of question is answered with git alone: the best that was found with a few commands over all mirrors,
// and what follows from lines without parsing a file.
import { addToGroup } from "../../data/grouped.js";
import { getAsked, type Question, type Strategies } from "./question.js";
import type { Line, Mirrors } from "./mirrors.js";

type Ask = Question["ask"];

const MANIFESTS = ["*__manifest__.py", "*__openerp__.py"];
const CODE = ["*.py", ":!*/tests/*", ":!*/migrations/*"];
const CLASS_LINES = String.raw`^class |^\s+_(name|inherit)\s*=`;
const FIELD_LINES = String.raw`^\s+\w+\s*(:[^=]+)?=\s*fields\.[A-Z]`;

export const BY_GREP: Strategies<Mirrors> = {
  /** The modules in whose manifests and descriptions the rarest words stand. */
  async purpose(ask, mirrors) {
    const words = new Set(
      getAsked(ask, "need")
        .toLowerCase()
        .match(/[a-z0-9]{4,}/g),
    );
    const lines = await mirrors.grep(
      ["-oiwE", [...words].join("|")],
      [getAsked(ask, "version")],
      [...MANIFESTS, "*/readme/DESCRIPTION*"],
    );
    const byModule = new Map<string, string[]>();
    for (const line of lines) addToGroup(byModule, toModule(line), line.text.toLowerCase());
    const frequency = new Map<string, number>();
    for (const found of byModule.values()) {
      for (const word of new Set(found)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
    }
    const score = (found: readonly string[]): number =>
      [...new Set(found)].reduce((sum, word) => sum + 1 / (frequency.get(word) ?? 1), 0);
    return [...byModule]
      .toSorted(([, left], [, right]) => score(right) - score(left))
      .map(([name]) => name)
      .slice(0, 3);
  },
  async definition(ask, mirrors) {
    const hits = await listHits(ask, mirrors, [
      `*${getAsked(ask, "module")}/*.py`,
      ...CODE.slice(1),
    ]);
    return hits
      .filter((hit) => toModule(hit) === ask["module"])
      .map(
        ({ path, line }) =>
          `${path.slice(path.indexOf(`${ask["module"]}/`) + (ask["module"] ?? "").length + 1)}:${line}`,
      );
  },
  async override(ask, mirrors) {
    return (await listHits(ask, mirrors, CODE)).map(toModule);
  },
  async field(ask, mirrors) {
    return (await listHits(ask, mirrors, CODE)).map(toModule);
  },
  /** One level of dependencies after the other. */
  async needs(ask, mirrors) {
    const seen = new Set([getAsked(ask, "module")]);
    for (let names = [...seen]; names.length > 0;) {
      const paths = names.flatMap((name) =>
        MANIFESTS.map((file) => `:(glob)**/${name}/${file.slice(1)}`),
      );
      const words = ["-E", "-A25", String.raw`['"]depends['"]\s*:`];
      const lines = await mirrors.grep(words, [getAsked(ask, "version")], paths);
      const found = groupByFile(lines).flatMap((file) => readDepends(file));
      names = [...new Set(found)].filter((name) => !seen.has(name));
      for (const name of names) seen.add(name);
    }
    return [...seen].slice(1);
  },
  async dependents(ask, mirrors) {
    const words = ["-E", `['"]${getAsked(ask, "module")}['"]`];
    const lines = await mirrors.grep(words, [getAsked(ask, "version")], MANIFESTS);
    return lines.map(toModule);
  },
  async versions(ask, mirrors) {
    const paths = MANIFESTS.map((file) => `:(glob)**/${getAsked(ask, "module")}/${file.slice(1)}`);
    return (await mirrors.grep(["-l", ""], [], paths)).map(({ branch }) => branch);
  },
  /** Where most of its files went in a commit that moved some. */
  async replaced(ask, mirrors) {
    const name = getAsked(ask, "module");
    const paths = MANIFESTS.map((file) => `:(glob)**/${name}/${file.slice(1)}`);
    const [last] = (await mirrors.grep(["-l", ""], [], paths)).toSorted(
      (left, right) => Number(right.branch) - Number(left.branch),
    );
    if (last === undefined) return [];
    const words = [
      "log",
      "-M",
      "--diff-filter=R",
      "--name-status",
      "--format=",
      getAsked(ask, "version"),
      `^${last.branch}`,
    ];
    const moves = await mirrors.read(last.mirror, words, (line) => line.includes(`\t${name}/`));
    const counts = new Map<string, number>();
    for (const move of moves) {
      const target = move.split("\t")[2]?.split("/")[0] ?? "";
      counts.set(target, (counts.get(target) ?? 0) + 1);
    }
    const [best] = [...counts].toSorted(([, left], [, right]) => right - left);
    return best === undefined ? [] : [best[0]];
  },
  async changed(ask, mirrors) {
    const was = await listFields(ask, mirrors, getAsked(ask, "from"));
    const now = await listFields(ask, mirrors, getAsked(ask, "version"));
    return [
      ...[...now].filter((name) => !was.has(name)).map((name) => `+${name}`),
      ...[...was].filter((name) => !now.has(name)).map((name) => `-${name}`),
    ];
  },
  async shows(ask, mirrors) {
    const module = getAsked(ask, "module");
    const words = ["-E", `<record|name="(${getAsked(ask, "field")}|model)"`];
    const lines = await mirrors.grep(
      words,
      [getAsked(ask, "version")],
      [`:(glob)**/${module}/**/*.xml`],
    );
    return groupByFile(lines).flatMap((file) => listShowing(file, ask));
  },
};

/** Lines that declare what is asked for, in classes of the model: files that have both names, then their classes. */
async function listHits(
  ask: Ask,
  mirrors: Mirrors,
  paths: readonly string[],
): Promise<readonly Line[]> {
  const { model = "", method, field = "" } = ask;
  const declares =
    method === undefined
      ? String.raw`^\s+${field}\s*(:[^=]+)?=\s*fields\.`
      : String.raw`^\s+(async )?def ${method}\(`;
  const words = ["-lE", "--all-match", "-e", declares, "-e", `['"]${model}['"]`];
  const version = [getAsked(ask, "version")];
  const files = await mirrors.grep(words, version, paths);
  if (files.length === 0) return [];
  const lines = await mirrors.grep(
    ["-E", `${CLASS_LINES}|${declares}`],
    version,
    [...new Set(files.map(({ path }) => `:(literal)${path}`))],
    [...new Set(files.map(({ mirror }) => mirror))],
  );
  const isHit = new RegExp(declares);
  return groupByFile(lines).flatMap((file) =>
    listClasses(file).flatMap((one) =>
      readModel(one) === model ? one.filter(({ text }) => isHit.test(text)) : [],
    ),
  );
}

async function listFields(
  ask: Ask,
  mirrors: Mirrors,
  version: string,
): Promise<ReadonlySet<string>> {
  const lines = await mirrors.grep(
    ["-E", `${CLASS_LINES}|${FIELD_LINES}`],
    [version],
    [`:(glob)**/${getAsked(ask, "module")}/**/*.py`, ":!*/tests/*"],
  );
  const classes = groupByFile(lines).flatMap((file) => listClasses(file));
  const own = classes.filter((one) => readModel(one) === ask["model"]).flat();
  return new Set(own.flatMap(({ text }) => /^\s+(\w+)[^=]*=\s*fields\./.exec(text)?.[1] ?? []));
}

function groupByFile(lines: readonly Line[]): readonly (readonly Line[])[] {
  const files = new Map<string, Line[]>();
  for (const line of lines) addToGroup(files, `${line.mirror}\t${line.path}`, line);
  return [...files.values()];
}

/** Lines of a file from one `class` to the next. */
function listClasses(file: readonly Line[]): readonly (readonly Line[])[] {
  const classes: Line[][] = [];
  for (const line of file) {
    if (line.text.startsWith("class ")) classes.push([]);
    classes.at(-1)?.push(line);
  }
  return classes;
}

function readModel(lines: readonly Line[]): string | undefined {
  const read = (key: string): string | undefined =>
    lines.flatMap(
      ({ text }) => new RegExp(String.raw`^\s+${key}\s*=[^'"]*['"]([^'"]+)`).exec(text)?.[1] ?? [],
    )[0];
  return read("_name") ?? read("_inherit");
}

function readDepends(lines: readonly Line[]): readonly string[] {
  const text = lines.map((line) => line.text.replace(/#.*/, "")).join("\n");
  const list = /['"]depends['"]\s*:\s*[[(]([^\])]*)/.exec(text)?.[1] ?? "";
  return [...list.matchAll(/['"](\w+)['"]/g)].map(([, name = ""]) => name);
}

/** Ids of the records of a file in which a line names the field. */
function listShowing(lines: readonly Line[], { module, model, field }: Ask): readonly string[] {
  const found: string[] = [];
  let record = { id: "", isWanted: false };
  for (const { text } of lines) {
    if (text.includes("<record")) {
      const id = /\bid="([^"]+)"/.exec(text)?.[1] ?? "";
      record = { id: id.includes(".") ? id : `${module}.${id}`, isWanted: false };
    }
    if (text.includes(`name="model">${model}<`)) record.isWanted = true;
    const isShown = text.includes(`<field name="${field}"`) && !text.includes("position=");
    if (isShown && record.isWanted) found.push(record.id);
  }
  return found;
}

/** The folder of a module: in the platform below `addons`, elsewhere the first. */
function toModule({ path }: Line): string {
  const parts = path.split("/");
  return parts[parts.lastIndexOf("addons", DEEPEST_ADDONS) + 1] ?? "";
}

/** `odoo/addons/base/…`: `addons` further in is a folder of a module. */
const DEEPEST_ADDONS = 1;
