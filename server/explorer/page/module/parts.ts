// What a module brings beside models and views: addresses it answers, who may do what, work that is done
// again and again, menus, actions, bundles. Folded; what it has none of is not shown.
import { toPath, toQuery } from "../../../contract/browser/ask.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import type {
  AccessRecord,
  ActionRecord,
  AssetRecord,
  ControllerRecord,
  CronRecord,
  GroupRecord,
  MenuRecord,
  RouteRecord,
  RuleRecord,
} from "../../../../data/module/module-parts.js";
import type {
  RegistryKeyRecord,
  ScriptClassRecord,
  ScriptPatchRecord,
  ScriptRecord,
} from "../../../../data/module/script-parts.js";
import type { ModuleDetail } from "../../../contract/shape/module.js";
import type { CodeLocation } from "../../../contract/browser/line-address.js";
import { renderShortPlace } from "../code-location.js";
import { renderFoldedTable, type TableContent } from "../../../faces/page/table.js";
import { breakLines, renderCodeIfAny as code, renderHint } from "../../../faces/page/pieces.js";

export function renderParts(detail: ModuleDetail): readonly Html[] {
  return listParts(detail)
    .map(renderFoldedTable)
    .filter((part) => part !== false);
}

function listParts(detail: ModuleDetail): readonly TableContent[] {
  const { controllers = [], access = [], rules = [], crons = [] } = detail;
  const { groups = [], menus = [], actions = [], assets = [] } = detail;
  const { classes, patches, keys } = listOfScripts(detail);
  const linkScript = (name: string, text: string): Html =>
    html`<a href="${toPath("javascript", name) + toQuery({ platform_version: detail.platform_version })}">${code(text)}</a>`;
  const routes = controllers.flatMap((controller) =>
    controller.routes.map((route) => ({ ...route, file: controller.file, controller })),
  );
  const list = <Row extends CodeLocation>(
    label: string,
    heads: readonly string[],
    rows: readonly Row[],
    show: (row: Row) => readonly Piece[],
  ): TableContent => ({
    label,
    heads: [...heads, "Line"],
    rows: rows.map((row) => [...show(row), renderShortPlace(row, detail.line_url)]),
  });
  return [
    list("HTTP routes", ["Route", "Type", "Auth", "Method"], routes, showRoute),
    list("Groups", ["Group", "Category", "Implies", "External id"], groups, showGroup),
    list("Access rights", ["Model", "Group", "Permissions", "External id"], access, showAccess),
    list("Record rules", ["Rule", "Model", "Groups", "Domain", "Permissions"], rules, showRule),
    list("Scheduled actions", ["Action", "Every", "Model", "Code"], crons, showCron),
    list("Menus", ["Menu", "Parent", "Action", "Groups"], menus, showMenu),
    list("Actions", ["Action", "Type", "Model", "Views"], actions, showAction),
    list("Assets", ["Bundle", "Directive", "File"], assets, showAsset),
    list("JavaScript patches", ["Patched", "Of", "Methods"], patches, (row) =>
      showPatch(row, linkScript),
    ),
    list("JavaScript classes", ["Class", "Extends", "Template", "Services"], classes, (row) =>
      showClass(row, linkScript),
    ),
    list("Migration scripts", ["Script", "Call", "Of", "Names"], listSteps(detail), showStep),
    list("Registry keys", ["Category", "Key", "Value"], keys, (row) => showKey(row, linkScript)),
  ];
}

interface ShownRoute extends RouteRecord {
  readonly controller: ControllerRecord;
}

function showRoute({ controller, ...route }: ShownRoute): readonly Piece[] {
  const { name, paths, type, auth, methods, csrf, website, cors, attrs } = route;
  const words = { csrf, website, cors, ...attrs };
  const said = Object.entries(words).filter(([, value]) => value !== null);
  return [
    paths.length === 0 ? renderHint("as in the class it extends") : breakLines(paths.map(code)),
    breakLines([type, methods?.join(", ")]),
    auth,
    html`${code(`${controller.class_name}.${name}`)}<br /><span class="hint"
        >of ${controller.inherit_from.join(", ")}</span
      >${said.map(([key, value]) => html`<br /><span class="hint">${key}</span> ${code(String(value))}`)}`,
  ];
}

function showGroup({ xml_id, name, category, implied }: GroupRecord): readonly Piece[] {
  return [name ?? "", category ?? "", implied.join(", "), html`<code>${xml_id}</code>`];
}

function showAccess({ xml_id, name, model, group, ...may }: AccessRecord): readonly Piece[] {
  return [
    code(model),
    group === null ? renderHint("everyone") : code(group),
    showMay(may),
    showId({ xml_id, name }),
  ];
}

function showRule({ xml_id, name, model, domain, groups, ...may }: RuleRecord): readonly Piece[] {
  return [
    showId({ xml_id, name }),
    code(model),
    groups.length === 0 ? renderHint("everyone") : breakLines(groups.map(code)),
    code(domain),
    showMay(may),
  ];
}

function showCron(cron: CronRecord): readonly Piece[] {
  const { xml_id, name, model, interval_number, interval_type, code: source, active } = cron;
  return [
    html`${showId({ xml_id, name })}${active === false && html` <span class="badge">off</span>`}`,
    [interval_number, " ", interval_type],
    code(model),
    code(source ?? cron.function),
  ];
}

function showMenu({ xml_id, name, parent, action, groups }: MenuRecord): readonly Piece[] {
  return [showId({ xml_id, name }), code(parent), code(action), breakLines(groups.map(code))];
}

function showAction({ xml_id, name, type, model, view_mode }: ActionRecord): readonly Piece[] {
  return [showId({ xml_id, name }), type.replace("ir.actions.", ""), code(model), view_mode];
}

function showAsset({ bundle, directive, path, target, xml_id }: AssetRecord): readonly Piece[] {
  return [
    html`${code(bundle)}${xml_id !== null && html`<br /><span class="hint">${xml_id}</span>`}`,
    directive,
    html`${code(path)}${target !== null && html`<br /><span class="hint">at</span> ${code(target)}`}`,
  ];
}

function listOfScripts({ scripts = [] }: ModuleDetail) {
  const list = <Row extends object>(find: (script: ScriptRecord) => readonly Row[]) =>
    scripts.flatMap((script) => find(script).map((row) => ({ ...row, file: script.file })));
  return {
    classes: list(({ classes }) => classes),
    patches: list(({ patches }) => patches),
    keys: list(({ registry }) => registry.filter(({ use }) => use !== "get")),
  };
}

function listSteps({ migrations = [] }: ModuleDetail) {
  return migrations.flatMap(({ version, phase, file, steps }) =>
    steps.map((step) => ({ ...step, version, phase, file })),
  );
}

function showStep(step: ReturnType<typeof listSteps>[number]): readonly Piece[] {
  const { version, phase, call, on, names } = step;
  return [`${version} ${phase}`, code(call), code(on), breakLines(names.map(code))];
}

/** A link to where what a script has is defined and patched. */
type LinkScript = (name: string, text: string) => Html;

function showPatch(
  { target, name, from, methods }: ScriptPatchRecord,
  link: LinkScript,
): readonly Piece[] {
  return [link(name, target), code(from), breakLines(methods.map(code))];
}

function showClass(one: ScriptClassRecord, link: LinkScript): readonly Piece[] {
  const name = one.name === "default" ? code(one.name) : link(one.name, one.name);
  return [name, code(one.extends), code(one.template), one.services.join(", ")];
}

function showKey(
  { category, key, value, use, force }: RegistryKeyRecord,
  link: LinkScript,
): readonly Piece[] {
  const marks = [use === "remove" && "removed", force && "replaces"].filter((mark) => mark);
  return [
    category,
    html`${link(`${category}/${key}`, key)}${marks.map((mark) => html` <span class="badge">${mark}</span>`)}`,
    code(value),
  ];
}

/** What people call it, and below it the id by which others name it. */
function showId({ xml_id, name }: { readonly xml_id: string; readonly name: string | null }): Html {
  return name === null
    ? html`${code(xml_id)}`
    : html`${name}<br /><code class="hint">${xml_id}</code>`;
}

type Permissions = Pick<AccessRecord, `perm_${"read" | "write" | "create" | "unlink"}`>;

/** What is not said is left out: the platform, or the record that is changed, decides. */
function showMay({ perm_read, perm_write, perm_create, perm_unlink }: Permissions): Html {
  const words = { read: perm_read, write: perm_write, create: perm_create, delete: perm_unlink };
  const list = (wanted: boolean): string =>
    Object.entries(words)
      .filter(([, is]) => is === wanted)
      .map(([word]) => word)
      .join(", ");
  const [yes, no] = [list(true), list(false)];
  return html`${yes}${yes !== "" && no !== "" && html`<br />`}${no !== "" && html`<span class="hint">not ${no}</span>`}`;
}
