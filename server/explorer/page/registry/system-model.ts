// A model of a system, whole, as the interface answers.
import type { BodyAt } from "../../../routes/ask.js";
import type { Ask } from "../../../routes/ask.js";
import type { System } from "./system.js";

export const MODEL_PATH = "/v1/registry/models/{model}";

export type SystemModel = Required<BodyAt<typeof MODEL_PATH>>;

export async function readModel(ask: Ask, model: string, system: System): Promise<SystemModel> {
  const { body } = await ask(MODEL_PATH, { model, ...system });
  const { classes, fields, methods, used_by: usage, ...head } = body;
  // They are there where the question does not choose.
  if (classes === undefined || fields === undefined || methods === undefined || !usage)
    throw new Error("the answer for a whole model lacks a part");
  return { ...head, classes, fields, methods, used_by: usage };
}
