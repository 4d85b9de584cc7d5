// Verdicts on commits that a later branch lacks: a real repository, built and asked.
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSnapshot, type Snapshot } from "../../../../data/snapshot/decode.js";
import { findUnported } from "../../../../server/compare/unported/unported.js";
import {
  layUnported,
  type Unported,
  type UnportedCommit,
} from "../../../../server/contract/shape/unported.js";
import { renderBlocks } from "../../../../server/faces/page/blocks.js";
import { renderTerminal } from "../../../../server/faces/terminal.js";
import { build } from "../../../support/builds.js";
import type { CommitPlan } from "../../../support/git-repository.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { makeSources } from "../../../support/world.js";

const root = makeTemporaryFolder();

const fix = (
  seconds: number,
  subject: string,
  files: CommitPlan["files"],
  more: Partial<CommitPlan> = {},
): CommitPlan => ({ subject, seconds, ...more, ...(files === undefined ? {} : { files }) });

const ORDER = `class Order(models.Model):
    _inherit = "sale.order"

    def action_confirm(self):
        return super().action_confirm()
`;
const LOGGED = ORDER.replace(
  "return super",
  "self.message_post_on_confirmation()\n        return super",
);
const HELPER = `
    def list_partners_to_be_notified(self):
        return self.partner_id | self.partner_invoice_id
`;

const HALVES = { "a/half.py": "half = 'of a request'", "a/other.py": "other = 'of a request'" };

const BEGIN = fix(100, "Begin", { "a/__manifest__.py": "{}", "a/models/order.py": ORDER });
const OLD: readonly CommitPlan[] = [
  BEGIN,
  fix(200, "[IMP] a: log confirmations", { "a/models/order.py": LOGGED }),
  fix(300, "[IMP] a: partners to be notified", { "a/models/order.py": LOGGED + HELPER }),
  fix(400, "[IMP] a: tests of both", { "a/tests/test_order.py": "x = 1" }),
  fix(500, "[IMP] a: a mistake", { "a/models/mistake.py": "wrong = 'as everybody could see'" }),
  fix(600, 'Revert "[IMP] a: a mistake"', { "a/models/mistake.py": "right = 1" }),
  fix(610, "[IMP] a: half", { "a/half.py": HALVES["a/half.py"] }, { parents: [5] }),
  fix(620, "[IMP] a: other half", { "a/other.py": HALVES["a/other.py"] }),
  fix(630, "Merge PR #7 into 16.0", HALVES, { parents: [5, 7] }),
  fix(640, 'Revert "Merge PR #7 into 16.0"', { "a/half.py": "a = 1", "a/other.py": "b = 1" }),
  fix(700, "[IMP] a: portal of customers", { "a/portal.py": "x = 'of the old version'" }),
  fix(800, "[MIG] a: Migration to 16.0", { "a/views.xml": "<a>as 16.0 has it in its views</a>" }),
  fix(805, "[MIG] a", { "a/actions.xml": "<act>as 16.0 has it in its actions</act>" }),
  fix(810, "[IMP] a: menus for everybody", { "a/menus.xml": "<menu>of 16.0 for everybody</menu>" }),
  fix(820, "[IMP] a: pre-commit fixes", { "a/menus.xml": "<menu>by a linter of 16.0</menu>" }),
  fix(830, "[IMP] a: Backport from 17.0", { "a/menus.xml": "<menu>out of 17.0</menu>" }),
];
const NEW: readonly CommitPlan[] = [
  BEGIN,
  fix(900, "Forward what 16.0 logs", { "a/models/order.py": LOGGED }),
  fix(950, "[IMP] a: portal of customers", { "a/portal.py": "y = 'of the new version'" }),
  fix(960, "[MIG] a: Migration to 17.0", { "a/views.xml": "<b/>" }, { author: "Bea" }),
  fix(810, "[IMP] a: menus for everybody, and reports", { "a/menus.xml": "<a>of all</a>" }),
];

let snapshot: Snapshot;

beforeAll(async () => {
  const branches = { "16.0": OLD, "17.0": NEW };
  const { tools } = makeSources(root, { tools: branches }, { host: "https://github.com" });
  const { folder } = await build([tools], { out: path.join(root, "out") });
  snapshot = openSnapshot(folder);
});

afterAll(() => snapshot.close());

function find(all: boolean, from = "16.0", to = "17.0"): Unported {
  const filter = { from, to, org: undefined, repo: undefined, all };
  const outcome = findUnported(snapshot, "a", filter);
  if (!outcome.found) throw new Error(outcome.reason);
  return outcome.value;
}

function describeOne({ subject, verdict, evidence }: UnportedCommit): string {
  const { rule, places = [], commit } = evidence ?? {};
  const other = commit === null || commit === undefined ? [] : [commit.subject];
  return [`${subject}: ${verdict}, ${rule}`, ...places, ...other].join(", ");
}

/** One line a commit. */
function outline({ pull_requests: requests }: Unported): readonly string[] {
  return requests.flatMap(({ commits }) => commits.map(describeOne));
}

describe("commits that a later version lacks", () => {
  test("are listed where they are to be ported", () => {
    const found = find(false);
    expect(outline(found)).toEqual([
      "[IMP] a: partners to be notified: port, missing, a/models/order.py:8",
    ]);
    expect(found.process).toBe("port_commits");
    expect(found.pull_requests[0]?.commits[0]).toMatchObject({
      files: 1,
      lines: 2,
      why: "17.0 lacks it.",
    });
  });

  test("have verdicts with what tells them", () => {
    const found = find(true);
    expect(outline(found)).toEqual([
      "[IMP] a: log confirmations: present, same_content",
      "[IMP] a: partners to be notified: port, missing, a/models/order.py:8",
      "[IMP] a: tests of both: trivial, tests",
      '[IMP] a: a mistake: reverted, revert, Revert "[IMP] a: a mistake"',
      'Revert "[IMP] a: a mistake": reverted, revert, [IMP] a: a mistake',
      'Revert "Merge PR #7 into 16.0": reverted, revert, [IMP] a: half',
      "[IMP] a: portal of customers: present, same_subject, [IMP] a: portal of customers",
      "[MIG] a: Migration to 16.0: present, same_subject, [MIG] a: Migration to 17.0",
      "[MIG] a: obsolete, migration",
      "[IMP] a: menus for everybody: reverted, replaced",
      "[IMP] a: pre-commit fixes: trivial, linter",
      "[IMP] a: Backport from 17.0: present, backport",
      '[IMP] a: half: reverted, revert, Revert "Merge PR #7 into 16.0"',
      '[IMP] a: other half: reverted, revert, Revert "Merge PR #7 into 16.0"',
    ]);
    expect(found.verdicts).toEqual({
      port: 1,
      partly: 0,
      present: 4,
      obsolete: 1,
      trivial: 2,
      reverted: 6,
      beside: 0,
    });
  });

  test("say why, in the answer as in a terminal and on a page", () => {
    const found = find(true);
    const whys = found.pull_requests.flatMap(({ commits }) => commits.map(({ why }) => why));
    expect(whys.slice(0, 3)).toEqual([
      "17.0 has had its files exactly as it leaves them.",
      "17.0 lacks it.",
      "It only changes tests or demo data.",
    ]);
    const blocks = layUnported(found);
    const shown = [renderTerminal(blocks, 1000), renderBlocks(blocks, {}).text];
    for (const face of shown) for (const why of whys) expect(face).toContain(why);
  });

  test("are judged by contents alone where they are to be carried back", () => {
    expect(outline(find(true, "17.0", "16.0"))).toEqual([
      "Forward what 16.0 logs: present, same_content",
      "[IMP] a: portal of customers: port, unread",
      "[MIG] a: Migration to 17.0: port, unread",
      "[IMP] a: menus for everybody, and reports: port, unread",
    ]);
  });
});
