// Lines out of text that comes in pieces of any length. Pure.

export interface LineReader {
  /** The next piece. */
  add(text: string): void;
  /** After the last piece: what has no line break behind it is a line too. */
  end(): void;
}

/** @param limitChars of a line without an end no more is kept than one character beyond that */
export function createLines(
  onLine: (line: string) => void,
  limitChars = Number.POSITIVE_INFINITY,
): LineReader {
  let rest = "";
  return {
    add(text) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > limitChars) rest = rest.slice(0, limitChars + 1);
      for (const line of lines) onLine(line);
    },
    end() {
      if (rest !== "") onLine(rest);
      rest = "";
    },
  };
}
