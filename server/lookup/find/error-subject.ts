// Names that an error of code is about, by the forms of Python, PostgreSQL and the browser. Nothing of it is searched by meaning: an error
// that names nothing indexed is said to do so. Messages for people, and names of Python packages, are words.
import { readCode } from "./typed-code.js";

export interface ErrorSubject {
  /** The most telling first; a member follows its model or class: `sale.order.state`, `SaleOrder.state`. */
  readonly names: readonly string[];
  /** Names of the platform's own code: `odoo.api`. */
  readonly framework: readonly string[];
  /** Words to search; none for an error of code. */
  readonly words: string;
  /** Whether the form of the error tells that the names are its subject. */
  readonly isSure: boolean;
  /** False for code that names the platform's own code alone. */
  readonly isError: boolean;
}

/** `odoo.tools.float_compare`, `from odoo import api`, `@api.depends`, `fields.Char`. */
const FRAMEWORK =
  /^(?:from |import )?((?:odoo|openerp)(?:\.(?:api|exceptions|fields|http|models|modules|osv|release|service|sql_db|tests|tools)\b[\w.]{0,200}|(?= import )))(?: import .{1,200}|\(.{0,200})?$|^@?(api\.(?:autovacuum|constrains|depends|depends_context|model|model_create_multi|multi|onchange|ondelete|one|private|readonly|returns)|fields\.[A-Z]\w{1,40}|models\.(?:Abstract|Transient)?Model)(?:\(\)?)?$/;

/** Class of the last error in a text, and its message. */
const CLASS =
  /^(.*\s|)(?:\w{1,50}\.){0,6}([A-Z]\w{0,60}(?:Error|Exception|Warning|Violation)|Undefined(?:Column|Table)|Warning|Error|Exception): *(\S.*)$/s;

/** Errors whose messages are for people. */
const FOR_PEOPLE = /^(?:(?:User|Validation|Access|Missing)?Error|(?:Redirect)?Warning|Exception)$/;

/** Messages of code without a class. */
const OF_CODE =
  /\bhas no attribute ["']|\bExternal ID not found\b|\bcannot be located in parent view\b|\bname ["']\w+["'] is not defined\b|\bNo module named\b|\bcannot import name\b|\bCannot read propert|\bcomodel_name ["']|^Comodel name |^Invalid field |\bdoes not exist in (?:the registry|registry|model)\b|\b(?:[Ff]ield ["'`]\w+["'`]|column \S+) does not exist\b|^Missing model:|\b(?:WARNING|ERROR|CRITICAL) \S{0,100} ?odoo\./;

const ATTRIBUTE = /["']([\w.]{1,200})["'](?: object)? has no attribute ["'](\w{1,200})["']/;
const IMPORT =
  /\bNo module named ["']?([\w.]{1,200})|\bcannot import name .{1,200}? from (?:partially initialized module )?["']([\w.]{1,200})/;
const CALL = /(?<![\w.])((?:[A-Z]\w{0,200}\.)?\w{1,200})\(\) (?:missing|takes|got)\b/;
const COLUMN =
  /\bcolumn "?(\w{1,63})"?\."?(\w{1,63})"? does not exist|\bcolumn "(\w{1,63})" of relation "(\w{1,63})" does not exist/;
/** Errors that name variables of functions, or nothing. */
const OF_VARIABLES = /\bname ["']\w+["'] is not defined\b|\bCannot read propert/;
const NAME =
  /["'`«“]([a-zA-Z_][\w.]{0,200}\w)["'`»”]|(?<![\w./'"-])([a-z_]\w{0,100}(?:\.\w{1,100}){1,8})(?![\w/(])/g;
const FILE_NAME = /\.(?:py|xml|csv|js|po|png|s?css|conf|log|txt)$/;

/** More names of one line are no subject. */
const MOST = 4;

/** Types of Python, which have nothing to do with a module. */
const PYTHON = new Set(
  "NoneType bool bytes dict float frozenset function generator int list method module object range set str super tuple type".split(
    " ",
  ),
);

/** @returns `undefined` for a text that is no error */
export function readErrorSubject(text: string): ErrorSubject | undefined {
  const [, before = "", named = "", message = text] = CLASS.exec(text) ?? [];
  if (OF_CODE.test(text)) return readNames(message, text);
  const [, whole, framework = whole] = FRAMEWORK.exec(text) ?? [];
  if (framework !== undefined) return { ...toSubject([]), framework: [framework], isError: false };
  if (named === "") return undefined;
  if (!FOR_PEOPLE.test(named)) return readNames(message, text);
  return before === "" ? { ...toSubject([]), words: message } : undefined;
}

function readNames(message: string, text: string): ErrorSubject {
  const [, owner = "", member = ""] = ATTRIBUTE.exec(message) ?? [];
  if (PYTHON.has(owner)) return toSubject(member.includes("_") ? [member] : []);
  if (owner !== "") return toSubject([isOfFramework(owner) ? owner : `${owner}.${member}`]);
  const [, module, imported = module] = IMPORT.exec(message) ?? [];
  if (imported !== undefined) {
    const [, addon] = /^(?:odoo|openerp)\.addons\.(\w+)/.exec(imported) ?? [];
    if (addon !== undefined || isOfFramework(imported)) return toSubject([addon ?? imported]);
    return { ...toSubject([]), words: imported };
  }
  const [, table, column, other = column, of = table] = COLUMN.exec(message) ?? [];
  if (of !== undefined) return toSubject([`${of}.${other}`]);
  const [, called] = CALL.exec(message) ?? [];
  if (called !== undefined) return toSubject([called]);
  if (OF_VARIABLES.test(message)) return toSubject([]);
  const code = readCode(text);
  if (code !== text) return toSubject([code.replace("#", ".")]);
  const names = Array.from(message.matchAll(NAME), ([, quoted, dotted = ""]) => quoted ?? dotted);
  const others = names.filter((name) => !PYTHON.has(name) && !FILE_NAME.test(name));
  return { ...toSubject([...new Set(others)].slice(0, MOST)), isSure: text.includes("KeyError: ") };
}

/** @param names none for an error that names nothing of a module */
export function toSubject(names: readonly string[]): ErrorSubject {
  return {
    names: names.filter((name) => !isOfFramework(name)),
    framework: names.filter(isOfFramework),
    words: "",
    isSure: true,
    isError: true,
  };
}

function isOfFramework(name: string): boolean {
  return /^(?:odoo|openerp)(?:\.(?!addons\.)|$)/.test(name);
}
