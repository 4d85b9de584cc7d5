// GET /openapi.json: the description of the interface.
import type { Route } from "./route.js";

let text: string | undefined;

export const openapiRoute: Route = {
  path: "/openapi.json",
  async answer() {
    const { OPENAPI_DOCUMENT } = await import("../openapi/document.js");
    text ??= JSON.stringify(OPENAPI_DOCUMENT);
    return { text, contentType: "application/json; charset=utf-8" };
  },
};
