// Who may do what in a system: all models with the groups that may use them, and one model with every group.
import { readPart, readValue, type PageContent, type PageRequest } from "../../page.js";
import { toPath } from "../../../contract/browser/ask.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import type {
  RegistryAccess,
  RegistryGroups,
} from "../../../contract/shape/system/registry-data.js";
import { layAccess } from "../../../contract/shape/system/registry-layout.js";
import { breakLines, renderCode, renderCodeIfAny } from "../../../faces/page/pieces.js";
import { formatCount } from "../../../contract/browser/words.js";
import { renderRowFilter, renderTablePart } from "../../../faces/page/table.js";
import { renderInactive, renderRecordLink, renderWritten } from "./records-page.js";
import {
  readSystem,
  renderModelLink,
  renderSystemLink,
  showOfSystem,
  type System,
} from "./system.js";

const MOST_ROWS = 5_000;

export async function showAccess(request: PageRequest): Promise<PageContent> {
  const system = await readSystem(request);
  const module = readValue(request, "module");
  const granted_to = readValue(request, "granted_to");
  const filter = { module, granted_to };
  const question = { ...system, ...filter, limit: MOST_ROWS };
  const { body, address } = await request.ask("/v1/registry/access", question);
  const none = body.models.filter(({ access }) => access.length === 0);
  return showOfSystem(request, system, {
    list: "access",
    filter,
    title: "Rights of an installation",
    lead: html`${formatCount(body.total, "model")}${module !== "" && html` of which <code>${module}</code> writes rights`}: which groups may read (r), write (w), create (c) and delete (u) their records.
    ${module === "" && none.length > 0 && `${formatCount(none.length, "model")} without any line: only the superuser may use them.`}`,
    body: renderRowFilter("Show only models with"),
    blocks: layAccess(body),
    address,
    script: "filter",
  });
}

export function renderAccessLink(system: System, model: string, text: Piece = renderCode(model)) {
  return renderSystemLink(system, toPath("registry", "access", model), text);
}

export async function showModelAccess(request: PageRequest): Promise<PageContent> {
  const system = await readSystem(request);
  const question = { model: readPart(request, "name"), ...system };
  const { body: rights, address } = await request.ask("/v1/registry/access/{model}", question);
  const { body: groups } = await request.ask("/v1/registry/groups", {
    ...system,
    limit: MOST_ROWS,
  });
  const { model, access, rules } = rights;
  return showOfSystem(request, system, {
    list: "access",
    title: `Rights of ${model}`,
    about: `Which groups may read, write, create and delete records of ${model}, and by which line.`,
    heading: html`Rights of <code>${model}</code>`,
    lead: html`${formatCount(access.length, "access line")} and ${formatCount(rules.length, "record rule")}. See also ${renderModelLink(system, model)} with its fields.`,
    known: [rights, model],
    body: html`${renderMatrix(rights, groups)} ${renderAccess(rights, system)} ${renderRules(rights, system)}`,
    address,
  });
}

const WORDS = { r: "Read", w: "Write", c: "Create", u: "Delete" } as const;

/** What a user with each group may do, by its own lines and those of the groups that it implies. */
function renderMatrix({ access }: RegistryAccess, { groups }: RegistryGroups): Html | false {
  const lines = access.filter(({ active }) => active);
  const rows = groups.flatMap(({ xml_id, name, closure }) => {
    const held = new Set([xml_id, ...closure]);
    const own = lines.filter(({ group }) => group === null || held.has(group));
    const cells = Object.keys(WORDS).map((letter) => {
      const line = own.find(({ permissions }) => permissions.includes(letter));
      return line && html`<span title="${line.xml_id}">yes</span>`;
    });
    const isOwn = own.some(({ group }) => group !== null);
    const title = html`<code>${xml_id}</code>${name !== null && html`<br /><span class="hint">${name}</span>`}`;
    return isOwn ? [[title, ...cells]] : [];
  });
  const heads = ["Group", ...Object.values(WORDS)];
  return renderTablePart({ label: "What users of a group may do", heads, rows });
}

function renderAccess({ access }: RegistryAccess, system: System): Html | false {
  return renderTablePart({
    label: "Access lines",
    heads: ["Group", "May", "Line", "Written by"],
    rows: access.map(({ group, permissions, active, xml_id, writers }) => [
      group === null ? "everyone" : renderCode(group),
      html`${permissions || "nothing"}${renderInactive(active)}`,
      renderRecordLink(system, xml_id),
      renderWritten(writers),
    ]),
  });
}

function renderRules({ rules }: RegistryAccess, system: System): Html | false {
  return renderTablePart({
    label: "Record rules",
    heads: ["Rule", "Domain", "Groups", "For", "Written by"],
    rows: rules.map(({ name, domain, groups, permissions, active, xml_id, writers }) => [
      html`${name}${renderInactive(active)}<br />${renderRecordLink(system, xml_id)}`,
      renderCodeIfAny(domain),
      groups.length === 0 ? "everyone" : breakLines(groups.map(renderCode)),
      permissions,
      renderWritten(writers),
    ]),
  });
}
