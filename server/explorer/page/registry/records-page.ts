// Records that data files of a system make: the menus as a tree in one list, and one record with every place that writes it.
import { readPart, readValue, type PageContent, type PageRequest } from "../../page.js";
import { toPath } from "../../../contract/browser/ask.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import type { RegistryMenu, RegistryRecord } from "../../../contract/shape/system/registry-data.js";
import { layMenus, layRecords } from "../../../contract/shape/system/registry-layout.js";
import { renderPlace } from "../code-location.js";
import {
  breakLines,
  joinCodes,
  renderCode,
  renderHint,
  renderSection,
} from "../../../faces/page/pieces.js";
import { formatCount } from "../../../contract/browser/words.js";
import { renderTable, renderTablePart } from "../../../faces/page/table.js";
import { readState, readSystem, renderSystemLink, showOfSystem, type System } from "./system.js";

export async function showRecord(request: PageRequest): Promise<PageContent> {
  const system = await readSystem(request);
  const question = { record: readPart(request, "name"), ...system };
  const { body: record, address } = await request.ask("/v1/registry/records/{record}", question);
  const state = await readState(request.ask, system, listIds(record));
  const { xml_id: id, model, noupdate, writers } = record;
  const modules = new Set(writers.map(({ module }) => module));
  return showOfSystem(request, system, {
    list: "records",
    title: `${id} of an installation`,
    about: `${id}: its values in an installation, and every module that writes it.`,
    heading: renderCode(id),
    lead: html`A record of <code>${model}</code>, written at ${formatCount(writers.length, "place")} of ${formatCount(modules.size, "module")}.
    ${noupdate && "Updates leave it alone (noupdate)."}`,
    known: [record, id],
    body: html`${renderValues(record, system, state.records)} ${renderWriters(record)}`,
    address,
  });
}

/** Values that look like external ids, as many as one question may ask about. */
function listIds({ values }: RegistryRecord): readonly string[] {
  const texts = Object.values(values)
    .flatMap((value) => value ?? [])
    .map(String);
  return [...new Set(texts)].filter((text) => XML_ID.test(text)).slice(0, MOST_ASKED);
}

const XML_ID = /^[a-z_]\w*\.[a-z_]\w*$/i;
const MOST_ASKED = 400;

/** @param known ids of records of the system, which values lead to */
function renderValues(
  { values, unknown }: RegistryRecord,
  system: System,
  known: ReadonlySet<string>,
): Html {
  const renderOne = (text: string): Html => renderRecordLink(system, text, known.has(text));
  const render = (value: RegistryRecord["values"][string]): Piece => {
    if (value === null) return renderHint("empty");
    if (typeof value !== "object") return renderOne(String(value));
    return breakLines(value.map(renderOne));
  };
  const rows = Object.entries(values).map(([field, value]) => [renderCode(field), render(value)]);
  return renderSection("Values", rows.length, [
    unknown.length > 0 &&
      html`<p class="notice">Known only at run time: ${joinCodes(unknown)}.</p>`,
    renderTable({ label: "Values", heads: ["Field", "Value"], rows }),
  ]);
}

/** @param isKnown false of one that has no page */
export function renderRecordLink(system: System, xmlId: string, isKnown = true): Html {
  const name = renderCode(xmlId);
  return isKnown ? renderSystemLink(system, toPath("registry", "records", xmlId), name) : name;
}

/** Who writes it, and where. */
export function renderWritten(writers: RegistryMenu["writers"]): Piece {
  return breakLines(
    writers.map(
      ({ module, file, line }) => html`${module} <span class="place">${file}:${line}</span>`,
    ),
  );
}

function renderWriters({ writers, line_urls }: RegistryRecord): Html | false {
  return renderTablePart({
    label: "Written by, in load order",
    heads: ["Module", "By", "Where", "Updates"],
    rows: writers.map(({ module, tag, noupdate, ...place }) => [
      module,
      renderCode(tag),
      renderPlace(place, line_urls[module]),
      noupdate && "leave it alone",
    ]),
  });
}

/** @param active false of what is there and has no effect */
export function renderInactive(active: boolean | undefined): Html | false {
  return active === false && html` <span class="badge bad">not active</span>`;
}

/** Shown of a list; the others are counted. */
const MOST_ROWS = 1_000;

export async function showRecords(request: PageRequest): Promise<PageContent> {
  const system = await readSystem(request);
  const model = readValue(request, "model");
  const module = readValue(request, "module");
  const ids = readValue(request, "ids");
  const chosen = ids === "own" || ids === "others" ? ({ ids } as const) : {};
  const question = { ...system, model, module, ...chosen, limit: MOST_ROWS };
  const { body, address } = await request.ask("/v1/registry/records", question);
  const heading =
    model === "" ? "Records of an installation" : html`Records of <code>${model}</code>`;
  return showOfSystem(request, system, {
    list: "records",
    filter: { model, module, ids },
    title: "Records of an installation",
    heading,
    lead: html`${formatCount(body.total, "record")} of data files${module !== "" && html` that <code>${module}</code> ${ids === "own" ? "has, which go when it is uninstalled" : ids === "others" ? "overwrites, which stay as it leaves them" : "writes"}`}.
    ${body.total > body.records.length && `The first ${body.records.length} are shown.`}`,
    blocks: layRecords(body),
    address,
  });
}

export async function showMenus(request: PageRequest): Promise<PageContent> {
  const system = await readSystem(request);
  const question = { ...system, limit: MOST_ROWS };
  const { body, address } = await request.ask("/v1/registry/menus", question);
  return showOfSystem(request, system, {
    list: "menus",
    title: "Menus of an installation",
    lead: "In the order in which users see them, with what each starts, for whom, and who writes it.",
    blocks: layMenus(body),
    address,
  });
}
