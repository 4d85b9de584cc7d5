// Changes of modules' definitions between two platform versions, and those that a module uses.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Snapshot } from "../../../../data/snapshot/decode.js";
import type { ApiChange } from "../../../../server/contract/shape/api-changes.js";
import type { ApiStep } from "../../../../server/registry/api/api-step.js";
import { getDoubts } from "../../../../server/compare/api/doubts.js";
import { getApiStep } from "../../../../server/registry/api/open-api-step.js";
import { listApiUses } from "../../../../server/compare/api/uses.js";
import { API_SYSTEM } from "./api-system.js";
import { openParsedModules } from "../../../support/world.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { finishSteps } from "../../../../data/yield.js";

const out = makeTemporaryFolder();
let snapshot: Snapshot;
let step: ApiStep;

beforeAll(async () => {
  snapshot = await openParsedModules(out, API_SYSTEM);
  step = getApiStep(snapshot, { from: "16.0", to: "17.0" });
});

afterAll(() => snapshot.close());

function toName({ model, name }: Pick<ApiChange, "model" | "name">): string {
  return [model, name].filter(Boolean).join(".");
}

/** `change kind name → target: evidence; details` */
function toLine({ change, kind, model, name, target, evidence, details }: ApiChange): string {
  const later = target === null ? "" : ` → ${toName(target)} (${target.modules.join(", ")})`;
  const why = evidence.map((one) => `${one.kind} ${one.value}`);
  const what = details.map((one) => `${one.attribute} ${one.from} → ${one.to}`);
  const rest = [...why, ...what].join("; ");
  return `${change} ${kind} ${toName({ model, name })}${later}${rest === "" ? "" : `: ${rest}`}`;
}

describe("changes of a module", () => {
  test.each([
    [
      "trade.order",
      [
        "changed method trade.order.confirm → trade.order.confirm (trade): signature (self, force=False) → (self, force=False, silent=False)",
        "changed field trade.order.kind → trade.order.kind (trade): selection b → c",
        "renamed field trade.order.note → trade.order.terms (trade): string Terms and conditions",
        "changed field trade.order.partner_id → trade.order.partner_id (trade): type Many2one → Many2many",
        "changed method trade.order.prepare → trade.order.prepare (trade): decorators api.model → api.model_create_multi",
        "removed field trade.order.signed",
        "changed field trade.order.total → trade.order.total (trade): compute null → _compute_total; store true → false; readonly false → true",
        "moved field trade.order.weight → trade.order.weight (trade_weight)",
        "renamed method trade.order._reference_compute → trade.order._compute_reference (trade): field compute of reference; words reference compute",
        "renamed method trade.order._send_mail → trade.order._mail_send (trade): words send mail",
      ],
    ],
    [
      "trade.line",
      [
        "removed field trade.line.old",
        "removed method trade.line._onchange_fee",
        "renamed field trade.line.fee → trade.line.charge (trade): method _onchange_charge",
        "renamed field trade.line.quantity_done → trade.line.quantity (trade): words quantity",
      ],
    ],
    [
      "trade.tracked",
      ["removed method trade.tracked.state_changed", "removed method trade.tracked.track"],
    ],
    ["trade.stage", ["renamed model trade.stage → trade.phase (trade): members 4 of 4"]],
    ["trade.wizard", ["removed model trade.wizard"]],
    ["res.partner", []],
  ])("of %s", (model, lines) => {
    expect(finishSteps(step.listChanges("trade", model)).map(toLine).toSorted()).toEqual(
      lines.toSorted(),
    );
  });

  test("are none of what nobody knows at the later version", () => {
    expect(finishSteps(step.listChanges("waiting", "waiting.thing"))).toEqual([]);
  });

  test("lead to where it is defined", () => {
    const [change] = finishSteps(step.listChanges("trade", "trade.wizard"));
    expect(change).toMatchObject({ module: "trade", file: "order.py", line: 56 });
  });
});

test("a module uses what it overrides, extends, and names in views, relations and decorators", async () => {
  const uses = await listApiUses(step, "trade_extra");
  const lines = uses.map(({ kind, model, name, how, used_in: { file, line } }) =>
    [kind, `${model}.${name ?? ""}`, how.join("+"), `${file}:${line}`].join(" "),
  );
  expect(lines).toEqual([
    "field trade.line.old view views.xml:10",
    "field trade.line.quantity_done related+depends+view order.py:8",
    "field trade.order.note overrides order.py:6",
    "field trade.order.partner_id view views.xml:7",
    "field trade.order.weight depends order.py:11",
    "method trade.order.confirm overrides order.py:15",
    "method trade.order.prepare button views.xml:6",
    "model trade.stage. comodel order.py:9",
  ]);
});

test("a step is opened once", () => {
  expect(getApiStep(snapshot, { from: "16.0", to: "17.0" })).toBe(step);
});

describe("where modules are not indexed", () => {
  test("what a change rests on is told, and what is not compared", async () => {
    const left = Object.entries(API_SYSTEM).filter(([name]) => !/^base( |$)/.test(name));
    const part = await openParsedModules(makeTemporaryFolder(), Object.fromEntries(left));
    const doubts = getDoubts(getApiStep(part, { from: "16.0", to: "17.0" }));
    expect(doubts.listOfModules(["trade"])).toContain("base");
    expect(doubts.listOfUses("trade")).toContain("base");
    part.close();
  });

  test("nothing is left open where all are", () => {
    const doubts = getDoubts(step);
    const modules = step.from.listModules();
    expect(modules.flatMap((module) => doubts.listOfModules([module]))).toEqual([]);
  });
});
