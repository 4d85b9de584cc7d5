// Checks a text as CPython's `ast.literal_eval` does (3.10 and later), and locates its fault: the
// grammar over tokens, and refused values, such as a list as a key. Values, also of refused texts,
// are read in literal.ts.
import { type Token, tokenise } from "../text/tokens.js";

/** Fault at a UTF-16 index. */
export interface LiteralFault {
  readonly start: number;
  readonly reason: string;
}

type Kind =
  | "number"
  | "imaginary"
  | "signed"
  | "text"
  | "bytes"
  | "constant"
  | "tuple"
  | Unhashable;
const WORDS: ReadonlyMap<string, string> = new Map([
  ["name", "the name"],
  ["operator", "the sign"],
]);

type Unhashable = "list" | "dict" | "set";

interface Value {
  readonly kind: Kind;
  readonly isHashable: boolean;
}

/** Deeper ones the tokeniser of CPython refuses. */
const DEPTH_LIMIT_BRACKETS = 200;

const INTEGER =
  /^(?:0[xX](?:_?[\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|[1-9](?:_?\d)*|0(?:_?0)*)$/;
const DIGITS = String.raw`\d(?:_?\d)*`;
const FLOAT = new RegExp(
  String.raw`^(?:(?:${DIGITS})?\.${DIGITS}|${DIGITS}\.?)(?:[eE][+-]?${DIGITS})?$`,
);
const PREFIX = /^[a-zA-Z]*/;
const PREFIXES: ReadonlySet<string> = new Set(["", "u", "r", "b", "br", "rb"]);
const WRONG_ESCAPE =
  /(?<!\\)(?:\\\\)*\\(?:x(?![\da-fA-F]{2})|u(?![\da-fA-F]{4})|U(?!00(?:0[\da-fA-F]|10)[\da-fA-F]{4})|N(?!\{[^}\n]+\}))/;
const WRONG_BYTE = /(?<!\\)(?:\\\\)*\\x(?![\da-fA-F]{2})/;

/** @returns `undefined` for a dictionary; of another literal what it is */
export function findLiteralFault(text: string): LiteralFault | undefined {
  const reader = new LiteralReader(text);
  const { start } = reader;
  const { kind } = reader.readAll();
  if (reader.fault !== undefined) return reader.fault;
  return kind === "dict" ? undefined : { start, reason: `a ${kind} and no dictionary` };
}

class LiteralReader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;
  /** The first; nothing is left to read behind it. */
  fault: LiteralFault | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokenise(text, 0, text.length);
  }

  /** Start of the literal. */
  get start(): number {
    return this.#tokens[0]?.start ?? 0;
  }

  readAll(): Value {
    const zero = this.#text.indexOf("\0");
    if (zero !== -1) this.#refuse("a null character", zero);
    // Blanks at the very beginning are taken off.
    const before = this.#text.slice(0, this.start).replace(/^[ \t]+/, "");
    if (/(?:^|\n)(?:[^\n]*\f)?[ \t]+$/.test(before)) this.#refuse("an indent");
    const value = this.#readItems("");
    while (this.#peek()?.kind === "newline") this.#at += 1;
    if (this.#peek() !== undefined) this.#refuse();
    const behind = this.#text.slice(this.#tokens.findLast(({ kind }) => kind !== "newline")?.end);
    if (behind.endsWith("\\\n")) this.#refuse("its end is missing");
    if (/\n(?:[^\n#]*\f)?[ \t]+$/.test(behind)) this.#refuse("an indent");
    return value;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #isAt(operator: string): boolean {
    const token = this.#peek();
    return token?.kind === "operator" && token.text === operator;
  }

  #take(operator: string): boolean {
    if (!this.#isAt(operator)) return false;
    this.#at += 1;
    return true;
  }

  #refuse(reason = this.#describe(), start = this.#peek()?.start ?? this.#text.length): Value {
    this.fault ??= { start, reason };
    this.#at = this.#tokens.length;
    return { kind: "constant", isHashable: true };
  }

  #describe(): string {
    const token = this.#peek();
    if (token === undefined) return this.#tokens.length === 0 ? "nothing" : "its end is missing";
    if (token.kind === "newline") return "a statement ends here";
    const what = WORDS.get(token.kind) ?? `a ${token.kind}`;
    return `${what} ${token.text.slice(0, 40).split("\n")[0] ?? ""}`;
  }

  /** Values between commas up to a bracket; one without a comma is no tuple. @param close none at the top */
  #readItems(close: string): Value {
    if (close !== "" && this.#take(close)) return { kind: "tuple", isHashable: true };
    const first = this.#readSum();
    let isHashable = first.isHashable;
    let isTuple = false;
    while (this.#take(",")) {
      isTuple = true;
      if (close === "" ? this.#isAtEnd() : this.#isAt(close)) break;
      isHashable = this.#readSum().isHashable && isHashable;
    }
    if (close !== "" && !this.#take(close)) this.#refuse();
    return isTuple ? { kind: "tuple", isHashable } : first;
  }

  #isAtEnd(): boolean {
    return (this.#peek()?.kind ?? "newline") === "newline";
  }

  /** `1 + 2j` is the one sum that there is. */
  #readSum(): Value {
    const left = this.#readSigned();
    if (!this.#isAt("+") && !this.#isAt("-")) return left;
    if (left.kind !== "number" && left.kind !== "signed") return this.#refuse();
    this.#at += 1;
    const start = this.#at;
    const right = this.#readValue();
    if (right.kind === "imaginary") return { kind: "constant", isHashable: true };
    this.#at = start - 1;
    return this.#refuse();
  }

  #readSigned(): Value {
    if (!this.#isAt("-") && !this.#isAt("+")) return this.#readValue();
    const start = this.#at;
    this.#at += 1;
    const { kind } = this.#readValue();
    if (kind === "number") return { kind: "signed", isHashable: true };
    if (kind === "imaginary") return { kind: "constant", isHashable: true };
    this.#at = start;
    return this.#refuse();
  }

  #readValue(): Value {
    const token = this.#peek();
    if (token?.kind === "string") return this.#readTexts();
    if (token?.kind === "number") return this.#readNumber(token);
    if (token?.kind === "name") return this.#readName(token);
    if (this.#take("...")) return { kind: "constant", isHashable: true };
    if (!this.#isAt("(") && !this.#isAt("[") && !this.#isAt("{")) return this.#refuse();
    this.#depth += 1;
    if (this.#depth > DEPTH_LIMIT_BRACKETS) return this.#refuse("too many brackets");
    const value = this.#readBrackets();
    this.#depth -= 1;
    return value;
  }

  #readBrackets(): Value {
    if (this.#take("(")) return this.#readItems(")");
    if (this.#take("[")) {
      this.#readItems("]");
      return { kind: "list", isHashable: false };
    }
    this.#at += 1;
    if (this.#take("}")) return { kind: "dict", isHashable: false };
    this.#readKey();
    const isDict = this.#take(":");
    if (isDict) this.#readSum();
    while (this.#take(",") && !this.#isAt("}")) {
      this.#readKey();
      if (isDict && !this.#take(":")) this.#refuse();
      if (isDict) this.#readSum();
    }
    if (!this.#take("}")) this.#refuse();
    return { kind: isDict ? "dict" : "set", isHashable: false };
  }

  #readKey(): void {
    const start = this.#at;
    const { kind, isHashable } = this.#readSum();
    if (isHashable || this.fault !== undefined) return;
    this.#at = start;
    this.#refuse(`a ${kind} as a key`);
  }

  #readName({ text }: Token): Value {
    if (text === "set" && this.#tokens[this.#at + 1]?.text === "(") {
      const close = this.#tokens[this.#at + 2];
      if (close?.kind === "operator" && close.text === ")") {
        this.#at += 3;
        return { kind: "set", isHashable: false };
      }
    }
    if (text !== "True" && text !== "False" && text !== "None") return this.#refuse();
    this.#at += 1;
    return { kind: "constant", isHashable: true };
  }

  #readNumber({ text }: Token): Value {
    const isImaginary = /[jJ]$/.test(text);
    const real = isImaginary ? text.slice(0, -1) : text;
    const isNumber = FLOAT.test(real) && (isImaginary || /[.eE]/.test(real));
    if (!isNumber && (isImaginary || !INTEGER.test(real))) return this.#refuse();
    this.#at += 1;
    return { kind: isImaginary ? "imaginary" : "number", isHashable: true };
  }

  /** Adjacent texts are one. */
  #readTexts(): Value {
    let kind: "text" | "bytes" | undefined;
    for (let token = this.#peek(); token?.kind === "string"; token = this.#peek()) {
      const found = this.#readText(token);
      if (kind !== undefined && kind !== found) this.#refuse("bytes beside a text");
      kind = found;
      this.#at += 1;
    }
    return { kind: kind ?? "text", isHashable: true };
  }

  #readText({ text }: Token): "text" | "bytes" {
    const prefix = (PREFIX.exec(text)?.[0] ?? "").toLowerCase();
    if (/[ft]/.test(prefix)) this.#refuse("a formatted text");
    if (!PREFIXES.has(prefix)) this.#refuse(`a text with the prefix ${prefix}`);
    const quote = text.charAt(prefix.length);
    const begin = text.startsWith(quote.repeat(3), prefix.length) ? 3 : 1;
    const body = text.slice(prefix.length + begin, -begin);
    const isClosed =
      text.length >= prefix.length + 2 * begin &&
      text.endsWith(quote.repeat(begin)) &&
      (/\\*$/.exec(body)?.[0].length ?? 0) % 2 === 0;
    if (!isClosed) this.#refuse("a text without an end");
    const kind = prefix.includes("b") ? "bytes" : "text";
    const isRaw = prefix.includes("r");
    if (!isRaw && (kind === "text" ? WRONG_ESCAPE : WRONG_BYTE).test(body)) {
      this.#refuse("a wrong escape in a text");
    }
    // eslint-disable-next-line no-control-regex -- ASCII is what bytes may have
    if (kind === "bytes" && /[^\u0000-\u007f]/.test(body)) this.#refuse("bytes beyond ASCII");
    return kind;
  }
}
