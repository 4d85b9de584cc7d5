// Types of inheriting views: along chains over modules, from definitions, in circles.
import { describe, expect, test } from "vitest";
import { linkViewTypes, type ViewOwner } from "../../../builder/catalog/view-types.js";
import type { ViewRecord } from "../../../data/module/records.js";
import { testLong } from "../../support/properties.js";

interface ModuleViews extends ViewOwner {
  readonly views: readonly ViewRecord[];
}

/** Views as `id:type<parent`, type and parent may be left out. */
function toModule(technical_name: string, views: string, platform_version = "17.0"): ModuleViews {
  return {
    technical_name,
    platform_version,
    views: views.split(" ").map((text) => {
      const [own = "", parent = null] = text.split("<");
      const [id = "", type = null] = own.split(":");
      return {
        xml_id: id,
        name: "",
        model: "",
        inherit_xml_id: parent,
        is_new: parent === null,
        view_type: type,
        file: "views/views.xml",
        line: 3,
      };
    }),
  };
}

function linkAll(modules: readonly ModuleViews[]): readonly (readonly ViewRecord[])[] {
  const link = linkViewTypes(modules.map((module) => [module, module.views]));
  return modules.map((module) => link(module, module.views));
}

/** One line: the types of all views. */
function outline(...modules: readonly ModuleViews[]): string {
  return linkAll(modules)
    .flat()
    .map((view) => view.view_type ?? "-")
    .join(" ");
}

describe("the type of a view", () => {
  test("that it tells itself stays", () => {
    expect(outline(toModule("a", "one:form two:tree<one"))).toBe("form tree");
  });

  test("that inherits is its parent's, in the same module or another, in any order", () => {
    expect(outline(toModule("a", "two<one one:form three<a.one"))).toBe("form form form");
    expect(outline(toModule("b", "two<a.one"), toModule("a", "one:kanban"))).toBe("kanban kanban");
  });

  test("goes down a chain of modules", () => {
    const modules = [toModule("c", "v<b.v"), toModule("b", "v<a.v"), toModule("a", "v:pivot")];
    expect(outline(...modules)).toBe("pivot pivot pivot");
  });

  test("comes from the nearest ancestor that tells one", () => {
    expect(outline(toModule("a", "one:form two:list<one three<two"))).toBe("form list list");
  });

  test("is unknown where the chain leaves the snapshot", () => {
    expect(outline(toModule("a", "one<sale.gone two<one"))).toBe("- -");
    expect(outline(toModule("a", "one<gone"))).toBe("-");
  });

  test("is unknown where the chain is a circle", () => {
    expect(outline(toModule("a", "one<two two<three three<one self<self"))).toBe("- - - -");
  });

  test("is unknown for a new view that tells none", () => {
    expect(outline(toModule("a", "one two<one"))).toBe("- -");
  });

  test("is of the same platform version", () => {
    expect(outline(toModule("a", "one:form"), toModule("b", "two<a.one", "16.0"))).toBe("form -");
  });

  test("comes from the definition, also where another module writes over the view", () => {
    const definition = toModule("sale", "view:form");
    const override = toModule("account", "sale.view");
    const extension = toModule("x", "mine<sale.view");
    expect(outline(override, definition, extension)).toBe("- form form");
    expect(outline(extension, definition, override)).toBe("form form -");
  });

  test("comes from the parent of the definition where that tells none itself", () => {
    const base = toModule("base", "view:form");
    const definition = toModule("sale", "view<base.view");
    const override = toModule("account", "sale.view");
    const extension = toModule("x", "mine<sale.view");
    expect(outline(override, base, definition, extension)).toBe("- form form form");
    expect(outline(base, definition, override, extension)).toBe("form form - form");
  });

  test("changes nothing else of a view, and no view of the input", () => {
    const module = toModule("a", "one:form two<one");
    const before = structuredClone(module);
    const [views] = linkAll([module]);
    expect(module).toEqual(before);
    expect(views).toEqual([module.views[0], { ...module.views[1], view_type: "form" }]);
  });

  testLong("is found in time in proportion to the views of a chain", () => {
    const chain = Array.from(
      { length: 20_000 },
      (_, at) => `v${at}${at === 0 ? "" : `<v${at - 1}`}`,
    );
    const [views] = linkAll([toModule("a", chain.join(" "))]);
    expect(views?.every((view) => view.view_type === null)).toBe(true);
  });

  test("is none in a circle, and below it", () => {
    expect(outline(toModule("a", "below<one one<two two<one"))).toBe("- - -");
  });
});
