// Renames of modules and models by OpenUpgrade, as the text of module-renames.txt: a line for each
// abandoned name, with the platform version at which it ended, and the new owner of its contents.
//
//   14.0 module renamed account_payment_return account_payment_order_return
//   16.0 module merged sale_product_set_variant sale_product_set
//   16.0 model renamed stock.production.lot stock.lot
//
// Lines that begin with # are for people.
import { compareText, comparePlatformVersions } from "./platform-version.js";
import { readShippedText } from "./shipped-text.js";
import { formatHead, readRows } from "./version-table.js";

export type RenamedThing = "module" | "model";
export type RenameKind = "renamed" | "merged";

const THINGS: readonly RenamedThing[] = ["module", "model"];
const KINDS: readonly RenameKind[] = ["renamed", "merged"];

export interface Rename {
  /** The first that has the new name. */
  readonly platformVersion: string;
  readonly thing: RenamedThing;
  readonly kind: RenameKind;
  readonly from: string;
  readonly to: string;
}

/**
 * The text of some renames, the same in whichever order they come; the comment `head` stands before it.
 * @throws RangeError for a name that cannot stand in a line
 */
export function formatRenames(renames: readonly Rename[], head: readonly string[]): string {
  const odd = renames.flatMap(({ from, to }) => [from, to]).find((name) => !/^[\w.-]+$/.test(name));
  if (odd !== undefined) throw new RangeError(`a name "${odd}"`);
  const lines = renames.toSorted(compareRenames).map(formatRename);
  return [...formatHead(head), ...new Set(lines), ""].join("\n");
}

function formatRename({ platformVersion, thing, kind, from, to }: Rename): string {
  return `${platformVersion} ${thing} ${kind} ${from} ${to}`;
}

function compareRenames(left: Rename, right: Rename): number {
  return (
    comparePlatformVersions(left.platformVersion, right.platformVersion) ||
    THINGS.indexOf(left.thing) - THINGS.indexOf(right.thing) ||
    KINDS.indexOf(left.kind) - KINDS.indexOf(right.kind) ||
    compareText(left.from, right.from) ||
    compareText(left.to, right.to)
  );
}

/** @throws RangeError for what `formatRenames` does not write */
export function parseRenames(text: string): readonly Rename[] {
  return readRows(text).map((row) => {
    const [platformVersion = "", thing = "", kind = "", from = "", to = ""] = row.split(" ");
    if (!isOf(THINGS, thing) || !isOf(KINDS, kind) || to === "") {
      throw new RangeError(`a line "${row}"`);
    }
    return { platformVersion, thing, kind, from, to };
  });
}

function isOf<T extends string>(words: readonly T[], word: string): word is T {
  return words.some((one) => one === word);
}

let known: readonly Rename[] | undefined;

/** Renames that ship with the program. */
export function listRenames(): readonly Rename[] {
  known ??= readShippedText("module-renames.txt", parseRenames);
  return known;
}
