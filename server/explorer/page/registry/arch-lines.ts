// A combined arch, as the interface gives it, in lines: which element each begins with, and what stands in it.
// It is XML that was written for people: an element in a line, or what is mixed with text in one.

export interface ArchLine {
  /** How deep it is indented. */
  readonly depth: number;
  readonly pieces: readonly ArchPiece[];
}

export interface ArchPiece {
  readonly kind: "start" | "end" | "text";
  /** The number of the element, in document order, whose tag it is or in which the text stands. */
  readonly element: number;
  /** The name of a tag, or a text, as XML. */
  readonly text: string;
  /** Of a start tag, as XML. */
  readonly attributes: readonly ArchAttribute[];
  /** Whether the element ends with its start tag. */
  readonly isEmpty: boolean;
}

interface ArchAttribute {
  readonly name: string;
  readonly value: string;
}

/** In values `<` and `>` are escaped, so each ends a tag. */
const TOKEN = /<(\/?)([^\s/>]+)([^>]*)>|[^<]+/g;
const ATTRIBUTE = /([^\s=]+)="([^"]*)"/g;
const BREAK = /^\n( *)$/;

export function parseArchLines(arch: string): readonly ArchLine[] {
  const lines: { depth: number; pieces: ArchPiece[] }[] = [{ depth: 0, pieces: [] }];
  const open: number[] = [];
  let elements = 0;
  for (const [token, slash, tag, rest = ""] of arch.matchAll(TOKEN)) {
    const plain = { element: open.at(-1) ?? 0, attributes: [], isEmpty: false };
    const line = lines.at(-1);
    const indent = tag === undefined ? BREAK.exec(token)?.[1] : undefined;
    if (indent !== undefined) {
      lines.push({ depth: indent.length / 2, pieces: [] });
    } else if (tag === undefined) {
      line?.pieces.push({ ...plain, kind: "text", text: token });
    } else if (slash === "/") {
      line?.pieces.push({ ...plain, kind: "end", text: tag });
      open.pop();
    } else {
      const isEmpty = rest.endsWith("/");
      const attributes = Array.from(rest.matchAll(ATTRIBUTE), ([, name = "", value = ""]) => ({
        name,
        value,
      }));
      line?.pieces.push({ kind: "start", element: elements, text: tag, attributes, isEmpty });
      if (!isEmpty) open.push(elements);
      elements += 1;
    }
  }
  return lines;
}
