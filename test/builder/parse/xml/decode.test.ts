// XML bytes to text: declared encodings, byte order marks, line ends.
import { describe, expect, it } from "vitest";
import { decodeXml } from "../../../../builder/parse/xml/decode.js";

const toBytes = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

describe("decodeXml", () => {
  it.each([
    ["iso-8859-1", "\xe9", "é"],
    ["ISO-8859-15", "\xa4", "€"],
    ["windows-1252", "\x80\x8e\x9f\xe9", "€ŽŸé"],
    ["utf-8", "\xc3\xa9", "é"],
    ["us-ascii", "\xc3\xa9", "é"],
    ["UTF-16", "\xc3\xa9", "é"],
  ])("declared %s", (encoding, raw, expected) => {
    const head = `<?xml version="1.0" encoding='${encoding}' ?>`;
    expect(decodeXml(toBytes(`${head}<a>${raw}</a>`))).toEqual({
      text: `${head}<a>${expected}</a>`,
      fault: undefined,
    });
  });

  it.each([
    ["UTF-8 mark", "\xef\xbb\xbf<a/>"],
    ["UTF-16LE mark", "\xff\xfe<\0a\0/\0>\0"],
    ["UTF-16BE mark", "\xfe\xff\0<\0a\0/\0>"],
    ["UTF-16LE without mark", "<\0a\0/\0>\0"],
    ["UTF-16BE without mark", "\0<\0a\0/\0>"],
  ])("%s", (_mark, raw) => {
    expect(decodeXml(toBytes(raw))).toEqual({ text: "<a/>", fault: undefined });
  });

  it("a mark is stronger than a declaration", () => {
    const raw = '\xef\xbb\xbf<?xml version="1.0" encoding="iso-8859-1"?>\xc3\xa9';
    expect(decodeXml(toBytes(raw)).text).toMatch(/é$/);
  });

  it("has the lines that git shows", () => {
    expect(decodeXml(toBytes("a\r\nb\rc\n\r\n")).text).toBe("a\nb c\n\n");
  });

  it("says where the first undecodable byte is", () => {
    expect(decodeXml(toBytes("a\r\nb\xff\n"))).toEqual({
      text: "a\nb\uFFFD\n",
      fault: { line: 2, message: "not utf-8" },
    });
  });

  it("does not mistake a written U+FFFD", () => {
    expect(decodeXml(new TextEncoder().encode("\uFFFD")).fault).toBeUndefined();
  });

  it("reads an unknown encoding as UTF-8", () => {
    const { text, fault } = decodeXml(toBytes('<?xml version="1.0" encoding="klingon"?><a/>'));
    expect(text).toMatch(/<a\/>$/);
    expect(fault).toEqual({ line: 1, message: "encoding klingon is not known" });
  });
});
