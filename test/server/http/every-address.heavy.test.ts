// Every address that the demo gives over a real socket: those of every hit, and those of every page.
import { expect, test } from "vitest";
import { openSnapshot } from "../../../data/snapshot/decode.js";
import type { FoundHits } from "../../../server/contract/shape/find.js";
import { listRecords } from "../../support/fixture-snapshot.js";
import { decodeJson, decodeText, sendRequest, type RawAnswer } from "../../support/raw-http.js";
import { getSharedSnapshot, serveSharedSnapshot } from "../../support/shared-snapshot.js";
import { PAGES } from "./demo-pages.js";
import { listElements, listLinked } from "./page-markup.js";

const service = await serveSharedSnapshot();

test("no link of any page of the demo leads nowhere", async () => {
  const seen = new Set(PAGES);
  const isOneOfMany = countKinds();
  const broken: string[] = [];
  // A set that grows while it is walked through is walked to its new end.
  for (const target of seen) {
    const answer = await open(target);
    if (answer.status !== 200) broken.push(`${target}: ${answer.status}`);
    if (answer.headers["content-type"] !== "text/html; charset=utf-8") continue;
    // Every module leads to the plan of itself, whose links are those of any plan.
    if (target.startsWith("/plan?") && !PAGES.includes(target)) continue;
    for (const address of listLinked(decodeText(answer))) {
      const [path = ""] = address.split("#");
      // Links to further searches never end; systems and members are followed in tests of their
      // own.
      const isSearch = path.startsWith("/?") && target.startsWith("/?");
      if (
        /^\/(?!registry\/|(?:v1\/)?(?:field|method)\b)/.test(path) &&
        !isSearch &&
        !isOneOfMany(path)
      )
        seen.add(path);
    }
  }
  expect(broken).toEqual([]);
  expect([...seen].filter((target) => target.startsWith("/module/")).length).toBeGreaterThan(80);
});

test("every field and method of every model has its pages", async () => {
  const snapshot = openSnapshot(getSharedSnapshot());
  const targets = new Set<string>();
  for (const { models, platform_version: version } of listRecords(snapshot)) {
    for (const { model_name: model, fields, methods } of models) {
      for (const [kind, members] of Object.entries({ field: fields, method: methods })) {
        for (const { name } of members) {
          targets.add(`/${kind}/${name}`);
          targets.add(`/${kind}/${model}/${name}?platform_version=${version}`);
        }
      }
    }
  }
  snapshot.close();
  expect(targets.size).toBeGreaterThan(100);
  const broken: string[] = [];
  for (const target of targets) {
    if ((await readStatus(target)) !== 200) broken.push(target);
  }
  expect(broken).toEqual([]);
});

test("no page of a system leads nowhere or holds anything inline", async () => {
  const starts = [
    "/registry/models?platform_version=17.0&modules=rental_deposit,fleet_logbook",
    "/module/delivery_window/16.0?org=northwind-addons&repo=retail",
    "/view/rental_core.rental_order_view_form?platform_version=16.0",
    "/view/base.view_partner_form",
  ];
  const seen = new Set(starts);
  const isOneOfMany = countKinds();
  const wrong: string[] = [];
  // A set that grows while it is walked through is walked to its new end.
  for (const target of seen) {
    const answer = await open(target);
    if (answer.status !== 200) wrong.push(`${target}: ${answer.status}`);
    if (target.startsWith("/v1/")) continue;
    const elements = listElements(decodeText(answer));
    const ids = elements.flatMap(({ properties }) => properties?.["id"] ?? []);
    for (const { tagName, properties = {} } of elements) {
      const { href } = properties;
      if (Object.keys(properties).some((name) => /^on|^style$/i.test(name))) wrong.push(target);
      if (tagName !== "a" || typeof href !== "string") continue;
      if (href.startsWith("#") && !ids.includes(href.slice(1))) wrong.push(`${target}: ${href}`);
      if (/^\/(?:v1\/)?registry\//.test(href) && !isOneOfMany(href)) seen.add(href);
    }
    if (new Set(ids).size !== ids.length) wrong.push(`${target}: ids`);
  }
  expect(wrong).toEqual([]);
  expect(seen.size).toBeGreaterThan(60);
});

test("of every hit is answered with 200, by the interface and for people", async () => {
  const addresses = new Map<string, string>();
  const kinds = new Set<string>();
  for (const [at, text] of listTexts().entries()) {
    const more = at % 2 === 0 ? {} : { platform_version: "16.0" };
    for (const { kind, path, page } of (await find(text, { limit: "8", ...more })).hits) {
      kinds.add(kind);
      addresses.set(path, text).set(page, text);
    }
  }
  expect(kinds.size).toBe(15);
  expect(addresses.size).toBeGreaterThan(500);
  const broken: string[] = [];
  for (const [target, text] of addresses) {
    const status = await readStatus(target);
    if (status !== 200) broken.push(`${text}: ${target} ${status}`);
  }
  expect(broken).toEqual([]);
});

/** Formats of one answer come from one writer: the first addresses of each kind, route and parameters, stand for all. */
function countKinds(): (address: string) => boolean {
  const counts = new Map<string, Set<string>>();
  return (address) => {
    const [, route = "", parameters = "", format] =
      /^(\/v1\/\w+(?:\/[a-z]+(?=\?))?).*?\?(.*)format=(\w+)/.exec(address) ?? [];
    if (format === undefined) return false;
    const kind = `${route} ${parameters.replaceAll(/=[^&]*/g, "")} ${format}`;
    const known = counts.get(kind) ?? new Set();
    counts.set(kind, known);
    return known.add(address).size > 20;
  };
}

/** Statuses of pages that a test opened, for those behind it. */
const statuses = new Map<string, number>();

async function open(target: string): Promise<RawAnswer> {
  const answer = await sendRequest(service.port, { target, headers: { Accept: "text/html" } });
  statuses.set(target, answer.status);
  return answer;
}

async function readStatus(target: string): Promise<number> {
  return statuses.get(target) ?? (await open(target)).status;
}

/** Texts that people would type, for everything in the snapshot. */
function listTexts(): readonly string[] {
  const snapshot = openSnapshot(getSharedSnapshot());
  const texts = new Set([
    "onboarding_plan.plan_office",
    "attendance_kiosk.attendance_entry_rule_own",
  ]);
  for (const record of listRecords(snapshot)) {
    const { technical_name: module, platform_version: version } = record;
    const { name, category, models, views, authors, repository, organization } = record;
    const place = `${organization}/${repository}`;
    for (const text of [
      module,
      module.slice(0, 5),
      name,
      category,
      `${module} ${version}`,
      `odoo-addon-${module}`,
      place,
      `https://git.example.org/${place}/tree/${version}/${module}`,
      `module:${module.slice(0, 4)}* version:${version}`,
      ...authors,
      ...authors.map((author) => `author:"${author}"`),
    ]) {
      texts.add(text);
    }
    for (const { model_name: model, fields, methods } of models) {
      texts.add(model).add(`${model} ${version}`);
      for (const field of fields) texts.add(field.name).add(`${model}.${field.name}`);
      for (const method of methods) texts.add(method.name).add(`${model}#${method.name}`);
    }
    for (const { xml_id: id } of views) texts.add(id).add(`${module}.${id}`);
  }
  snapshot.close();
  return [...texts];
}

async function find(q: string, more: Readonly<Record<string, string>>): Promise<FoundHits> {
  const query = new URLSearchParams({ q, ...more });
  const answer = await sendRequest(service.port, { target: `/v1/find?${query.toString()}` });
  expect([q, answer.status]).toEqual([q, 200]);
  return decodeJson(answer) as FoundHits;
}
