// The OpenAPI document of all routes, written once for a test file.
import { describeInterface } from "../../server/routes/document.js";
import { ROUTES } from "../../server/routes/routes.js";

export const INTERFACE_DOCUMENT = await describeInterface(ROUTES);
