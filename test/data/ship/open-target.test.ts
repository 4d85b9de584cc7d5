// Addresses and credentials that no publish target has.
import { describe, expect, test } from "vitest";
import { createTarget } from "../../../data/ship/remote/open-target.js";
import { catchOperatorError } from "../../support/catch-error.js";
import { createNetwork } from "../../support/shipping.js";

describe("what cannot be a publish target", () => {
  test.each([
    "https://user:hunter2@host/",
    "https://host/?token=hunter2",
    "ftp://hunter2/",
    "oci://host",
    "oci://host/Name",
    "oci://host/name:tag:hunter2",
    "s3://bucket/odoo",
  ])("%s is refused, and not repeated", (written) => {
    const options = { network: createNetwork(), environment: {} };
    const error = catchOperatorError(() => createTarget(written, options));
    expect(error.code).toBe("place_wrong");
    expect(error.message).not.toContain("hunter2");
  });

  test("a registry's name in capitals is told how names are written", () => {
    const options = { network: createNetwork(), environment: {} };
    const { message } = catchOperatorError(() => createTarget("oci://host/OCA/snapshots", options));
    expect(message).toContain("the name in small letters");
  });

  test("are half of the credentials", () => {
    for (const environment of [
      { MODULE_LOOKUP_PLACE_USER: "user" },
      { MODULE_LOOKUP_PLACE_PASSWORD: "hunter2" },
      { MODULE_LOOKUP_PLACE_TOKEN: "hunter2 \u{1f600}" },
    ]) {
      const options = { network: createNetwork(), environment };
      const error = catchOperatorError(() => createTarget("https://host/", options));
      expect(error.code).toBe("credentials_invalid");
      expect(error.message).not.toContain("hunter2");
    }
  });
});
