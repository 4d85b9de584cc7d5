// GET /v1/find: everything by what people type: names of any kind, addresses, paths, filters, words.
import { isLabelledKind } from "../../data/module/labels.js";
import type { Hit } from "../lookup/find/candidate.js";
import { toPath, toQuery } from "../contract/browser/ask.js";
import { limit, PLATFORM_VERSION, text } from "../contract/parameter.js";
import { shape } from "../contract/route.js";
import { resolveName } from "../registry/references/world.js";
import { defineRoute } from "./define-route.js";
import type { FindHit, FoundHits } from "../contract/shape/find.js";

const loadShapes = () => import("../contract/shape/find.js");

export const findRoute = defineRoute({
  path: "/v1/find",
  operation: "find",
  tag: "search",
  summary: "Find anything by name, address or description",
  description:
    "Everything that one text may mean, in one list. Code: modules, repositories, models, fields, methods, views, JavaScript, browser templates and bundles. Data: menus, actions, scheduled actions, reports, mail templates, groups, other records by their ids. Also authors and categories. Names of any kind: `sale.order`, `action_confirm`, `sale.order#action_confirm`, `sale.view_order_form`, `Quotations`, `PaymentScreen`. Addresses and paths: `OCA/queue`, a GitHub URL, `odoo-addon-queue_job`. A version or filters: `queue_job 19.0`, `module:mail_* version:19`. A pasted error or traceback in any language, up to six times as long as other values. Everything else is searched by words and meaning. Order: what the text identifies, then everything by one score: fit of the name, nearness in meaning, and whether it is alive (newest version, dependents, last change). Every hit exists: its links answer 200.",
  command: { words: "q" },
  parameters: {
    q: text("The text that was typed.", {
      example: "rental.order",
      required: true,
      longer: 6,
      elsewhere: ["term", "query"],
    }),
    platform_version: PLATFORM_VERSION,
    limit: limit(20, 100),
  },
  answer: {
    description: "What was found.",
    shape: shape(loadShapes, "FoundHits"),
    layout: async () => (await loadShapes()).layFound,
  },
  async respond({ lookup }, query) {
    // Lists that people have are read by what pages share, which starting the service does not load.
    const { findAll } = await import("../lookup/find/find.js");
    const found = await findAll(lookup, query, resolveName);
    const {
      platformVersion,
      platformModule,
      readAs,
      hits,
      error,
      absentVersion,
      frameworkNames = [],
    } = found;
    const facts = {
      q: query.q,
      platform_version: platformVersion ?? null,
      read_as: readAs,
      ...(absentVersion && { absent_version: absentVersion }),
      ...(platformModule && { platform_module: platformModule }),
      ...(frameworkNames.length > 0 && { framework_names: frameworkNames }),
      ...(error && { error }),
    };
    const notes = listFoundNotes(facts, hits.length);
    // Names that are not indexed precede similar ones.
    const body = { ...facts, ...(notes.length > 0 && { notes }), hits: hits.map(addAddresses) };
    return { body };
  },
});

function addAddresses({ version, ...hit }: Hit): FindHit {
  const { kind, name, model, module = "", platform_versions } = hit;
  const newest = version ?? platform_versions.at(-1) ?? "";
  const at = version === undefined ? {} : { platform_version: version };
  const both = (parts: readonly string[], query: Readonly<Record<string, string>>) => {
    const address = toPath(...parts) + toQuery(query);
    return { ...hit, path: `/v1${address}`, page: address };
  };
  if (kind === "javascript" || kind === "template") return both(["javascript", name], at);
  if (kind === "record" || isLabelledKind(kind)) {
    const list = kind === "bundle" ? "assets" : "records";
    return both(["registry", list, name], { platform_version: newest, modules: module });
  }
  switch (kind) {
    case "module":
      return both(version === undefined ? [kind, name] : [kind, name, version], {});
    case "repository": {
      const [org = "", repository = ""] = name.split("/");
      const path = `/v1${toPath("repo", repository)}${toQuery({ org })}`;
      return { ...hit, path, page: toPath("repo", org, repository) };
    }
    case "model":
    case "view":
      return both([kind, name], at);
    case "field":
    case "method": {
      if (model !== null) return both([kind, model, name], at);
      return {
        ...hit,
        path: `/v1/members/${kind}s${toQuery({ name, ...at })}`,
        page: toPath(kind, name) + toQuery(at),
      };
    }
    case "author":
    case "category": {
      const query = toQuery({ platform_version: newest, [kind]: name });
      return { ...hit, path: `/v1/search${query}`, page: `/${query}` };
    }
  }
}

/** Sentences above the hits: what the text names that is not in the index. @param count number of hits */
function listFoundNotes(
  {
    platform_version: version,
    platform_module: own,
    absent_version: absent,
    framework_names: framework = [],
    error,
  }: Pick<
    FoundHits,
    "platform_version" | "platform_module" | "absent_version" | "framework_names" | "error"
  >,
  count: number,
): readonly string[] {
  const notes: string[] = [];
  if (absent !== undefined) notes.push(`Odoo ${absent} is not in this index.`);
  if (own !== undefined) {
    const edition = own.edition === "core" ? "Odoo" : "Odoo Enterprise";
    notes.push(
      `${own.technical_name} is a module of ${edition} ${own.platform_version}, which is not indexed here.`,
    );
  }
  for (const name of framework)
    notes.push(`${name} is part of Odoo's framework. No module has it.`);
  if (error === undefined) return notes;
  const { unknown_names: unknown } = error;
  if (unknown.length > 0)
    notes.push(
      `No module, model, field, method or external id in this index is called ${unknown.join(" or ")}.`,
    );
  if (count > 0 || own !== undefined) return notes;
  const at = version === null ? "" : ` at ${version}`;
  if (notes.length === 0) notes.push(`This error names no module, model, field or method${at}.`);
  notes.push(
    error.has_calls
      ? `None of its files belongs to a module of this index${at}.`
      : "Paste the whole traceback: its files tell which modules ran.",
  );
  return notes;
}
