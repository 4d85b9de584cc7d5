// Sitemaps in many parts: together they have what one has.
import { expect, test } from "vitest";
import { writeSitemap, writeSitemapIndex } from "../../../../server/http/site/sitemap.js";
import { openSharedLookup } from "../../../support/shared-snapshot.js";

const publicUrl = "https://modules.example.org";

const lookup = await openSharedLookup();

function listLocations(xml: string | undefined): readonly string[] {
  return [...(xml ?? "").matchAll(/<loc>(.*?)<\/loc>/g)].map(([, location = ""]) => location);
}

test.each([1, 7, 10_000])("parts of %d addresses", (partLength) => {
  const site = { lookup, publicUrl, paths: ["/"], partLength };
  const index = listLocations(writeSitemapIndex(site));
  const files = index.map((location) => location.replace(`${publicUrl}/sitemap/`, ""));
  const parts = files.map((file) => listLocations(writeSitemap(file, site)));
  for (const [at, part] of parts.entries()) {
    expect(part.length).toBeGreaterThan(0);
    if (files[at] !== "pages.xml") expect(part.length).toBeLessThanOrEqual(partLength);
  }
  const whole = ["pages.xml", "modules-1.xml", "models-1.xml"].flatMap((file) =>
    listLocations(writeSitemap(file, { lookup, publicUrl, paths: ["/"] })),
  );
  expect(parts.flat()).toEqual(whole);
});
