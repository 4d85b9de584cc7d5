// Every operation of the document × every status that it names × every parameter, asked over a real
// socket: the answer has that status and is as the document says. The questions come from the
// document itself, so that a new operation is asked as soon as it is described.
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { findLayoutFormat } from "../../server/faces/formats.js";
import { DEFAULT_LIMITS } from "../../server/config.js";
import { describeInterface } from "../../server/routes/document.js";
import type { ParameterFault } from "../../server/contract/problem.js";
import { openChoices } from "../../server/contract/route.js";
import { ROUTES } from "../../server/routes/routes.js";
import {
  openInterface,
  type DescribedOperation,
  type DescribedParameter,
} from "./described-interface.js";
import { createDamagedSnapshot } from "../support/fixture-snapshot.js";
import { answerLong } from "../../server/lookup/limits.js";
import { createRecord } from "../support/module-records.js";
import { writeRecords } from "../support/written-snapshot.js";
import {
  decodeJson,
  decodeText,
  openConnection,
  parseAnswer,
  readAnswer,
  readToEnd,
  sendRequest,
  type RawAnswer,
  type RawRequest,
} from "../support/raw-http.js";
import { startService } from "../support/running-service.js";
import {
  getSharedSnapshots,
  serveForFile,
  serveSharedSnapshot,
} from "../support/shared-snapshot.js";
import { sampleCases } from "../support/properties.js";

const described = openInterface(JSON.stringify(await describeInterface(ROUTES)));

const service = await serveSharedSnapshot();
/** A service of which nobody has asked anything: an answer that is known needs no turn. */
const unasked = await serveForFile(getSharedSnapshots());

type Values = Readonly<Record<string, string | readonly string[] | undefined>>;

/** An address of the operation with some values in place of the examples of the document. */
function toTarget({ path, parameters }: DescribedOperation, values: Values): string {
  let target = path;
  const query = new URLSearchParams();
  for (const { name, in: place, required, example } of parameters) {
    const value = name in values ? values[name] : required ? String(example) : undefined;
    if (value === undefined) continue;
    if (place === "path") target = target.replace(`{${name}}`, encodeURIComponent(String(value)));
    else for (const one of [value].flat()) query.append(name, String(one));
  }
  return query.size === 0 ? target : `${target}?${query.toString()}`;
}

/** Statuses that were seen, by operation. */
const seen = new Map<string, Set<string>>();

async function ask(
  operation: DescribedOperation,
  status: number,
  question: RawRequest,
  look?: (answer: RawAnswer) => void,
  { port } = service,
): Promise<void> {
  const answer = await sendRequest(port, question);
  expect({ question, status: answer.status }).toEqual({ question, status });
  described.expectDescribed(operation, answer);
  note(operation, status);
  look?.(answer);
}

function note({ operationId, responses }: DescribedOperation, status: number): void {
  const statuses = seen.get(operationId) ?? new Set();
  seen.set(operationId, statuses.add(status in responses ? String(status) : "default"));
}

/** Parameters that are platform versions, but `to` of references, which is a name. */
const VERSIONS = new Set(["platform_version", "from", "to"]);

/** Parameters of paths that are one of a few words. */
const CHOICES = new Set(["kind"]);

/** Values that a parameter must refuse, by its type; any refuses one that is too long. */
function listWrongValues(
  { operationId }: DescribedOperation,
  { name, schema }: DescribedParameter,
): readonly string[] {
  if (schema.type === "integer") return ["x", "-1", "1.5"];
  if (schema.type === "boolean") return ["maybe", ""];
  const isVersion = VERSIONS.has(name) && operationId !== "findReferences";
  return isVersion ? ["newest"] : [];
}

const ENCODINGS = ["identity", "gzip", "br"];

describe.each(
  described.operations.map((operation, place) => [operation.path, operation, place] as const),
)("GET %s", (_, operation, place) => {
  const { parameters, responses } = operation;
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const target = toTarget(operation, {});

  /** Asks with values of which each is wrong. */
  const askWrong = (values: Values): Promise<void> =>
    ask(operation, 400, { target: toTarget(operation, values) }, (answer) => {
      const { errors } = decodeJson(answer) as { readonly errors: readonly ParameterFault[] };
      expect(errors.map(({ parameter }) => parameter).toSorted()).toEqual(
        Object.keys(values).toSorted(),
      );
    });

  test("200 with the examples of the document, each alone and all together", async () => {
    await ask(operation, 200, { target });
    const all = Object.fromEntries(parameters.map(({ name, example }) => [name, String(example)]));
    await ask(operation, 200, { target: toTarget(operation, all) });
    for (const { name, example } of parameters) {
      expect(example, `${name} has an example`).toBeDefined();
      await ask(operation, 200, { target: toTarget(operation, { [name]: String(example) }) });
    }
  });

  test("200 in every media type, the first in every encoding", async () => {
    const mediaTypes = Object.keys(responses["200"]?.content ?? {});
    const pairs = mediaTypes.flatMap((mediaType, at) =>
      // Each form meets each encoding in some operation.
      (at === 0 ? ENCODINGS : [ENCODINGS[(place + at) % ENCODINGS.length]]).map(
        (encoding = "") => ({ Accept: mediaType, "Accept-Encoding": encoding }),
      ),
    );
    for (const headers of sampleCases(pairs, place)) {
      const mediaType = headers.Accept;
      const answer = await sendRequest(service.port, { target, headers });
      // The header chooses among the forms that are declared; others are asked for by their names.
      const format = { format: findLayoutFormat(mediaType) ?? "json" };
      const isChosen = answer.headers["content-type"]?.startsWith(mediaType) === true;
      const asked = isChosen ? target : toTarget(operation, format);
      await ask(operation, 200, { target: asked, headers }, (given) =>
        expect(given.headers["content-type"]?.split(";")[0]).toBe(mediaType),
      );
    }
  });

  test("304 for who has it", () =>
    ask(operation, 304, { target, headers: { "If-None-Match": "*" } }));

  test("400 for each parameter that is wrong, twice there, or missing", async () => {
    // Another word in the place of a choice is an address that there is not.
    const free = parameters.filter((one) => one.in === "query" || !CHOICES.has(one.name));
    for (const { name } of free) await askWrong({ [name]: "x".repeat(12_001) });
    // The answer names every wrong parameter: others are wrong together.
    const wrong = parameters.map((one) => [one.name, listWrongValues(operation, one)] as const);
    for (const at of [0, 1, 2]) {
      const values = wrong.flatMap(([name, all]) => (at < all.length ? [[name, all[at]]] : []));
      if (values.length > 0) await askWrong(Object.fromEntries(values) as Values);
    }
    const twice = inQuery.map(({ name, example }) => [name, [String(example), String(example)]]);
    if (twice.length > 0) await askWrong(Object.fromEntries(twice) as Values);
    const missing = inQuery.flatMap(({ name, required }) => (required ? [[name, undefined]] : []));
    if (missing.length > 0) await askWrong(Object.fromEntries(missing) as Values);
  });

  test("400 without a Host", async () => {
    await ask(operation, 400, { target, withoutHost: true });
  });

  test("404 for a name that is not there, 400 for one that is no text", async () => {
    for (const { name } of parameters.filter((parameter) => parameter.in === "path")) {
      if ("404" in responses && !VERSIONS.has(name) && !CHOICES.has(name)) {
        await ask(operation, 404, { target: toTarget(operation, { [name]: "no_such_name" }) });
      }
      const broken = toTarget(operation, { [name]: "§" }).replace("%C2%A7", "%C2");
      await ask(operation, 400, { target: broken });
    }
  });

  test("414 for an address that is too long", () =>
    ask(operation, 414, {
      target: `${target}${target.includes("?") ? "&" : "?"}x=${"y".repeat(DEFAULT_LIMITS["max-url-bytes"])}`,
    }));

  test("any other status is a problem as well", async () => {
    await ask(operation, 405, { method: "DELETE", target });
    await ask(operation, 417, { target, headers: { Expect: "wonders" } });
    await ask(operation, 431, {
      target,
      headers: { "X-Long": "y".repeat(DEFAULT_LIMITS["max-header-bytes"]) },
    });
  });

  test("HEAD and OPTIONS are the same everywhere", async () => {
    const head = await sendRequest(service.port, { method: "HEAD", target });
    expect(head.status).toBe(200);
    expect(head.bytes).toHaveLength(0);
    const options = await sendRequest(service.port, { method: "OPTIONS", target });
    expect(options.status).toBe(204);
  });
});

function findOperation(path: string): DescribedOperation {
  const opened = ROUTES.find((route) => openChoices(route).some((one) => one.path === path));
  const operation = described.operations.find((one) => one.path === (opened?.path ?? path));
  if (operation === undefined) throw new Error(`${path} is not described`);
  return operation;
}

test("an answer that is not as described is noticed", async () => {
  const operation = findOperation("/v1/repo/{repo_name}");
  const answer = await sendRequest(service.port, { target: toTarget(operation, {}) });
  const expectRefused = (change: Partial<RawAnswer>): void =>
    expect(() => described.expectDescribed(operation, { ...answer, ...change })).toThrow();
  const body = decodeText(answer);
  described.expectDescribed(operation, answer);
  expectRefused({ bytes: Buffer.from(body.replace("{", '{"more":1,')) });
  expectRefused({ bytes: Buffer.from(body.replace('"name"', '"nom"')) });
  expectRefused({ headers: { ...answer.headers, etag: undefined } });
  expectRefused({ headers: { ...answer.headers, "content-type": "text/html" } });
  expectRefused({ status: 206 });
});

describe("what only some snapshots and some moments give", () => {
  const detail = findOperation("/v1/module/{module_name}/{platform_version}");

  test("404 with the versions and the repositories that there are", async () => {
    await ask(detail, 404, { target: "/v1/module/rental_core/8.0" });
    await ask(detail, 404, { target: "/v1/module/delivery_window/16.0?org=meadow-apps" });
  });

  test.each(["fields", "methods"])("404 of %s for a name that no model has", (kind) =>
    ask(findOperation("/v1/members/{kind}"), 404, {
      target: `/v1/members/${kind}?name=no_such_name`,
    }),
  );

  test("404 of a version that nobody has", async () => {
    const target = "/v1/coverage?names=rental_core&from=8.0&to=99.0";
    await ask(findOperation("/v1/coverage"), 404, { target });
    const changes = "/v1/api-changes?from=8.0&to=99.0";
    await ask(findOperation("/v1/api-changes"), 404, { target: changes });
    const references = "/v1/references?to=res.partner&platform_version=99.0";
    await ask(findOperation("/v1/references"), 404, { target: references });
    await ask(findOperation("/v1/copies"), 404, { target: "/v1/copies?platform_version=99.0" });
    const plan = "/v1/plan?platform_version=99.0&modules=rental_core";
    await ask(findOperation("/v1/plan"), 404, { target: plan });
    for (const path of ["/v1/migration", "/v1/upgrade"]) {
      const question = "from=16.0&to=99.0&modules=rental_core";
      await ask(findOperation(path), 404, { target: `${path}?${question}` });
    }
    const lists = [
      "models",
      "access",
      "groups",
      "menus",
      "actions",
      "records",
      "assets",
      "templates",
    ];
    for (const path of [...lists.map((list) => `/v1/registry/${list}`), "/v1/check"]) {
      await ask(findOperation(path), 404, {
        target: `${path}?platform_version=99.0&refs=x&bundle=x`,
      });
    }
  });

  test("503 of a search by meaning without an embedder", async () => {
    const operation = findOperation("/v1/semantic-search");
    const other = await startService(await writeRecords([createRecord({})]));
    const answer = await sendRequest(other.port, { target: toTarget(operation, {}) });
    expect(answer.status).toBe(503);
    described.expectDescribed(operation, answer);
    note(operation, 503);
    await other.stop();
  });

  test.each(["/v1/export/modules", "/v1/export/modules.csv"])(
    "503 of %s while another is sent",
    async (target) => {
      const operation = findOperation("/v1/export/modules");
      const other = await startService(getSharedSnapshots(), { limits: { "max-exports": 1 } });
      const sockets = [await openConnection(other.port), await openConnection(other.port)];
      const received = Promise.all(sockets.map(readToEnd));
      // Both are read at once, and so before a piece of the first is made.
      for (const socket of sockets) {
        socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      }
      const text = (await received).toSorted().join("");
      const answer = parseAnswer(text.slice(text.indexOf("HTTP/1.1 503")));
      expect(text).toMatch(/^HTTP\/1\.1 200/);
      expect(answer.headers["retry-after"]).toBe("5");
      described.expectDescribed(operation, answer);
      note(operation, 503);
      await other.stop();
    },
  );

  test.each([
    ["/v1/api-changes", "module=credit_limit"],
    ["/v1/migration", "modules=credit_limit"],
    ["/v1/upgrade", "modules=credit_limit"],
    ["/v1/upgrade/{module_name}", ""],
    ["/v1/module/{module_name}/diff/{from}/{to}", ""],
  ])("503 of %s while others wait", async (path, question) => {
    const operation = findOperation(path);
    const held = new AbortController();
    const open = once(held.signal, "abort");
    // Many askers: the one with most waiting gives way.
    const turns = Array.from({ length: 9 }, (_, at) =>
      answerLong(() => open, { name: `asker ${at}`, signal: new AbortController().signal }),
    );
    const target = path.replace("{module_name}", "credit_limit").replace("{from}/{to}", "8.0/17.0");
    try {
      const asked = { target: `${target}?from=8.0&to=17.0&${question}` };
      await ask(operation, 503, asked, undefined, unasked);
    } finally {
      // Otherwise every long question of later test files would wait for ever.
      held.abort();
      await Promise.all(turns);
    }
  });

  test("422 where modules need each other in too many ways", async () => {
    const count = 520;
    const names = Array.from({ length: count }, (_, at) => `m${at}`);
    const records = names.map((technical_name, at) => {
      const platform = names.slice(0, at);
      return createRecord({
        technical_name,
        declared_dependencies: { platform, pip: [], bin: [] },
      });
    });
    const later = createRecord({ technical_name: "m0", platform_version: "18.0" });
    const other = await startService(await writeRecords([...records, later]));
    const last = `m${count - 1}`;
    const values = { platform_version: "17.0", from: "17.0", to: "18.0", modules: last };
    for (const operation of described.operations.filter(({ responses }) => "422" in responses)) {
      const asked = { ...values, module_name: last, refs: "x", repo_name: "sales" };
      const target = toTarget(operation, { ...asked, names: names.slice(-50).join(",") });
      const answer = await sendRequest(other.port, { target });
      expect([operation.operationId, answer.status]).toEqual([operation.operationId, 422]);
      described.expectDescribed(operation, answer);
      note(operation, 422);
    }
    expect((await sendRequest(other.port, { target: "/v1/module/m3/17.0" })).status).toBe(200);
    await other.stop();
  });

  test("503 of readiness while the service stops", async () => {
    const operation = findOperation("/readyz");
    const other = await startService(getSharedSnapshots());
    const socket = await openConnection(other.port);
    // The first answer says that the second question has been begun to be read.
    const head = "GET /readyz HTTP/1.1\r\nHost: x\r\n";
    socket.write(`${head}\r\n${head}`);
    expect((await readAnswer(socket)).status).toBe(200);
    const stopped = other.stop();
    socket.write("\r\n");
    const answer = await readAnswer(socket);
    expect(answer.status).toBe(503);
    described.expectDescribed(operation, answer);
    note(operation, 503);
    await stopped;
  });

  test("500 of a damaged snapshot, without its details", async () => {
    const folder = await createDamagedSnapshot();
    const other = await startService(folder, { checksSnapshot: false });
    const answer = await sendRequest(other.port, { target: toTarget(detail, {}) });
    expect(answer.status).toBe(500);
    described.expectDescribed(detail, answer);
    expect(answer.bytes.toString()).not.toMatch(/records|snapshot|\/tmp/);
    expect(other.log).toHaveLength(1);
    expect(other.log[0]).toMatch(/records\.bytes/);
    await other.stop();
  });

  test("every status that is described was seen", () => {
    for (const { operationId, responses } of described.operations) {
      expect([operationId, [...(seen.get(operationId) ?? [])].toSorted()]).toEqual([
        operationId,
        Object.keys(responses).toSorted(),
      ]);
    }
  });
});
