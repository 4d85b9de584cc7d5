// Layout of a plan: verdict, missing modules, commands, changes of an update, modules, and links.
import { toPath, toQuery } from "../../browser/ask.js";
import { listPlanCommands } from "../../browser/shell-lines.js";
import { layCaveat, layFacts, layTable, type Block, type Words } from "../../layout.js";
import { layRules } from "../completeness.js";
import { linkRepository, REPOSITORY, toProvider } from "../repository-column.js";
import {
  MISSING_COLUMNS,
  CHOICE_STATES,
  MISSING_STATES,
  ORIGIN_STATES,
  PART_STATES,
  describeMissing,
  VERDICTS,
} from "./plan-states.js";
import type { Plan, PlanModule } from "./plan.js";
import { layUpdate } from "./update-layout.js";

export function layPlan(plan: Plan): readonly Block[] {
  const { counts } = plan;
  const verdict = VERDICTS[String(plan.installable) as keyof typeof VERDICTS];
  return [
    {
      kind: "verdict",
      tone: verdict.tone,
      isOpen: plan.installable === null,
      title: [verdict.title],
      says: describeVerdict(plan),
    },
    layFacts(
      [
        "asked: Asked for",
        "requested: Found",
        "dependency: Dependencies",
        "auto_install: By auto-install",
        { key: "missing_count", title: "Missing", value: counts.missing },
        { key: "conflict_count", title: "In conflict", value: counts.conflicts },
      ],
      counts,
    ),
    ...layRules(plan),
    ...listCaveats(plan),
    layMissing(plan),
    ...listPlanCommands(plan).map(([title, lines]): Block => ({
      kind: "code",
      title,
      language: "shell",
      text: lines.join("\n"),
    })),
    ...(plan.update === undefined ? [] : layUpdate(plan.update, plan.platform_version)),
    layModules(plan),
    ...layFindings(plan),
    ...layNeeds(plan),
  ];
}

function describeVerdict({ installable, counts, missing, platform_version: at }: Plan): Words {
  const obstacles = [
    ...describeMissing(missing),
    ...(counts.cycles > 0 ? ["dependencies are circular"] : []),
    ...(counts.exclusions > 0 ? ["modules exclude others"] : []),
  ];
  return [
    ...(installable === false ? [`${obstacles.join("; ")}. The plan has `] : []),
    { count: counts.modules, noun: "module" },
    ` at ${at}${installable === false && counts.requested === 0 ? ", none that was asked for" : ""}.`,
    ...(installable === null
      ? [" It can be installed if Odoo has the missing modules, which are not in this index."]
      : []),
  ];
}

function listCaveats(plan: Plan): readonly Block[] {
  const { counts, load_order: order, cycles, unknown_repositories: unread, policy } = plan;
  const told: readonly (readonly [boolean, Words, names?: readonly string[]])[] = [
    [
      counts.from_platform_table > 0,
      [
        "Odoo's own source is not in this index. Its ",
        { count: counts.from_platform_table, noun: "module" },
        " here come from a built-in list.",
      ],
    ],
    [
      !order.known,
      ["Modules stand behind what they depend on; Odoo's exact load order is unknown."],
    ],
    [
      unread.length > 0,
      ["These repositories, of the addons path or preferred, are not indexed:"],
      unread,
    ],
    ...cycles.map((names) => [true, ["Circular dependency, which Odoo refuses:"], names] as const),
    [
      policy.proprietary.length > 0,
      ["These modules have a proprietary licence:"],
      policy.proprietary,
    ],
  ];
  return told.flatMap((caveat) => layCaveat(...caveat));
}

/** A module, where it has a page: with the repository that the plan takes. */
function linkModule(at: string, name: string, provider?: string): string {
  const [org, repo] = provider?.split("/") ?? [];
  return toPath("module", name, at) + toQuery({ org, repo });
}

const REQUIRED_BY = { key: "required_by", isFew: true } as const;

function layMissing({ missing, platform_version: at }: Plan): Block {
  const reasons = Object.keys(MISSING_STATES);
  return layTable({
    name: "missing",
    rows: missing.toSorted(
      (left, right) => reasons.indexOf(left.reason) - reasons.indexOf(right.reason),
    ),
    columns: [
      "technical_name",
      ...MISSING_COLUMNS,
      { key: "providers", title: `At ${at} in`, value: ({ providers }) => providers },
    ],
  });
}

function toPart({ origin, of_platform: isOfPlatform }: PlanModule) {
  if (origin === "requested") return PART_STATES.requested;
  return isOfPlatform ? PART_STATES.platform : PART_STATES.needed;
}

/** Numbers are places in the load order. */
function layModules({ modules, load_order: order, platform_version: at }: Plan): Block {
  return layTable({
    name: "modules",
    isMain: true,
    groups: {
      key: "part",
      states: Object.values(PART_STATES),
      stateOf: ({ row }) => toPart(row),
      foldedKey: "technical_name",
    },
    rows: modules.map((row, place) => ({ row, place: order.known ? place + 1 : null })),
    columns: [
      { key: "order", agents: false, value: ({ place }) => place },
      {
        key: "technical_name",
        value: ({ row }) => row.technical_name,
        href: ({ row }, name) =>
          row.from_platform_table ? null : linkModule(at, name, toProvider(row)),
      },
      { key: "part", agents: false, value: ({ row }) => toPart(row) },
      { key: "origin", value: ({ row }) => ORIGIN_STATES[row.origin] },
      { ...REQUIRED_BY, title: "Needed or triggered by", value: ({ row }) => row.required_by },
      {
        key: "from",
        title: "Repository",
        value: ({ row }) => (row.from_platform_table ? "Odoo (not indexed)" : toProvider(row)),
        href: ({ row }, provider) =>
          row.from_platform_table ? null : linkRepository(row, provider),
      },
      { key: "installed_version", title: "Version", value: ({ row }) => row.installed_version },
      { key: "application", value: ({ row }) => row.application || null },
      { key: "license", place: "detail", value: ({ row }) => row.license },
      { key: "development_status", place: "detail", value: ({ row }) => row.development_status },
      { key: "commit", place: "data", value: ({ row }) => row.commit },
      { key: "source_path", title: "Folder", place: "data", value: ({ row }) => row.source_path },
      { key: "purl", title: "Package URL", place: "data", value: ({ row }) => row.purl },
    ],
  });
}

/** Findings that deserve attention. */
function layFindings({ platform_version: at, ...plan }: Plan): readonly Block[] {
  return [
    layTable({
      name: "could_auto_install",
      title: "Would also be auto-installed with more repositories",
      hint: "They are auto-installed if their repository is on the addons path and nothing blocks them.",
      rows: plan.could_auto_install,
      columns: [
        { key: "technical_name", href: (row, name) => linkModule(at, name, toProvider(row)) },
        REPOSITORY,
        { ...REQUIRED_BY, title: "Triggered by" },
        "blocked_by",
        "countries: Only with a company in",
      ],
    }),
    layTable({
      name: "conflicts",
      rows: plan.conflicts,
      columns: ["detail: Conflict", { key: "modules", title: "Of", isCode: true }],
    }),
    layTable({
      name: "licenses",
      title: "Licences that do not go together",
      rows: plan.policy.licenses,
      columns: [
        "technical_name",
        "license",
        { key: "rule", title: "Depends on", value: ({ rule }) => LICENSE_RULES[rule] },
        {
          key: "modules",
          title: "Those",
          value: ({ modules }) => modules.map((row) => `${row.technical_name} (${row.license})`),
        },
      ],
    }),
    layTable({
      name: "maturity",
      title: "Below the required status",
      rows: plan.policy.maturity,
      columns: ["technical_name", "development_status: Status"],
    }),
    layTable({
      name: "choices",
      title: "Modules in several repositories",
      rows: plan.choices,
      columns: [
        { key: "technical_name", href: ({ taken }, name) => linkModule(at, name, taken) },
        { key: "taken", title: "Repository", href: linkRepository },
        { key: "rule", title: "Reason", value: ({ rule }) => CHOICE_STATES[rule] },
        {
          key: "others",
          title: "Or prefer",
          href: (_, prefer) => PREFER + encodeURIComponent(prefer),
        },
        "other_folders: Also in",
      ],
    }),
  ];
}

/** The same plan with a preferred repository; the page adds the question. */
export const PREFER = "/plan?prefer=";

const LICENSE_RULES = {
  copyleft_below: "modules with a stricter licence",
  proprietary_below: "proprietary modules",
} as const;

/** Requirements beside the modules. */
function layNeeds({ repositories, python, binaries }: Plan): readonly Block[] {
  return [
    layTable({
      name: "repositories",
      rows: repositories,
      columns: [
        REPOSITORY,
        { key: "branch", isCode: true },
        { key: "commit", value: ({ commit }) => commit.slice(0, 12) },
        {
          key: "on_addons_path",
          title: "On the addons path",
          value: (row) => (row.on_addons_path ? null : false),
        },
        { key: "folders", isCode: true, isFew: true, agents: false },
        { key: "git", title: "Clone URL", place: "data" },
      ],
    }),
    layTable({
      name: "python",
      title: "Python packages",
      rows: python,
      columns: [
        { key: "name", title: "Package", isCode: true },
        { key: "specifier", title: "Version", value: (row) => row.specifier || "any" },
        {
          ...REQUIRED_BY,
          value: ({ requirements }) => [...new Set(requirements.flatMap((row) => row.required_by))],
        },
      ],
    }),
    layTable({
      name: "binaries",
      title: "Programs",
      rows: binaries,
      columns: [{ key: "name", title: "Program", isCode: true }, REQUIRED_BY],
    }),
  ];
}
