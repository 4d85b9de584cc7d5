// Preparation of a service's process before the first request: in a process of its own, since it
// cannot be undone.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { testLong } from "../../support/properties.js";

const toModule = (file: string): string =>
  JSON.stringify(fileURLToPath(new URL(`../../../${file}`, import.meta.url)));

/** Runs a module in a process whose prototypes are frozen. @returns what it prints */
function runFrozen(code: string): string {
  const program = `
    const { freezePrototypes } = await import(${toModule("server/live/frozen-prototypes.js")});
    freezePrototypes();
    ${code}`;
  return execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
  });
}

test("nothing can be written to what every object inherits", () => {
  const printed = runFrozen(`
    const attempts = {
      add: () => { ({})["__proto__"].added = 1; },
      replace: () => { Object.prototype.toString = () => "other"; },
      define: () => { Object.defineProperty(Object.prototype, "x", { value: 1 }); },
      remove: () => { delete Array.prototype.map; },
      error: () => { Error.prototype.name = "x"; },
      call: () => { Function.prototype.call = () => 1; },
    };
    const failed = Object.entries(attempts).filter(([, attempt]) => {
      try { attempt(); return false; } catch (error) { return error instanceof TypeError; }
    });
    console.log(failed.map(([name]) => name).join());
    console.log("added" in {}, "x" in {}, String({}), typeof [].map);`);
  expect(printed).toBe(
    "add,replace,define,remove,error,call\nfalse false [object Object] function\n",
  );
});

test("objects may still have properties of these names", () => {
  const printed = runFrozen(`
    const object = {};
    object.toString = () => "own";
    object.constructor = 1;
    const error = new TypeError("x");
    error.name = "Named";
    error.message = "said";
    function Old() {}
    Old.prototype.toString = () => "old";
    Old.toString = () => "function";
    console.log(String(object), JSON.stringify(Object.keys(object)), String(error));
    console.log(String(new Old()), String(Old), String({}), new TypeError("y").name);`);
  expect(printed).toBe(
    'own ["toString","constructor"] Named: said\nold function [object Object] TypeError\n',
  );
});

testLong("every library of the server can be loaded afterwards", () => {
  const libraries = [
    "@modelcontextprotocol/sdk/server/index.js",
    "@modelcontextprotocol/sdk/client/index.js",
    "@xenova/transformers",
    "flexsearch",
    "h3",
    "hast-util-from-html",
    "hast-util-sanitize",
    "hast-util-to-html",
    "hnswlib-node",
    "koffi",
    "markdown-it",
    "msgpackr",
    "negotiator",
    "prom-client",
  ];
  const code = libraries.map((name) => `await import(${JSON.stringify(name)});`).join("\n");
  expect(runFrozen(`${code} console.log("loaded");`)).toBe("loaded\n");
});
