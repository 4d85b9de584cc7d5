// The forms of an answer that has a layout, beside JSON: each is loaded when somebody asks for it.
import { takeSteps } from "../contract/text-formats.js";
import type { Block } from "../contract/layout.js";
import type { RenderedBytes, RenderedText } from "../contract/text-formats.js";

const WORKBOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export const LAYOUT_FORMATS = ["text", "csv", "markdown", "xlsx"] as const;
export type LayoutFormat = (typeof LAYOUT_FORMATS)[number];

export const LAYOUT_TEXTS: Readonly<Record<string, { readonly description: string }>> = {
  "text/plain": { description: "`text`: as a terminal shows it." },
  "text/csv": {
    description:
      "`csv`: a line for each row of the main table (RFC 4180), the first one with the names of the columns.",
  },
  "text/markdown": { description: "`markdown`: the same for tickets and wikis." },
  [WORKBOOK_TYPE]: { description: "`xlsx`: a workbook with a sheet for each table." },
};

export function isLayoutFormat(name: string): name is LayoutFormat {
  return LAYOUT_FORMATS.some((one) => one === name);
}

export function findLayoutFormat(mediaType: string): LayoutFormat | undefined {
  const at = Object.keys(LAYOUT_TEXTS).indexOf(mediaType);
  return LAYOUT_FORMATS[at];
}

interface RenderOptions {
  /** Characters of a line of the terminal. */
  readonly width?: number | undefined;
  /** Called after each yielding; what it throws ends the work. */
  onYield?(): void;
}

/** @throws what `onYield` throws */
export async function renderLayout(
  name: LayoutFormat,
  blocks: readonly Block[],
  { width, ...steps }: RenderOptions = {},
): Promise<RenderedText | RenderedBytes> {
  switch (name) {
    case "text": {
      const { renderTexts } = await import("./terminal.js");
      const text = await takeSteps(renderTexts(blocks, width), steps);
      return { text: `${text}\n`, contentType: "text/plain; charset=utf-8" };
    }
    case "csv": {
      const { renderCsv } = await import("./csv.js");
      const text = await takeSteps(renderCsv(blocks), steps);
      return { text, contentType: "text/csv; charset=utf-8" };
    }
    case "markdown": {
      const { renderMarkdown } = await import("./markdown.js");
      const text = await takeSteps(renderMarkdown(blocks), steps);
      return { text, contentType: "text/markdown; charset=utf-8" };
    }
    case "xlsx": {
      const { renderWorkbook } = await import("./workbook.js");
      const bytes = await takeSteps(renderWorkbook(blocks), steps);
      return { bytes, contentType: WORKBOOK_TYPE };
    }
  }
}
