// The OpenAPI document of all routes, written once for a test file.
import { describeInterface } from "../../server/interface/document.js";
import { ROUTES } from "../../server/interface/routes.js";

export const INTERFACE_DOCUMENT = await describeInterface(ROUTES);
