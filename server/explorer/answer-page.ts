// From a page to what is sent: the document, or, where the interface answers with a problem, a page
// that says it.
import { readAssets, type Asset, type Assets } from "./assets.js";
import { renderDocument, writePolicy, type Surroundings } from "./document.js";
import type { Page, PageContent, PageRequest } from "./page.js";
import { describeFailure, describeProblem } from "./page/problem-page.js";
import type { PageResource } from "../contract/resource.js";
import { AskError, type ProblemBody } from "../contract/browser/ask.js";

let opened: Assets | undefined;

function openAssets(): Assets {
  return (opened ??= readAssets());
}

export async function answerPage(
  page: Page,
  request: PageRequest,
  surroundings: Surroundings,
): Promise<PageResource> {
  const { content, status } = await showPage(page, request);
  return toAnswer(content, status, surroundings);
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
    policy: writePolicy(openAssets()),
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
