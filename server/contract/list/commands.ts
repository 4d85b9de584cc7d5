// Files that start Odoo: a Dockerfile, a CI file, a script, an odoo.conf; and its log. Modules that they name to install or update are
// taken, and repositories that they clone; folders of an addons path do not say of which repository they are.
import {
  MOST_LINE_CHARS,
  parseBranchVersion,
  parseGitAddress,
  type ListCollector,
  type ListFormat,
} from "./collect-list.js";

/** Options of Odoo whose value is a list of modules, on a command line. */
const OPTION = /(?<![^\s"'])(?:-[iu]|--init|--update|--load)(?:[ =]|["'], ?["'])["']?(\w[\w, ]*)/g;

/** Names of such variables in images and pipelines; a quoted value may have spaces. */
const VARIABLE =
  /(?<![\w-])(?:(?:ODOO_|DOODBA_|OCA_)?(?:INIT|UPDATE|INCLUDE|MODULES?|ADDONS(?:_LIST)?|TEST_MODULES)|init|update|server_wide_modules)\s*[:=]\s*(?:"([^"]*)"|'([^']*)'|([\w,]+))/g;

const CLONE = /\bgit clone\b([^&|;\n]*)/g;
const DISTRIBUTION = /\bodoo(\d{0,2})-addon-([\w-]+)/g;
const FOLDERS = /(?:\baddons_path\s*=\s*|--addons-path[ =])["']?([^\s"']+)/g;

/** A line that only a file of this kind has. */
const TELLING =
  /^\s*(?:FROM \S+|RUN |CMD |ENTRYPOINT |ENV \w+[ =]|\[options\]\s*$|addons_path\s*=|(?:exec |\.\/)?odoo(?:-bin)?\s+-|(?:- )?run:|script:|(?:command|entrypoint):.*(?:odoo| -[iu] )|git clone |pip3? install )|\bodoo-bin\b/;

export const COMMANDS: ListFormat = {
  kind: "commands",
  read(text, list) {
    const lines = text.split("\n");
    const isTold = lines.some((line) => TELLING.test(line.slice(0, MOST_LINE_CHARS)));
    if (isTold) for (const line of lines) readLine(line, list);
    return isTold;
  },
};

function readLine(line: string, list: ListCollector): void {
  if (line.length > MOST_LINE_CHARS) return list.leaveOut("unread", line);
  const text = line.replace(/(?:^|\s)#.*$/, "");
  if (text.trim() === "") return;
  const named = [...text.matchAll(OPTION), ...text.matchAll(VARIABLE)];
  for (const [, ...values] of named) addNames(values.find(Boolean) ?? "", list);
  const clones = [...text.matchAll(CLONE)].map(([, words = ""]) => words);
  for (const words of clones) addClone(words, list);
  const distributions = [...text.matchAll(DISTRIBUTION)];
  for (const [, , name = ""] of distributions) list.addModule(name.replaceAll("-", "_"));
  const folders = [...text.matchAll(FOLDERS)].flatMap(([, value = ""]) => value.split(","));
  for (const folder of folders) if (folder !== "") list.leaveOut("folder", folder);
  const found = named.length + clones.length + distributions.length + folders.length;
  if (found === 0) list.leaveOut("command", text);
}

/** `all` is every module, and no name. */
function addNames(names: string, list: ListCollector): void {
  for (const name of names.split(/[\s,]+/)) {
    if (name === "all") list.leaveOut("pattern", name);
    else if (name !== "") list.addModule(name);
  }
}

function addClone(words: string, list: ListCollector): void {
  const address = words.split(/\s+/).find((word) => /^(?:https?|ssh|git):|@.+:/.test(word));
  const provider = address === undefined ? undefined : parseGitAddress(address);
  if (provider === undefined) return list.leaveOut("no_repository", words);
  list.addPreferred(provider);
  const [, branch = ""] = /(?:-b|--branch)[ =](\S+)/.exec(words) ?? [];
  const version = parseBranchVersion(branch);
  if (version !== undefined) list.addVersion(version, words.trim());
}

const LINE = /\bodoo\.modules\.(?:loading|graph|registry): ([^\n]{0,1000})/g;

/** Line of `odoo/modules/loading.py`, 8.0 to 19.0. */
const LOADED =
  /^(?:Loading module (\w+) \(\d+\/\d+\)|Module (\w+) loaded in |module (\w+): creating or updating database)/;

export const LOG: ListFormat = {
  kind: "log",
  read(text, list) {
    const lines = Array.from(text.matchAll(LINE), ([, line = ""]) => line);
    const modules = lines.flatMap((line) => LOADED.exec(line)?.slice(1).find(Boolean) ?? []);
    for (const name of modules) list.addModule(name);
    return modules.length > 0;
  },
};
