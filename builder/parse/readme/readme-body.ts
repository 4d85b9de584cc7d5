// Body of a README: without title, badges, generated header, table of contents and the sections
// that every README has. Works on lines; renders no markup.

export type ReadmeFormat = "markdown" | "rst";

interface Heading {
  /** Index of its first line. */
  readonly start: number;
  /** Index after its last line. */
  readonly end: number;
  /** In lower case, without markup. */
  readonly title: string;
}

// Sections of the README template of the Odoo Community Association and their usual variants.
const STANDARD_SECTION =
  /^(?:(?:pre-?)?install(?:ation)?|config(?:uration)?|usage|how to use|known? issues?|issues|road ?map|to-?do|change ?log|changes|history|development|demo|screenshots?)\b/;
const CLOSING_SECTION =
  /^(?:bug ?trackers?|bugs|credits?|images|icons?|authors?|contributors?|contributions?|contributing|maintainers?|other credits|financial support|funders|licen[cs]e|copyright|support|contact|table of contents)\b/;
const LABEL = /^(?:description|overview|introduction|summary)$/;

const BADGE =
  /badge|img\.shields\.io|travis-ci|codecov\.io|coveralls\.io|codeclimate|runbot|runboat|weblate|odoo-community\.org\/logo|odoo-community\.org\/website\/image|badge\.fury/i;
const CONTENTS_MARK = /^(?:\*\*table of contents\*\*|\.\. contents::.*|\[toc\])$/i;

/** The body of a README, `""` when nothing is left of it. Lines of `text` end with `\n`. */
export function toReadmeBody(text: string, format: ReadmeFormat): string {
  const lines =
    format === "rst" ? dropRstNoise(text.split("\n")) : dropMarkdownNoise(dropComments(text));
  const mark = lines.findIndex((line) => CONTENTS_MARK.test(line));
  const beforeContents = mark === -1 ? lines : lines.slice(0, mark);
  const withoutContents = dropBlocks(lines, (line) => CONTENTS_MARK.test(line));
  return (
    toDescription(beforeContents, format, true) ||
    toDescription(withoutContents, format, true) ||
    toDescription(withoutContents, format, false)
  );
}

/** From the title to the first section that is not about what the module is. */
function toDescription(
  lines: readonly string[],
  format: ReadmeFormat,
  endsAtStandardSection: boolean,
): string {
  const headings = format === "rst" ? listRstHeadings(lines) : listMarkdownHeadings(lines);
  let start = 0;
  /** From `start` to here are blank lines. */
  let blank = 0;
  let isTitle = true;
  let end = lines.length;
  for (const heading of headings) {
    while (blank < heading.start && lines[blank]?.trim() === "") blank += 1;
    const isFirst = blank >= heading.start;
    const isOver =
      CLOSING_SECTION.test(heading.title) ||
      (endsAtStandardSection && STANDARD_SECTION.test(heading.title));
    if (isFirst && (isTitle || LABEL.test(heading.title))) {
      start = heading.end;
      blank = start;
    } else if (isOver) {
      end = heading.start;
      break;
    }
    isTitle = false;
  }
  return lines.slice(start, end).join("\n").trim() === "" ? "" : lines.slice(start, end).join("\n");
}

// One punctuation character, at least three times: the line under, and perhaps over, a title.
const RST_RULE = /^([=\-~^"'`#*+_:.])\1{2,}$/;

function listRstHeadings(lines: readonly string[]): readonly Heading[] {
  const headings: Heading[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "" || RST_RULE.test(line)) continue;
    const rule = lines[index + 1] ?? "";
    const hasOverline = index > 0 && RST_RULE.test(rule) && lines[index - 1] === rule;
    const isHeading = hasOverline || (RST_RULE.test(rule) && !line.startsWith(" "));
    if (!isHeading) continue;
    const start = hasOverline ? index - 1 : index;
    headings.push({ start, end: index + 2, title: toTitle(line) });
  }
  return headings;
}

function listMarkdownHeadings(lines: readonly string[]): readonly Heading[] {
  const headings: Heading[] = [];
  let isInFence = false;
  for (const [index, line] of lines.entries()) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isInFence = !isInFence;
    if (isInFence || line.trim() === "") continue;
    if (/^#{1,6}[ \t]/.test(line)) {
      headings.push({ start: index, end: index + 1, title: toTitle(line) });
    } else if (/^(?:={3,}|-{3,})$/.test(lines[index + 1] ?? "") && /^[^ \-=|>]/.test(line)) {
      headings.push({ start: index, end: index + 2, title: toTitle(line) });
    }
  }
  return headings;
}

function toTitle(line: string): string {
  return line
    .replaceAll(/[#*_`:]/g, " ")
    .trim()
    .toLowerCase();
}

// The box that the README generator adds to what is not yet stable.
const STATUS_NOTICE = /^[ \t].*page\/development-status>`_/;
const SUBSTITUTED_IMAGE = /^\.\. \|([^|]{1,80})\| image:: /;
const IMAGE = /^\.\. (?:\|[^|]{1,80}\| )?image:: /;

/** Drops badges, the line that shows them, and comments such as the header of generated files. */
function dropRstNoise(lines: readonly string[]): readonly string[] {
  const badges = new Set<string>();
  const isNoise = (line: string, block: readonly string[]): boolean => {
    if (line === ".." || block.some((each) => STATUS_NOTICE.test(each))) return true;
    const isBadge = IMAGE.test(line) && block.some((each) => BADGE.test(each));
    const name = isBadge ? SUBSTITUTED_IMAGE.exec(line)?.[1] : undefined;
    if (name !== undefined) badges.add(name);
    return isBadge;
  };
  return dropBlocks(lines, isNoise).filter((line) => !isBadgeLine(line, badges));
}

function isBadgeLine(line: string, badges: ReadonlySet<string>): boolean {
  if (!line.startsWith("|") || !line.endsWith("|")) return false;
  const names = line.split("|").map((name) => name.trim());
  return (
    names.some((name) => name !== "") && names.every((name) => name === "" || badges.has(name))
  );
}

/** Drops each line that begins a block of noise, with the indented lines that belong to it. */
function dropBlocks(
  lines: readonly string[],
  isNoise: (line: string, block: readonly string[]) => boolean,
): readonly string[] {
  const kept: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    let end = index + 1;
    if (line.startsWith("..") || CONTENTS_MARK.test(line)) {
      while (/^[ \t]+\S/.test(lines[end] ?? "")) end += 1;
    }
    if (isNoise(line, lines.slice(index, end))) index = end - 1;
    else kept.push(line);
  }
  return kept;
}

const MARKDOWN_IMAGE =
  /\[!\[[^\]]{0,200}\]\([^)]{0,500}\)\]\([^)]{0,500}\)|!\[[^\]]{0,200}\]\([^)]{0,500}\)/g;

function dropMarkdownNoise(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => {
    // `[//]: #` is a link that nothing uses: a comment.
    if (line.startsWith("[//]: #")) return [];
    const shown = line.replaceAll(MARKDOWN_IMAGE, (image) => (BADGE.test(image) ? "" : image));
    return shown.trim() === "" && line.trim() !== "" ? [] : [shown];
  });
}

function dropComments(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (let start = text.indexOf("<!--"); start !== -1; start = text.indexOf("<!--", from)) {
    const end = text.indexOf("-->", start);
    if (end === -1) break;
    pieces.push(text.slice(from, start));
    from = end + "-->".length;
  }
  pieces.push(text.slice(from));
  return pieces.join("");
}
