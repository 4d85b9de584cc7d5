// GET /v1/registry/{kind} and /v1/registry/{kind}/{id}: lists of a system that need no filter, and one thing of a kind.
import { listKeys } from "../../../data/shape.js";
import { choice, text } from "../../contract/parameter.js";
import { shape } from "../../contract/route.js";
import { cutSlice, type SliceRequest } from "../../contract/resource.js";
import type { RegistryList, RegistryOne } from "../../contract/shape/system/registry.js";
import { listMenuTree } from "../../registry/data/menus.js";
import type { Registry } from "../../registry/loaded/registry-cache.js";
import { defineRoute } from "../define-route.js";
import { LISTED, readRecords, tellSystem, RECORDS } from "./read-registry.js";
import { BUNDLES, describeBundle } from "./registry-assets.js";
import { describeRecord } from "./registry-records.js";
import { describeGroup, listGroups, RIGHTS } from "./registry-rights.js";
import { ABOUT_ALL, ABOUT_ONE, SYSTEM_PARAMETERS } from "./system-question.js";

const loadShapes = () => import("../../contract/shape/system/registry.js");

interface Listed {
  /** Models whose records are computed before. */
  readonly models: readonly string[];
  list(
    registry: Registry,
    slice: SliceRequest,
  ): Omit<RegistryList, keyof ReturnType<typeof tellSystem>>;
}

const LISTS: Readonly<Record<"menus" | "groups" | "assets", Listed>> = {
  menus: {
    models: ["ir.ui.menu"],
    list(registry, slice) {
      const { rows: menus, total } = cutSlice(listMenuTree(registry.getRecords()), slice);
      return { menus, total };
    },
  },
  groups: { models: ["res.groups"], list: listGroups },
  assets: {
    models: ["ir.asset"],
    list(registry, slice) {
      const { rows: bundles, total } = cutSlice(registry.getBundles().listNames(), slice);
      return { bundles, total };
    },
  },
};

const registryListRoute = defineRoute({
  ...ABOUT_ALL,
  path: "/v1/registry/{kind}",
  operation: "listOfSystem",
  summary: "All menus, groups or asset bundles of an installation",
  summaries: {
    menus: "The menus of an installation",
    groups: "The groups of an installation",
    assets: "The asset bundles of an installation",
  },
  description: `Menus as a tree, with what they start, who sees them and who put them there; groups with what they imply, in the order in which they are made; names of bundles. ${RECORDS}`,
  parameters: {
    kind: choice(listKeys(LISTS), "What is listed.", { example: "menus" }),
    ...SYSTEM_PARAMETERS,
    ...LISTED,
  },
  answer: {
    description: "The list.",
    shape: shape(loadShapes, "RegistryList"),
    layout: async () =>
      (await import("../../contract/shape/system/registry-layout.js")).layRegistryList,
  },
  async respond({ lookup: { snapshot } }, { kind, ...values }) {
    const { models, list } = LISTS[kind];
    const registry = await readRecords(snapshot, values, models);
    return { body: { ...tellSystem(registry), ...list(registry, values) } as RegistryList };
  },
});

const ONES: Readonly<
  Record<
    "groups" | "records" | "assets",
    {
      readonly models: readonly string[];
      describe(registry: Registry, id: string): RegistryOne | Promise<RegistryOne>;
    }
  >
> = {
  groups: { models: RIGHTS, describe: describeGroup },
  records: { models: [], describe: describeRecord },
  assets: { models: ["ir.asset"], describe: describeBundle },
};

export const registryOneRoute = defineRoute({
  ...ABOUT_ONE,
  path: "/v1/registry/{kind}/{id}",
  operation: "getOfSystem",
  summary: "A group, a record or an asset bundle of an installation",
  summaries: {
    groups: "A group of an installation, with its access rights",
    records: "A record of an installation, with all its writers",
    assets: "An asset bundle of an installation, in load order",
  },
  description: `\`groups\`: what a user with this group may do with every model, and the rules that its groups bring; those for everyone hold beside them. \`records\`: the values of its fields as the last writer leaves them, and all writers in order. \`assets\`: scripts, styles and templates in the order in which a browser gets them, with the step that put each there. ${RECORDS} ${BUNDLES}`,
  parameters: {
    kind: choice(listKeys(ONES), "What it is.", { example: "records" }),
    id: text("Full id of a group or a record, `module.name`; name of a bundle.", {
      example: "base.menu_contacts",
      examples: { groups: "base.group_user", assets: "web.assets_backend" },
    }),
    ...SYSTEM_PARAMETERS,
  },
  answer: {
    description: "The group, record or bundle.",
    shape: shape(loadShapes, "RegistryOne"),
    layout: async () =>
      (await import("../../contract/shape/system/registry-one-layout.js")).layRegistryOne,
  },
  async respond({ lookup: { snapshot } }, { kind, id, ...values }) {
    const { models, describe } = ONES[kind];
    return { body: await describe(await readRecords(snapshot, values, models), id) };
  },
});

export const registryKindsRoutes = [registryListRoute, registryOneRoute] as const;
