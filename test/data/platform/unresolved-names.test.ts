// Names that modules declare and no module of their version has.
import { expect, test } from "vitest";
import { countKinds, listUnresolvedNames } from "../../../data/platform/unresolved-names.js";
import { createRecord } from "../../support/module-records.js";

const record = (technical_name: string, platform_version: string, ...platform: string[]) =>
  createRecord({
    technical_name,
    platform_version,
    declared_dependencies: { platform, pip: [], bin: [] },
  });

test("each is of the platform or unknown at its version, with who names it", () => {
  const names = listUnresolvedNames([
    record("b_one", "19.0", "here", "hr_contract"),
    record("z_two", "9.0", "here", "account", "account"),
    record("b_two", "18.0", "hr_contract", "web_studio", "__proto__"),
    record("a_three", "18.0", "here", "hr_contract"),
    record("here", "18.0", "base"),
    record("here", "19.0"),
    { ...record("not_ported", "19.0", "gone"), installable: false },
  ]);
  const rows = names.map(({ platform_version, technical_name, kind, required_by }) =>
    [platform_version, technical_name, kind, ...required_by].join(" "),
  );
  expect(rows).toEqual([
    "9.0 account core z_two",
    "9.0 here unknown z_two",
    "18.0 __proto__ unknown b_two",
    "18.0 base core here",
    "18.0 hr_contract core a_three b_two",
    "18.0 web_studio enterprise b_two",
    "19.0 hr_contract unknown b_one",
  ]);
  expect(countKinds(names)).toEqual({ core: 3, enterprise: 1, unknown: 3 });
});
