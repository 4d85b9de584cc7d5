// Requirements of Python packages, and whether several can be had together.

import { describe, expect, test } from "vitest";

import { createPackageSteps, TooComplex } from "../../../server/lookup/limits.js";
import { areSatisfiable, parseRequirement } from "../../../server/registry/python-versions.js";
import { testLong } from "../../support/properties.js";

describe("a requirement", () => {
  test.each([
    ["lxml", "lxml", "", ""],
    ["Odoo_Test.Helper", "odoo-test-helper", "", ""],
    ["pydantic >= 2.0.0, < 3", "pydantic", ">=2.0.0,<3", ""],
    ["fsspec[s3] (>=2023.1)", "fsspec", ">=2023.1", ""],
    ["cryptography<37; python_version < '3.8'", "cryptography", "<37", "python_version < '3.8'"],
    ["suds @ https://example.org/suds.zip", "suds", "", ""],
    ["not a requirement!", "not a requirement!", "", ""],
    ["lxml=4", "lxml", "", ""],
    ["", "", "", ""],
  ])("%s", (text, name, specifier, marker) => {
    expect(parseRequirement(text)).toEqual({ name, specifier, marker });
  });
});

describe("some version is right for", () => {
  test.each([
    [[]],
    [["", ">=1"]],
    [["==3.4.8"]],
    [["==1.0", "==1.0.0"]],
    [[">=1,<2", "~=1.4"]],
    [[">1.2,<1.2.1"]],
    [["!=1.2.*", ">=1.2"]],
    [["==1.2.*", "!=1.2"]],
    [["<0.1"]],
    [[">=2.0rc1"]],
    [["~=1.4.2", "!=1.4.2"]],
    [["<=1!0.5", ">2030"]],
  ])("%j", (specifiers) => expect(areSatisfiable(specifiers, createPackageSteps())).toBe(true));
});

describe("no version is right for", () => {
  test.each([
    [["==3.4.8", "==36.0.0"]],
    [["<37", ">=37"]],
    [[">1.2", "<1.2"]],
    [["~=1.4.2", ">=1.5"]],
    [["==1.2.*", ">=1.3"]],
    [["!=1.2.*", ">=1.2,<1.3"]],
    [["<=1.9.0", ">=2", "!=3"]],
  ])("%j", (specifiers) => expect(areSatisfiable(specifiers, createPackageSteps())).toBe(false));
});

testLong(
  "hundreds of clauses of which none can be had with another are not compared for long",
  () => {
    const specifiers = Array.from({ length: 500 }, (_, at) => `>=${at}.1,>=${at}.2`);
    expect(() => areSatisfiable([...specifiers, "<0.1"], createPackageSteps())).toThrow(TooComplex);
  },
);
