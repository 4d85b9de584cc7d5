// The classes that a model is made of, in the order in which the platform's registry has them.
import { describe, expect, test } from "vitest";

import { createLineages } from "../../../../server/registry/model/lineage.js";
import { createModels } from "../../../../server/registry/model/models.js";
import { BASE_MODULE, createClassReader, type SystemOutline } from "./small-system.js";

function listClasses(model: string, modules: SystemOutline): string | undefined {
  const lineage = createLineages(createClassReader({ ...BASE_MODULE, ...modules })).findLineage(
    model,
  );
  return lineage?.classes.map(({ source }) => source.definition.class_name).join(" ");
}

function listAncestors(model: string, modules: SystemOutline): readonly string[] | undefined {
  return createLineages(createClassReader({ ...BASE_MODULE, ...modules })).findLineage(model)
    ?.ancestors;
}

const MAIL: SystemOutline = {
  mail: {
    MailBase: { inherit: ["base"], kind: "AbstractModel" },
    Thread: { name: "mail.thread", kind: "AbstractModel" },
    Activity: { name: "mail.activity.mixin", kind: "AbstractModel" },
    Both: {
      name: "mail.both",
      inherit: ["mail.thread", "mail.activity.mixin"],
      kind: "AbstractModel",
    },
  },
};

describe("classes of a model", () => {
  test("stand in reverse load order, `base` behind them", () => {
    const modules = {
      sale: { Sale: { name: "sale" }, SaleToo: { inherit: ["sale"] } },
      sale_stock: { SaleStock: { inherit: ["sale"] } },
    };
    expect(listClasses("sale", modules)).toBe("SaleStock SaleToo Sale Base");
    expect(listAncestors("sale", modules)).toEqual(["base"]);
  });

  test("are followed by those of parents, with what extends these", () => {
    const modules = {
      ...MAIL,
      sale: { Sale: { name: "sale", inherit: ["mail.thread", "mail.activity.mixin"] } },
      sms: { SmsThread: { inherit: ["mail.thread"], kind: "AbstractModel" } },
    };
    expect(listClasses("sale", modules)).toBe("Sale SmsThread Thread Activity MailBase Base");
    expect(listAncestors("sale", modules)).toEqual(["mail.thread", "mail.activity.mixin", "base"]);
  });

  test("have a parent that several name where the last class names it", () => {
    const modules = {
      ...MAIL,
      sale: { Sale: { name: "sale", inherit: ["mail.thread", "mail.activity.mixin"] } },
      sale_mail: { SaleMail: { name: "sale", inherit: ["sale", "mail.thread"] } },
    };
    expect(listClasses("sale", modules)).toBe("SaleMail Sale Activity Thread MailBase Base");
  });

  test("have a parent's parents behind all that inherit them", () => {
    const modules = {
      ...MAIL,
      sale: { Sale: { name: "sale", inherit: ["mail.both", "mail.thread"] } },
    };
    expect(listClasses("sale", modules)).toBe("Sale Both Thread Activity MailBase Base");
  });

  test("begin anew where a class makes the model again", () => {
    const modules = {
      one: { First: { name: "sale" }, Extension: { inherit: ["sale"] } },
      two: { Second: { name: "sale" } },
    };
    expect(listClasses("sale", modules)).toBe("Second Base");
  });

  test("have plain Python classes where Python puts them", () => {
    const modules = {
      website: {
        Mixin: { kind: null },
        Published: { name: "published", kind: "AbstractModel" },
        Page: { name: "page", kind: "Model", bases: [{ from: ".models", name: "Mixin" }] },
        Event: { name: "event", kind: null, bases: [{ from: ".models", name: "Published" }] },
      },
      website_extra: { PageToo: { inherit: ["page"] } },
    };
    // The platform's class stands before the plain one, so all that derives from it does.
    expect(listClasses("page", modules)).toBe("PageToo Page Base Mixin");
    expect(listClasses("event", modules)).toBe("Event Published Base");
    expect(listAncestors("event", modules)).toEqual(["base"]);
  });

  test("derive from one of the platform's", () => {
    const modules = {
      component: {
        Component: { name: "base", kind: null },
        Binder: { name: "binder", kind: null, bases: [{ from: ".core", name: "Component" }] },
        Nowhere: { name: "nowhere", kind: null, bases: [{ from: "werkzeug", name: "Request" }] },
      },
    };
    expect(listClasses("base", modules)).toBe("Base");
    expect(listClasses("binder", modules)).toBeUndefined();
    expect(listClasses("nowhere", modules)).toBeUndefined();
  });

  test("are those that there are where parents are missing or inherit each other", () => {
    const modules = {
      one: {
        Alone: { name: "alone", inherit: ["nowhere"] },
        Left: { name: "left", inherit: ["right"] },
        Right: { name: "right", inherit: ["left"] },
      },
    };
    expect(listClasses("alone", modules)).toBe("Alone Base");
    expect(listClasses("left", modules)).toBe("Left Right Base");
    expect(listClasses("nowhere", modules)).toBeUndefined();
  });
});

test("models are listed by name", () => {
  const models = createModels(
    createClassReader({ ...BASE_MODULE, sale: { Sale: { name: "a.sale" } } }),
  );
  expect(models.listModels()).toEqual(["_unknown", "a.sale", "base", "res.users"]);
});
