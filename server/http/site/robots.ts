// robots.txt (RFC 9309): crawlers may read everything but what never ends, is what other pages say already, or
// is better taken at once.

const DISALLOWED = ["/?", "/plan?", "/registry/", "/module/*/diff/", "/v1/export/"];

/** @param publicUrl without it nobody knows where the sitemap is */
export function writeRobots(publicUrl: string | undefined): string {
  const lines = ["User-agent: *", ...DISALLOWED.map((path) => `Disallow: ${path}`)];
  if (publicUrl !== undefined) lines.push("", `Sitemap: ${publicUrl}/sitemap.xml`);
  return `${lines.join("\n")}\n`;
}
