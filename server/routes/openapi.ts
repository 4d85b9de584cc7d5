// GET /openapi.json: the description of the interface.
import { OPENAPI_DOCUMENT } from "../openapi/document.js";
import type { Route } from "./route.js";

const TEXT = JSON.stringify(OPENAPI_DOCUMENT);

export const openapiRoute: Route = {
  path: "/openapi.json",
  answer: () => ({ text: TEXT, contentType: "application/json; charset=utf-8" }),
};
