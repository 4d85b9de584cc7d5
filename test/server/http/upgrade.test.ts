// Analyses of upgrades over a socket: the file of a module, and what cannot be answered.
import { expect, test } from "vitest";
import { expectProblem } from "../../support/problem-body.js";
import type {
  ModuleUpgradeAnswer as ModuleUpgradeShape,
  Upgrade,
} from "../../../server/contract/shape/migration/upgrade.js";
import type { ValueOf } from "../../../data/shape.js";
import { decodeJson, decodeText, sendRequest } from "../../support/raw-http.js";
import { serveForFile, serveSharedSnapshot } from "../../support/shared-snapshot.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { openParsedModules } from "../../support/world.js";

type ModuleUpgradeAnswer = ValueOf<typeof ModuleUpgradeShape>;

const service = await serveSharedSnapshot();

const ask = (target: string) => sendRequest(service.port, { target });

test("the file of a module can be committed as it is", async () => {
  const answer = await ask("/v1/upgrade/rental_core?from=16.0&to=17.0&format=openupgrade");
  expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(decodeText(answer)).toMatch(/^---Models in module 'rental_core'---\n/);
});

test("a system has the files of all its modules", async () => {
  const answer = await ask("/v1/upgrade?from=16.0&to=17.0&modules=rental_core&format=openupgrade");
  const titles = decodeText(answer).match(/^---Models in module '.*'---$/gm);
  expect(titles).toContain("---Models in module 'base'---");
  expect(titles).toContain("---Models in module 'rental_core'---");
});

test("what scripts load", async () => {
  for (const target of ["/v1/upgrade/rental_core?", "/v1/upgrade?modules=rental_core&"]) {
    const answer = await ask(`${target}from=16.0&to=17.0&format=noupdate`);
    expect(answer.headers["content-type"]).toBe("application/xml; charset=utf-8");
    expect(decodeText(answer)).toMatch(/<odoo>\n(?:.+\n)*<\/odoo>\n$/);
  }
});

test("a way over several versions has each step", async () => {
  const target = "/v1/upgrade?from=8.0&to=17.0&modules=rental_core";
  const { steps, modules } = decodeJson(await ask(`${target}&steps=true`)) as unknown as Upgrade;
  const versions = ["8.0 16.0", "16.0 17.0"];
  expect(steps?.map(({ from, to }) => `${from.platform_version} ${to.platform_version}`)).toEqual(
    versions,
  );
  const own = modules.filter(({ module }) => module === "rental_core");
  expect(own.map(({ from, to }) => `${from} ${to}`)).toEqual(versions);
  expect(decodeJson(await ask(target))).not.toHaveProperty("steps");
  const text = decodeText(await ask(`${target}&steps=true&format=openupgrade`));
  expect(text.match(/^---Models in module 'rental_core'---$/gm)).toHaveLength(2);
});

test("what is not known is told as plans tell it", async () => {
  const modules = "modules=rental_core,nope";
  const sides = ["16.0", "17.0"].map(
    (version) => `/v1/plan?platform_version=${version}&${modules}`,
  );
  const plans = await Promise.all(sides.map(async (target) => decodeJson(await ask(target))));
  const lacking = plans.flatMap((plan) => (plan as unknown as Upgrade).not_indexed);
  expect(lacking).not.toContain("nope");
  const told = {
    complete: false,
    not_indexed: [...new Set(lacking)].toSorted(),
    not_indexed_count: new Set(lacking).size,
  };
  for (const target of ["/v1/upgrade?", "/v1/upgrade?steps=true&", "/v1/upgrade/rental_core?"]) {
    expect(decodeJson(await ask(`${target}from=16.0&to=17.0&${modules}`))).toMatchObject(told);
  }
});

test("a downgrade is refused", async () => {
  for (const target of ["/v1/upgrade?modules=rental_core&", "/v1/upgrade/rental_core?"]) {
    const answer = await ask(`${target}from=17.0&to=16.0`);
    const instance = target.split("?")[0] ?? "";
    expectProblem(answer, { status: 400, code: "invalid_parameters", instance });
    expect(decodeText(answer)).toContain("to must not be an earlier version than from (17.0)");
  }
});

test("a module has each step beside the whole way", async () => {
  const target = "/v1/upgrade/rental_core?from=8.0&to=17.0";
  const whole = decodeJson(await ask(target)) as unknown as ModuleUpgradeAnswer;
  const { steps = [], ...own } = decodeJson(
    await ask(`${target}&steps=true`),
  ) as unknown as ModuleUpgradeAnswer;
  expect(own).toEqual(whole);
  expect(steps.map(({ module, from, to }) => [module, from, to])).toEqual([
    ["rental_core", "8.0", "16.0"],
    ["rental_core", "16.0", "17.0"],
  ]);
  const { steps: _none, ...last } = decodeJson(
    await ask("/v1/upgrade/rental_core?from=16.0&to=17.0"),
  ) as unknown as ModuleUpgradeAnswer;
  expect(steps.at(-1)).toEqual(last);
  const text = decodeText(await ask(`${target}&steps=true&format=openupgrade`));
  expect(text.match(/^---Models in module 'rental_core'---$/gm)).toHaveLength(2);
});

test("a module that neither version has", async () => {
  expectProblem(await ask("/v1/upgrade/rental_core?from=8.0&to=8.0"), {
    status: 404,
    code: "module_not_at_version",
    instance: "/v1/upgrade/rental_core",
  });
});

test("a module that was merged is answered under the name that it has afterwards", async () => {
  const out = makeTemporaryFolder();
  const manifest = "{'name': 'M', 'version': '1.0', 'depends': []}";
  const written = await openParsedModules(out, {
    "base_maintenance_config 16.0": { "__manifest__.py": manifest },
    "maintenance 17.0": { "__manifest__.py": manifest },
  });
  written.close();
  const { port } = await serveForFile(out);
  const target = "/v1/upgrade/base_maintenance_config?from=16.0&to=17.0";
  const answer = await sendRequest(port, { target });
  expect([answer.status, decodeJson(answer)]).toMatchObject([
    200,
    { module: "maintenance", state: "compared", renamed_from: ["base_maintenance_config"] },
  ]);
});

test("of several repositories the one that is asked for, by name and organization", async () => {
  for (const filter of ["org=nobody", "repo=nothing", "repository=nothing"]) {
    expectProblem(await ask(`/v1/upgrade/rental_core?from=16.0&to=17.0&${filter}`), {
      status: 404,
      code: "module_not_in_repository",
      instance: "/v1/upgrade/rental_core",
    });
  }
  const { status } = await ask("/v1/upgrade/rental_core?from=16.0&to=17.0&repo=retail");
  expect(status).toBe(200);
});
