// Variables that are named like settings.
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../cli/commands.js";
import { refuseUnknownVariables } from "../../cli/variables.js";
import { ConfigError } from "../../data/operator-error.js";
import { runHere } from "../support/program.js";

function refuse(environment: Readonly<Record<string, string>>): Promise<void> {
  const command = COMMANDS["serve"];
  if (command === undefined) throw new Error("there is no serve");
  return refuseUnknownVariables(command, COMMANDS, environment);
}

describe("refuseUnknownVariables", () => {
  test.each([
    ["MODULE_LOOKUP_CAHCE", "set MODULE_LOOKUP_CACHE instead."],
    ["MODULE_LOOKUP_SNAPSHOTS", "set MODULE_LOOKUP_SNAPSHOT instead."],
    ["MODULE_LOOKUP_LOG_LEVLE", "set MODULE_LOOKUP_LOG_LEVEL instead."],
    ["MODULE_LOOKUP_PLACE_PASWORD", "set MODULE_LOOKUP_PLACE_PASSWORD instead."],
    ["MODULE_LOOKUP_WEATHER_REPORT", "unset it; "],
    ["MODULE_LOOKUP_", "unset it; "],
  ])("%s is refused, with what may have been meant", async (name, remedy) => {
    const error = await refuse({ [name]: "x" }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConfigError);
    const { code, message } = error as ConfigError;
    expect(code).toBe("variable_unknown");
    expect(message).toContain(`The variable ${name} does not match any option; ${remedy}`);
  });

  test("what any command reads, tokens, what Kubernetes sets and other names are let be", async () => {
    const known = {
      MODULE_LOOKUP_SNAPSHOT: "x",
      MODULE_LOOKUP_JOBS: "2",
      MODULE_LOOKUP_PLACE_USER: "robot",
      MODULE_LOOKUP_GITHUB_TOKEN: "x",
      MODULE_LOOKUP_OUR_FORGE_TOKEN: "x",
      MODULE_LOOKUP_SERVICE_HOST: "10.0.0.1",
      MODULE_LOOKUP_SERVICE_PORT_HTTP: "80",
      MODULE_LOOKUP_PORT_80_TCP_ADDR: "10.0.0.1",
      MODULELOOKUP_CAHCE: "x",
    };
    await expect(refuse(known)).resolves.toBeUndefined();
  });
});

test("the program refuses it before it does anything, and helps nevertheless", async () => {
  const environment = { MODULE_LOOKUP_SNAPHSOT: "x" };
  const refused = await runHere(["inspect"], environment);
  expect([refused.code, refused.stdout]).toEqual([2, ""]);
  expect(refused.stderr).toMatch(/^module-lookup: The variable MODULE_LOOKUP_SNAPHSOT .*\.\n$/);
  expect((await runHere(["inspect", "--help"], environment)).code).toBe(0);
});
