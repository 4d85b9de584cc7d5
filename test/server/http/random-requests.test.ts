// Requests by chance: no answer is a 500, each is whole, and the service is as it was afterwards.
// test/torture/request-torture.ts sends many more of them.

import * as fc from "fast-check";
import { expect, test } from "vitest";

import { findFault, openAgent, randomRequest } from "./random-requests.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";
import { countCases } from "../../support/properties.js";

const RUNS = countCases(400);

const service = await serveSharedSnapshot();

test(`${RUNS} random requests are answered as HTTP and the contract want it`, async () => {
  const agent = openAgent(1);
  const property = fc.asyncProperty(randomRequest, async (request) => {
    expect(await findFault(service.port, agent, request)).toBeUndefined();
  });
  await fc.assert(property, { numRuns: RUNS });
  agent.destroy();
  expect(service.log).toEqual([]);
});
