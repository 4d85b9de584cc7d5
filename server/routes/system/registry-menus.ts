// GET /v1/registry/menus and /v1/registry/actions: what users of a system find, and what that starts.
import { takeSteps } from "../../../data/yield.js";
import { text } from "../../contract/parameter.js";
import { shape } from "../../contract/route.js";
import { cutSlice } from "../../contract/slice.js";
import { ACTION_MODELS, listActions } from "../../registry/data/actions.js";
import { listMenuTree } from "../../registry/data/menus.js";
import { defineRoute } from "../define-route.js";
import { LISTED, readRecords, tellSystem } from "./read-registry.js";
import { RECORDS } from "./record-answer.js";
import { ABOUT_ALL, SYSTEM_PARAMETERS } from "./system-question.js";

const loadShapes = () => import("../../contract/shape/system/registry-data.js");
const loadLayouts = () => import("../../contract/shape/system/registry-layout.js");

const registryMenusRoute = defineRoute({
  ...ABOUT_ALL,
  path: "/v1/registry/menus",
  operation: "listSystemMenus",
  summary: "The menus of an installation, as a tree",
  description: `The menus of an installation with what they start, who sees them and who put them there. ${RECORDS}`,
  parameters: { ...SYSTEM_PARAMETERS, ...LISTED },
  answer: {
    description: "The menus.",
    shape: shape(loadShapes, "RegistryMenus"),
    layout: async () => (await loadLayouts()).layMenus,
  },
  async respond({ lookup: { snapshot } }, values) {
    const registry = await readRecords(snapshot, values, ["ir.ui.menu"]);
    const { rows, total } = cutSlice(listMenuTree(registry.getRecords()), values);
    return {
      body: { ...tellSystem(registry), menus: rows, total },
    };
  },
});

const registryActionsRoute = defineRoute({
  ...ABOUT_ALL,
  path: "/v1/registry/actions",
  operation: "listSystemActions",
  summary: "The actions of an installation",
  description: `Windows, reports, server actions and others, with their models and views. ${RECORDS}`,
  parameters: {
    ...SYSTEM_PARAMETERS,
    model: text("Only actions that show this model, or work on it.", { example: "res.partner" }),
    ...LISTED,
  },
  answer: {
    description: "The actions.",
    shape: shape(loadShapes, "RegistryActions"),
    layout: async () => (await loadLayouts()).layActions,
  },
  async respond({ lookup: { snapshot } }, { model, ...values }) {
    const registry = await readRecords(snapshot, values, ACTION_MODELS, model);
    const { rows, total } = cutSlice(await takeSteps(listActions(registry, model)), values);
    return { body: { ...tellSystem(registry), actions: rows, total } };
  },
});

export const registryMenusRoutes = [registryMenusRoute, registryActionsRoute] as const;
