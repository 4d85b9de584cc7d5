// The texts of a module's readme folder beside its description, and the pictures that it shows itself with.
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parseModule } from "../../../support/parse-module.js";
import { toImages } from "../../../../builder/parse/file-kind.js";
import { README_LIMIT_BYTES } from "../../../../builder/parse/readme/readme.js";
import { isSectionFile, parseSection } from "../../../../builder/parse/readme/sections.js";

const PLACE = { technicalName: "rental", manifestPath: "__manifest__.py" };

function read(files: Readonly<Record<string, string | Uint8Array>>) {
  const all = Object.entries({ "__manifest__.py": "{}", ...files }).map(([path, content]) => ({
    path,
    bytes: typeof content === "string" ? new TextEncoder().encode(content) : content,
  }));
  return parseModule(all, PLACE);
}

/** Each section in a line, then the diagnostics. */
function outline(files: Parameters<typeof read>[0]): readonly string[] {
  const { value, diagnostics } = read(files);
  return [
    ...value.parts.readme.map(
      ({ section, format, file, text }) => `${section} ${format} ${file}: ${text}`,
    ),
    ...diagnostics.map(({ code, path, line, detail }) => `! ${code} ${path} ${line}: ${detail}`),
  ];
}

describe("sections", () => {
  it.each([
    ["readme/USAGE.rst", true],
    ["readme/usage.md", true],
    ["Readme/Configuration.RST", true],
    ["readme/INSTALLATION.rst", true],
    ["readme/DESCRIPTION.rst", false],
    ["readme/CONTRIBUTORS.md", false],
    ["readme/CREDITS.rst", false],
    ["readme/USAGE.fr.rst", false],
    ["readme/USAGE", false],
    ["readme/USAGE.txt", false],
    ["readme/__proto__.md", false],
    ["readme/constructor.md", false],
    ["readme/newsfragments/12.feature", false],
    ["readme/old/USAGE.rst", false],
    ["doc/readme/USAGE.rst", false],
    ["USAGE.rst", false],
  ])("%s: %s", (path, expected) => {
    expect(isSectionFile(path)).toBe(expected);
  });

  it("come in one order, whatever that of the files, with the format of each", () => {
    expect(
      outline({
        "readme/HISTORY.rst": "16.0.1.0.0\n~~~~~~~~~~",
        "readme/roadmap.md": "- none",
        "readme/CONTEXT.md": "why",
        "readme/INSTALL.rst": "how",
        "readme/CONFIGURE.rst": "where",
        "readme/USAGE.md": "press",
        "readme/CONTRIBUTORS.rst": "* Ann",
        "readme/DESCRIPTION.md": "what",
      }),
    ).toEqual([
      "usage md readme/USAGE.md: press",
      "configure rst readme/CONFIGURE.rst: where",
      "install rst readme/INSTALL.rst: how",
      "context md readme/CONTEXT.md: why",
      "roadmap md readme/roadmap.md: - none",
      "history rst readme/HISTORY.rst: 16.0.1.0.0\n~~~~~~~~~~",
    ]);
  });

  it("do not change the description", () => {
    const described = read({ "readme/DESCRIPTION.md": "what", "readme/USAGE.md": "press" });
    expect(described.value.description).toBe("what");
    expect(read({ "readme/USAGE.md": "press" }).value.description).toBe("");
  });

  it("are the first of several files that says something", () => {
    const files = {
      "readme/CONFIGURATION.md": "other name",
      "readme/CONFIGURE.rst": "rst",
      "readme/CONFIGURE.md": "md",
    };
    expect(outline(files)).toEqual(["configure md readme/CONFIGURE.md: md"]);
    expect(outline({ ...files, "readme/CONFIGURE.md": "\uFEFF \r\n\t\n" })).toEqual([
      "configure rst readme/CONFIGURE.rst: rst",
    ]);
    expect(outline({ ...files, "readme/CONFIGURE.md": "", "readme/CONFIGURE.rst": "" })).toEqual([
      "configure md readme/CONFIGURATION.md: other name",
    ]);
    expect(outline({ "readme/USAGE.md": "" })).toEqual([]);
  });

  it("are plain text: line ends, byte order mark, trailing spaces and blank lines around", () => {
    expect(outline({ "readme/USAGE.rst": "\uFEFF\r\n\r\n* one  \r  two\r\n\r\n" })).toEqual([
      "usage rst readme/USAGE.rst: * one\n  two",
    ]);
  });

  it("are reported where their bytes are no UTF-8, or too many", () => {
    const latin = Uint8Array.from([0x63, 0x61, 0x66, 0xe9]);
    expect(outline({ "readme/USAGE.rst": latin })).toEqual([
      "usage rst readme/USAGE.rst: caf\uFFFD",
      "! text_undecodable readme/USAGE.rst 1: not utf-8",
    ]);
    const large = "x".repeat(README_LIMIT_BYTES + 1);
    expect(outline({ "readme/USAGE.rst": large })).toEqual([
      `! file_too_large readme/USAGE.rst 1: ${large.length} bytes`,
    ]);
    expect(parseSection(new Uint8Array(README_LIMIT_BYTES).fill(0x78)).diagnostics).toEqual([]);
  });

  test("any bytes give a text", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const { value } = parseSection(bytes);
        expect(value).toBe(value.trimEnd());
        expect(value).not.toContain("\r");
      }),
    );
  });
});

test("pictures are icons, then the others, of static/description alone", () => {
  const paths = [
    "static/description/banner.PNG",
    "static/description/icon.png",
    "static/description/icon_source.svg",
    "static/description/iconic.jpeg",
    "static/description/index.html",
    "static/description/assets/logo.png",
    "static/img/screen.png",
    "static/description/.png",
  ];
  expect(toImages(paths).map(({ kind, file }) => `${kind} ${file}`)).toEqual([
    "icon static/description/icon.png",
    "icon static/description/icon_source.svg",
    "screenshot static/description/banner.PNG",
    "screenshot static/description/iconic.jpeg",
  ]);
  const { value } = read({ "static/description/icon.png": Uint8Array.from([0x89]) });
  expect(value.parts.images).toEqual([{ kind: "icon", file: "static/description/icon.png" }]);
});
