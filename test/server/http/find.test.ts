// Hits of the box, over a real socket.
import { expect, test } from "vitest";
import type { FoundHits } from "../../../server/contract/shape/find.js";
import { decodeJson, decodeText, sendRequest } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();

async function find(q: string, more: Readonly<Record<string, string>> = {}): Promise<FoundHits> {
  const query = new URLSearchParams({ q, ...more });
  const answer = await sendRequest(service.port, { target: `/v1/find?${query.toString()}` });
  expect([q, answer.status]).toEqual([q, 200]);
  return decodeJson(answer) as FoundHits;
}

const readText = async (q: string): Promise<string> =>
  decodeText(await sendRequest(service.port, { target: `/v1/find?q=${q}&format=text&limit=5` }));

test("a name of Odoo or Enterprise that is not indexed says whose it is", async () => {
  const { platform_module: studio } = await find("web_studio");
  expect(studio).toMatchObject({ technical_name: "web_studio", edition: "enterprise" });
  const { platform_module: mrp } = await find("mrp 17");
  expect(mrp).toEqual({ technical_name: "mrp", edition: "core", platform_version: "17.0" });
  expect(Object.keys(await find("mrp")).slice(-3)).toEqual(["platform_module", "notes", "hits"]);
  expect(await find("rental_core")).not.toHaveProperty("platform_module");
  expect(await find("no_such_thing")).not.toHaveProperty("platform_module");
});

test("notes say what the text names that is not in the index", async () => {
  const PASTE = "Paste the whole traceback: its files tell which modules ran.";
  const calls = 'Traceback:\n  File "/srv/x/y.py", line 2, in z\n    z()\n';
  const notes = async (q: string, more = {}) => (await find(q, more)).notes;
  expect(await notes("version:12 rental")).toEqual(["Odoo 12.0 is not in this index."]);
  expect(await notes("KeyError: 'gone_for_good'")).toEqual([
    "No module, model, field, method or external id in this index is called gone_for_good.",
    PASTE,
  ]);
  expect(await notes("AttributeError: module 'odoo.api' has no attribute 'x'")).toEqual([
    "odoo.api is part of Odoo's framework. No module has it.",
    PASTE,
  ]);
  expect(await notes(`${calls}KeyError: 'onboarding_plan'`, { platform_version: "18.0" })).toEqual([
    "This error names no module, model, field or method at 18.0.",
    "None of its files belongs to a module of this index at 18.0.",
  ]);
  expect(await notes(`${calls}IndexError: list index out of range`)).toEqual([
    "This error names no module, model, field or method.",
    "None of its files belongs to a module of this index.",
  ]);
  expect(await readText("IndexError:%20list%20index%20out%20of%20range")).toContain(PASTE);
  expect(await find("rental 12 pieces")).not.toHaveProperty("notes");
});

test("a version alone is read as a filter", async () => {
  expect(await find("17.0", { limit: "1" })).toMatchObject({ read_as: "filters" });
});

test("a hit tells what it is, where it is and what to ask", async () => {
  expect(await find(" rental.order  17 ", { limit: "1" })).toEqual({
    q: "rental.order  17",
    platform_version: "17.0",
    read_as: "name",
    hits: [
      {
        kind: "model",
        name: "rental.order",
        model: null,
        label: "",
        match: "typed",
        platform_versions: ["16.0", "17.0", "18.0", "19.0"],
        counts: { modules: 3 },
        path: "/v1/model/rental.order?platform_version=17.0",
        page: "/model/rental.order?platform_version=17.0",
      },
    ],
  });
  const { hits } = await find("harbor-works/retail");
  expect(hits).toMatchObject([
    {
      kind: "repository",
      label: "https://git.example.org/harbor-works/retail.git",
      path: "/v1/repo/retail?org=harbor-works",
      page: "/repo/harbor-works/retail",
    },
  ]);
});

test("a technical name that is still being typed is begun by what stands first", async () => {
  const [first, second] = (await find("rental_d")).hits;
  expect(first).toMatchObject({ name: "rental_deposit", match: "prefix" });
  expect(first?.score).toBeGreaterThan(second?.score ?? 1);
});

test("what finds nothing is an empty list", async () => {
  expect(await find("https://git.example.org/nobody/here")).toMatchObject({ hits: [] });
  expect(await find("module:no_such_*")).toMatchObject({ read_as: "filters", hits: [] });
});

test("no list that a hit leads to is empty", async () => {
  for (const text of ["Harbor Works", "Sales/Rental", "meadow"]) {
    for (const hit of (await find(text)).hits) {
      if (hit.kind !== "author" && hit.kind !== "category") continue;
      const answer = await sendRequest(service.port, { target: hit.path });
      expect([hit.name, decodeJson(answer)]).not.toEqual([hit.name, []]);
    }
  }
});

test("every hit has a score between 0 and 1, and none a higher one than what stands before it", async () => {
  for (const q of ["remind customers who have not paid", "rental", "rental.order"]) {
    const { hits } = await find(q, { platform_version: "17.0" });
    expect(hits.length).toBeGreaterThan(3);
    // Spelled-out hits have no score, and come first.
    const scores = hits.map(({ match, score = -1 }) => (match === "typed" ? 1 : score));
    expect(scores.filter((score) => score < 0 || score > 1)).toEqual([]);
    expect(scores).toEqual(scores.toSorted((left, right) => right - left));
  }
});

test("hits are read as a table without empty columns, below the module of Odoo that is meant", async () => {
  expect(await readText("rental.order")).toMatch(
    /Hits:\n {2}Kind +Name +(?:Label +)?Match +Versions +Used by modules\n {2}model +rental\.order +typed /,
  );
  expect(await readText("web_studio")).toContain("web_studio is a module of Odoo Enterprise");
});
