// The head of a module's page: what people need the module for is said in the language it is in.
import { expect, test } from "vitest";
import { renderHead } from "../../../server/explorer/page/module/head.js";
import type { ModuleViewModel } from "../../../server/explorer/page/module/view-model.js";
import { createRecord } from "../../support/module-records.js";

test("needs in other languages than the page's are marked", () => {
  const needs = [
    { language: "en", text: "chase <debtors>" },
    { language: "de", text: "säumige Kunden mahnen" },
    { language: "pt_BR", text: "cobrar atrasados" },
    { language: "fr", text: "relancer" },
  ];
  const viewModel = {
    name: "reminders",
    version: "17.0",
    presences: [],
    detail: { ...createRecord({ technical_name: "reminders" }), needs },
  } as unknown as ModuleViewModel;
  const { text } = renderHead(viewModel);
  expect(text).toContain(
    'chase &lt;debtors&gt; · <span lang="de">säumige Kunden mahnen</span> · <span lang="pt-BR">cobrar atrasados</span></p>',
  );
  expect(text).not.toContain("relancer");
});
