// Files that start Odoo: a Dockerfile, a CI file, a script, an odoo.conf; and its log. Modules that they name to install or update are
// taken, and repositories that they clone; folders of an addons path do not say of which repository they are.
import {
  joinLines,
  MOST_LINE_CHARS,
  parseBranchVersion,
  parseGitAddress,
  type ListCollector,
  type ListFormat,
} from "./collect-list.js";

/** Options of Odoo whose value is a list of modules, on a command line; of other programs `-i` and `-u` mean something else. */
const OPTION =
  /(?<![^\s"'])(?:-[iu]|--init|--update|--load|(?<=\bclick-odoo-[^\n]{0,200})-m|--modules)(?:=|["'],?\s*["']|\s+|(?<=-[iu])(?=\w{2,},))["']?(\w[\w, ]*)(?=["'\s\])]|$)/g;

/** The program, what is before which is of other programs: `sudo -u odoo odoo-bin -u sale`. */
const PROGRAM =
  /(?:^|[\s/"'])(?:odoo-bin|odoo\.py|openerp-server|odoo|click-odoo-[a-z]+)["']?,?\s+["']?(?=-)/g;

/** Names of such variables in images and pipelines; a quoted value may have spaces. */
const VARIABLE =
  /(?<![\w-])(?:(?:ODOO_|DOODBA_|OCA_)?(?:INIT|UPDATE|INCLUDE|MODULES?|ADDONS(?:_LIST)?|TEST_MODULES)|init|update|modules|include|server_wide_modules)["']?\s*[:?+]?[:=]\s*(?:"([^"]*)"|'([^']*)'|\(([\w ]+)\)|(\w+(?:, *\w+)*,?))/g;

const CLONE = /\bgit clone\b([^&|;\n]*)/g;
const DISTRIBUTION = /\bodoo(\d{0,2})-addon-([\w-]+)/g;
const FOLDERS = /(?:\baddons_path\s*=\s*|--addons-path[ =])["']?([^\s"']+)/g;

/** A line that only a file of this kind has. */
const TELLING =
  /^\s*(?:FROM \S+|RUN |CMD |ENTRYPOINT |ENV \w+[ =]|\[options\]\s*$|addons_path\s*=|(?:- )?run:|script:|(?:command|entrypoint|args)"?:.*(?:odoo|[" ]-[iu][" ]|--init|--update)|(?:jobs|services|stages):\s*$|(?:modules|init|update|server_wide_modules) *= *\w|(?:- )?(?:ODOO_|DOODBA_|OCA_)?(?:INCLUDE|MODULES|INIT|UPDATE): |(?:export )?(?:ODOO|DOODBA|OCA)_\w*(?:INIT|UPDATE|MODULES?|ADDONS_LIST)=|(?:- ["']?|["'])(?:-[iu]|--init|--update)\b|-[iu] \w+(?:,\w+)+\s*(?:$| -)|git clone |pip3? install |- .*\bINCLUDE=|MODULES=\(|MODULES *[:?+]?= *\w)|(?:^|[\s/"'])(?:odoo-bin|openerp-server|click-odoo-[a-z]+|odoo(?=["']?,?\s+["']?-[\w-]))\b/;

/** An option in a list of YAML or JSON, whose value is the next item. */
const ITEM = /^([^\S\n]*(?:- )?["']?(?:-[iu]|--init|--update)["']?,?)[ \t]*\n\s*(?:-(?= )|(?="))/gm;

/** A variable of a container, name and value on a line each. */
const ENTRY = /^([^\S\n]*(?:- )?)name: ["']?([A-Z_]{1,100})["']?[ \t]*\n\s*value: /gm;

export const COMMANDS: ListFormat = {
  kind: "commands",
  read(text, list) {
    const lines = joinLines(text.replaceAll(ITEM, "$1").replaceAll(ENTRY, "$1$2: ").split("\n"));
    const isTold = lines.some((line) => TELLING.test(line.slice(0, MOST_LINE_CHARS)));
    if (isTold) for (const line of lines) readLine(line, list);
    return isTold;
  },
};

function readLine(line: string, list: ListCollector): void {
  if (line.length > MOST_LINE_CHARS) return list.leaveOut("unread", line);
  const text = line.replace(/(?:^|\s)#.*$/, "");
  if (text.trim() === "") return;
  const last = [...text.matchAll(PROGRAM)].at(-1);
  const named = [...text.slice(last?.index).matchAll(OPTION), ...text.matchAll(VARIABLE)];
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

/** `all` is every module; it and flags such as the `init` of a container are no names. */
function addNames(names: string, list: ListCollector): void {
  for (const name of names.split(/[\s,]+/)) {
    if (/^(?:all|true|false|yes|no|none)$/i.test(name)) list.leaveOut("pattern", name);
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

/** A line of a log, of `odoo/modules/` with what it says, which may stand alone. */
const LINE =
  /^(?=Loading module \w+ \(|Module \w+ loaded in )([^\n]{1,1000})|\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} \d+ \S*[A-Z]{4,}\S* \S+ (?:(?:odoo|openerp)\.modules\.(?:loading|graph|registry|module): ([^\n]{0,1000}))?/gm;

/** Lines of `odoo/modules/loading.py` and its graph, 6.1 to 19.0; the last two name what is installed or asked for and not there. */
const LOADED =
  /^(?:Loading module (\w+) \(\d+\/\d+\)|Module (\w+) loaded in |module (\w+): (?:creating or updating database|loading objects)|Some modules (?:are not loaded|have inconsistent states), [^[]*\[([^\]]*)\]|module (\w+: Unmet dependencies: [\w, ]+))/i;

export const LOG: ListFormat = {
  kind: "log",
  read(text, list) {
    const lines = Array.from(text.matchAll(LINE), ([, alone = "", line = alone]) => line);
    const names = lines.flatMap((line) => LOADED.exec(line)?.slice(1).find(Boolean) ?? []);
    const told = names.join(",").replaceAll(": Unmet dependencies:", ",");
    for (const name of told.match(/\w+/g) ?? []) list.addModule(name);
    if (lines.length > 0 && names.length === 0) list.leaveOut("not_understood", text);
    return lines.length > 0;
  },
};
