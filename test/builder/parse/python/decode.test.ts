// Declared encodings, byte order marks and line ends.
import { describe, expect, it } from "vitest";
import { decodePythonSource } from "../../../../builder/parse/python/text/decode.js";

/** One byte a character. */
function toRaw(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

describe("decodePythonSource", () => {
  it.each([
    ["UTF-8 without a declaration", "\xc3\xa9", "é"],
    ["a byte order mark", "\xef\xbb\xbfa", "a"],
    ["utf8", "# coding: utf8\n\xc3\xa9", "é"],
    ["UTF_8", "# -*- coding: UTF_8 -*-\n\xc3\xa9", "é"],
    ["latin-1", "# -*- coding: latin-1 -*-\n\xe9\x80", "é\x80"],
    ["iso-8859-15", "# coding=iso-8859-15\n\xa4", "€"],
    ["cp1252", "# vim: set fileencoding=cp1252 :\n\x80", "€"],
    ["cp1251", "# coding: cp1251\n\xe4", "д"],
    ["a name that ends before its mark", "# -*- coding: utf-8-*-\n\xc3\xa9", "é"],
    ["a name with a hyphen too many", "# coding: utf-*\n\xc3\xa9", "é"],
    ["the line ends of an editor", "# coding: utf-8-unix\n\xc3\xa9", "é"],
    ["latin-1 and line ends", "# coding: latin-1-dos\n\xe9", "é"],
    ["hyphens before the name", "# coding: --cp1252\n\x80", "€"],
    ["the mark of what was replaced before", "# coding: utf-8\n\xef\xbf\xbd", "\ufffd"],
    ["a mark and its name", "\xef\xbb\xbf# coding: utf-8-unix\n\xc3\xa9", "é"],
    ["letters that every codec of Python has", "# coding: cp437\na", "a"],
    ["a codec under its name in Python", "# coding: macroman\n\x8e", "é"],
    ["the second line", "#!/usr/bin/python\n# coding: latin1\n\xe9", "é"],
    ["the second line after a blank one", "\n# coding: latin1\n\xe9", "é"],
  ])("%s", (_what, raw, expected) => {
    const { text, fault } = decodePythonSource(toRaw(raw));
    expect(text.split("\n").at(-1)).toBe(expected);
    expect(fault).toBeNull();
  });

  it.each([
    ["bytes that are not UTF-8", "caf\xe9", "not utf-8"],
    ["bytes beyond a declared ASCII", "# coding: ascii\n\xc3\xa9", "bytes beyond ASCII in ascii"],
    ["a name with a point too many", "# coding: utf-8.\na", "unknown encoding utf-8."],
    ["nothing but hyphens", "# coding: -*- utf-8\na", "unknown encoding -"],
    [
      "a mark of another encoding",
      "\xef\xbb\xbf# coding: latin-1\na",
      "latin-1 with a byte order mark",
    ],
    ["a mark and a short name", "\xef\xbb\xbf# coding: utf8\na", "utf8 with a byte order mark"],
    ["letters of a codec that is not here", "# coding: cp437\n\x82", "unknown encoding cp437"],
    ["an unknown encoding", "# coding: klingon\na", "unknown encoding klingon"],
  ])("%s", (_what, raw, fault) => {
    expect(decodePythonSource(toRaw(raw)).fault).toBe(fault);
  });

  it("replaces what it cannot decode", () => {
    expect(decodePythonSource(toRaw("caf\xe9!")).text).toBe("caf\ufffd!");
  });

  it("does not take a declaration from the third line or from code", () => {
    expect(decodePythonSource(toRaw("#\n#\n# coding: latin-1\n\xc3\xa9")).text).toMatch(/é$/);
    expect(decodePythonSource(toRaw("x = 1\n# coding: latin-1\n\xc3\xa9")).text).toMatch(/é$/);
  });

  it("makes every line end one character", () => {
    expect(decodePythonSource(toRaw("a\r\nb\rc\n")).text).toBe("a\nb\nc\n");
  });
});
