// HTML and XML: records of `ir.module.module`, the answer of XML-RPC, and of a page its tables, names that it shows as code or as items
// of a list, and links to a store. All else of it is markup, of which no word is a module.
import type { ListCollector, ListFormat } from "./collect-list.js";
import { addModuleRow } from "./states.js";
import { TABLE } from "./tables.js";

export const MARKUP: ListFormat = {
  kind: "HTML or XML",
  read(text, list) {
    if (!/^\s*<[!?a-z]/i.test(text)) return false;
    const found = readRecords(text, list) + readTables(text, list) + readNames(text, list);
    if (found === 0)
      for (const line of text.split("\n"))
        if (/\w/.test(line)) list.leaveOut("not_understood", line);
    return true;
  },
};

/** The head of each record: of data files with its id, of XML-RPC without one. */
const RECORD = /<record\b([^>]{0,1000})>|<struct>/;

const FIELD =
  /<field name="(name|state)"[^>]{0,200}>([^<]*)<|<name>(name|state)<\/name>\s*<value>(?:<string>)?([^<]*)</g;

/** @returns the number of records */
function readRecords(text: string, list: ListCollector): number {
  const [, ...parts] = text.split(RECORD);
  let found = 0;
  for (let at = 0; at < parts.length; at += 2) {
    const [head, body = ""] = parts.slice(at, at + 2);
    if (head !== undefined && !head.includes('model="ir.module.module"')) continue;
    const facts = new Map(
      Array.from(
        body.matchAll(FIELD),
        ([, key = "", value = "", rpcKey = key, rpcValue = value]) => [rpcKey, rpcValue.trim()],
      ),
    );
    const [, id] = /\bid="base\.module_(\w+)"/.exec(head ?? "") ?? [];
    const name = facts.get("name") ?? id;
    if (name === undefined) continue;
    addModuleRow(name, facts.get("state"), list);
    found++;
  }
  return found;
}

/** @returns the number of tables that have a column for modules */
function readTables(text: string, list: ListCollector): number {
  const [, ...tables] = text.split(/<table\b/i);
  const read = tables.filter((table) => {
    const [, ...rows] = (table.split(/<\/table/i)[0] ?? "").split(/<tr\b[^>]{0,1000}>/i);
    const cells = rows.map((row) =>
      row
        .split(/<t[dh]\b[^>]{0,1000}>/i)
        .slice(1)
        .map(toPlain),
    );
    return TABLE.read(cells.map((row) => row.join("\t")).join("\n"), list);
  });
  return read.length;
}

function toPlain(cell: string): string {
  return cell
    .replaceAll(/<[^>]{0,1000}>/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

const NAME =
  /<(?:code|li)\b[^>]{0,1000}>\s*(?:<span[^>]{0,1000}>)?\s*([a-z][a-z0-9_]{0,200})\s*<|\/apps\/(?:modules|themes)\/(\d{1,2}\.\d)\/(\w{1,200})/g;

/** @returns the number of names */
function readNames(text: string, list: ListCollector): number {
  const names = [...text.matchAll(NAME)];
  for (const [address, shown, version, linked = shown] of names) {
    if (version !== undefined) list.addVersion(version, address);
    list.addModule(linked ?? "");
  }
  return names.length;
}
