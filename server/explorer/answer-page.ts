// From a page to what is sent: the document, or, where the interface answers with a problem, a page
// that says it.
import { readAssets, type Asset, type Assets } from "./assets.js";
import { renderDocument, writePolicy, type Surroundings } from "./document.js";
import type { Page, PageContent, PageRequest } from "./page.js";
import { describeFailure, describeProblem } from "./page/problem-page.js";
import type { PageResource, TextResource } from "../contract/resource.js";
import { toRecord } from "../faces/agents.js";
import { takeSteps } from "../contract/text-formats.js";
import { renderRows } from "../faces/csv.js";
import { AskedTable } from "../faces/page/table-view.js";
import { AskError, type ProblemBody } from "../contract/browser/ask.js";

let opened: Assets | undefined;

function openAssets(): Assets {
  return (opened ??= readAssets());
}

export async function answerPage(
  page: Page,
  request: PageRequest,
  surroundings: Surroundings,
): Promise<TextResource> {
  try {
    const { content, status } = await showPage(page, {
      ...request,
      showsPictures: surroundings.showsPictures,
    });
    return toAnswer(content, status, surroundings);
  } catch (error) {
    if (!(error instanceof AskedTable)) throw error;
    const { form, columns, rows } = error;
    return form === "csv"
      ? {
          text: await takeSteps(renderRows({ columns, rows })),
          contentType: "text/csv; charset=utf-8",
        }
      : {
          text: JSON.stringify(rows.map((row) => toRecord(row, columns))),
          contentType: "application/json; charset=utf-8",
        };
  }
}

/** Page for a defect, or for an invalid address. */
export function answerFailure(
  problem: Pick<ProblemBody, "title" | "detail" | "status" | "suggestions">,
  requestId: string | undefined,
  surroundings: Surroundings,
): PageResource {
  return toAnswer(describeFailure(problem, requestId), problem.status, surroundings);
}

function toAnswer(content: PageContent, status: number, surroundings: Surroundings): PageResource {
  return {
    text: renderDocument(content, openAssets(), surroundings),
    contentType: "text/html; charset=utf-8",
    policy: writePolicy(openAssets(), content),
    status,
  };
}

async function showPage(
  page: Page,
  request: PageRequest,
): Promise<{ readonly content: PageContent; readonly status: number }> {
  try {
    return { content: await page.show(request), status: 200 };
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    return { content: describeProblem(error.problem, page, request), status: error.problem.status };
  }
}

/** @param file such as `style/icon.svg`; any fingerprint leads to it */
export function findAsset(file: string): Asset | undefined {
  return openAssets().find(file);
}
