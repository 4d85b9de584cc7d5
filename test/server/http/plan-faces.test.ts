// Plans agree in every face: the verdict, the number of modules, and missing ones with reasons.

import { expect, test } from "vitest";

import { runModuleQuestion } from "../../../server/commands/module-question.js";
import { toQuery } from "../../../server/contract/browser/ask.js";
import type { Plan } from "../../../server/contract/shape/system/plan.js";
import { answerTool } from "../../../server/mcp/answer.js";
import { findTool } from "../../../server/mcp/tools.js";
import { runCommand } from "../../support/program.js";
import { decodeJson, decodeText, sendRequest } from "../../support/raw-http.js";
import {
  getSharedSnapshots,
  openSharedLookup,
  serveSharedSnapshot,
} from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();
const lookup = await openSharedLookup();

const BADGES = { true: "Installable", false: "Cannot be installed", null: "Not known" } as const;

const send = (target: string) => sendRequest(service.port, { target });

/** Answers of each face to a list of names. */
async function askAll(modules: string) {
  const query = toQuery({ platform_version: "17.0", modules });
  const plan = decodeJson(await send(`/v1/plan${query}`)) as Plan;
  const page = decodeText(await send(`/plan${query}`)).replaceAll(/<[^>]*>/g, "");
  const words = ["--snapshot", getSharedSnapshots(), "--platform-version", "17.0", modules];
  const { text, code } = await runCommand(
    (all, context) => runModuleQuestion("plan", all, context),
    words,
  );
  const tool = findTool("plan_system");
  if (tool === undefined) throw new Error("there is no tool for plans");
  const given = { platform_version: "17.0", modules: modules.split(",") };
  const { structured } = await answerTool(tool, given, lookup, 1_000);
  return { plan, page, text, code, agents: structured };
}

test.each([
  ["rental_deposit,fleet_logbook", true, {}],
  ["rental_deposit,rental_cor", false, { unknown_name: 1 }],
  ["rental_deposit,sale_amazon", null, { not_indexed: 1 }],
])("%s: installable is %s", async (modules, installable, reasons) => {
  const { plan, page, text, code, agents } = await askAll(modules);
  const { counts } = plan;
  const missing = Object.values(reasons).length;
  expect(plan.installable).toBe(installable);
  expect(counts.missing_by_reason).toMatchObject(reasons);
  expect([counts.missing, plan.missing.length]).toEqual([missing, missing]);
  expect(agents).toMatchObject({ installable: installable ?? "unknown", counts });
  expect(code).toBe(installable === null ? 3 : Number(!installable));
  for (const said of [page, text]) {
    expect(said).toContain(BADGES[String(installable) as keyof typeof BADGES]);
    expect(said).toContain(`${counts.modules} modules at 17.0`);
    expect(said).toMatch(
      new RegExp(`Asked for\\s+${counts.asked}\\s+Found\\s+${counts.requested}\\s`),
    );
    expect(said).toMatch(
      new RegExp(`By auto-install\\s+${counts.auto_install}\\s+Missing\\s+${missing}\\s`),
    );
    for (const { technical_name: name } of plan.missing) expect(said).toContain(name);
  }
});
