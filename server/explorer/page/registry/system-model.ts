// A model of a system, whole, as the interface answers.
import type { Ask, Asked, BodyAt } from "../../../routes/ask.js";
import type { System } from "./system.js";

const PATH = "/v1/registry/models/{model}";

type Body = BodyAt<typeof PATH>;
export type SystemModel = Required<Omit<Body, "rules_of">> & Pick<Body, "rules_of">;

export async function readModel(
  ask: Ask,
  model: string,
  system: System,
): Promise<Asked<SystemModel>> {
  const { body, ...asked } = await ask(PATH, { model, ...system });
  const { classes, fields, methods, used_by: usage, ...head } = body;
  // They are there where the question does not choose.
  if (classes === undefined || fields === undefined || methods === undefined || !usage)
    throw new Error("the answer for a whole model lacks a part");
  return { ...asked, body: { ...head, classes, fields, methods, used_by: usage } };
}
