// Finds the end of a string literal: plain ones, and formatted ones whose replacement fields may
// hold further strings, the same quotes included (PEP 701).

interface Literal {
  readonly kind: "literal";
  /** `'`, `"`, `'''` or `"""`. */
  readonly quote: string;
  readonly isFormatted: boolean;
  readonly isRaw: boolean;
}

/** A replacement field of a formatted literal, or the format text behind its colon. */
interface Field {
  readonly kind: "field";
  brackets: number;
  inFormat: boolean;
}

const STOP = /["'\\\n{}()[\]:]/g;
const PREFIX_BEFORE = /(?:^|[^\w])([a-zA-Z]{1,2})$/;

/**
 * The index behind the literal whose first quote is at `at`. A literal without an end stops at the
 * line's end, or at the text's end where its quotes are tripled.
 */
export function findStringEnd(text: string, at: number, prefix: string): number {
  const first = toLiteral(text, at, prefix);
  const begin = at + first.quote.length;
  return first.isFormatted
    ? findFormattedEnd(text, begin, first)
    : findPlainEnd(text, begin, first.quote);
}

function toLiteral(text: string, at: number, prefix: string): Literal {
  const quote = text.charAt(at);
  const isTriple = text.startsWith(quote + quote, at + 1);
  return {
    kind: "literal",
    quote: isTriple ? quote.repeat(3) : quote,
    isFormatted: /[ft]/i.test(prefix),
    isRaw: /r/i.test(prefix),
  };
}

function findPlainEnd(text: string, begin: number, quote: string): number {
  const closing = quote.charCodeAt(0);
  for (let at = begin; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 92) at += text.startsWith("\r\n", at + 1) ? 2 : 1;
    else if (code === closing && text.startsWith(quote, at)) return at + quote.length;
    else if (code === 10 && quote.length === 1) return at;
  }
  return text.length;
}

function findFormattedEnd(text: string, begin: number, first: Literal): number {
  const stack: (Literal | Field)[] = [first];
  let at = begin;
  for (;;) {
    STOP.lastIndex = at;
    const found = STOP.exec(text);
    if (found === null) return text.length;
    at = found.index;
    const top = stack.at(-1);
    if (top === undefined) return at;
    const next =
      top.kind === "literal" ? inLiteral(text, at, stack, top) : inField(text, at, stack, top);
    if (next === undefined) return at;
    at = next;
    if (stack.length === 0) return at;
  }
}

/** Index to continue from; `undefined` if the line ends too soon. */
function inLiteral(
  text: string,
  at: number,
  stack: (Literal | Field)[],
  top: Literal,
): number | undefined {
  const character = text.charAt(at);
  if (character === "\\") {
    const isNamed = top.isFormatted && !top.isRaw && text.startsWith("N{", at + 1);
    return at + (isNamed || text.startsWith("\r\n", at + 1) ? 3 : 2);
  }
  if (character === "\n") return top.quote.length === 1 ? undefined : at + 1;
  if (text.startsWith(top.quote, at)) {
    stack.pop();
    return at + top.quote.length;
  }
  if (character === "{" && top.isFormatted) {
    if (text.charAt(at + 1) === "{") return at + 2;
    stack.push({ kind: "field", brackets: 0, inFormat: false });
  }
  return at + 1;
}

function inField(
  text: string,
  at: number,
  stack: (Literal | Field)[],
  top: Field,
): number | undefined {
  const character = text.charAt(at);
  const outer = stack.at(-2);
  const quote = outer?.kind === "literal" ? outer.quote : "";
  if (top.inFormat) {
    if (character === "{") stack.push({ kind: "field", brackets: 0, inFormat: false });
    else if (character === "}") stack.pop();
    else if (quote !== "" && text.startsWith(quote, at)) {
      stack.length -= 2;
      return at + quote.length;
    } else if (character === "\n" && quote.length === 1) return undefined;
    return at + 1;
  }
  if (character === '"' || character === "'") {
    const prefix = PREFIX_BEFORE.exec(text.slice(Math.max(0, at - 3), at))?.[1] ?? "";
    const literal = toLiteral(text, at, prefix);
    stack.push(literal);
    return at + literal.quote.length;
  }
  if (character === "(" || character === "[" || character === "{") top.brackets += 1;
  else if (character === "}" && top.brackets === 0) stack.pop();
  else if (character === ")" || character === "]" || character === "}") {
    top.brackets = Math.max(0, top.brackets - 1);
  } else if (character === ":" && top.brackets === 0) top.inFormat = true;
  return at + 1;
}
