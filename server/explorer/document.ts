// The whole HTML document around a page's content, and what a browser may do in it.
import type { Assets } from "./assets.js";
import type { PageContent } from "./page.js";
import { html, Html } from "../contract/browser/html.js";

/**
 * Content-Security-Policy: everything comes from here, nothing is inline but the one style sheet, and scripts put
 * markup into the page through one place only.
 */
export function writePolicy(
  { styleHash }: Pick<Assets, "styleHash">,
  { pictureOrigins = [] }: Pick<PageContent, "pictureOrigins"> = {},
): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src '${styleHash}'`,
    ["img-src 'self'", ...pictureOrigins].join(" "),
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types explorer",
  ].join("; ");
}

const ABOUT =
  "Find add-on modules by name or by what they do, see where they exist and what they need.";

const MENU = [
  { name: "search", title: "Search", href: "/" },
  { name: "plan", title: "Plan", href: "/plan" },
  { name: "migrate", title: "Migrate", href: "/migrate" },
  { name: "upgrade", title: "Upgrade", href: "/upgrade" },
  { name: "changes", title: "Changes", href: "/changes" },
  { name: "interface", title: "API", href: "/api" },
] as const;

export interface Surroundings {
  /** True if browsers may fetch pictures from a forge. */
  readonly showsPictures: boolean;
  /** Public scheme and host, where the service knows them: browsers get a description of the search, and pages their one address. */
  readonly publicUrl: string | undefined;
  /** Day of the newest commit in the index, and that after which half of the repositories have none. */
  readonly days?: Readonly<Record<"last" | "middle", string | null>> | undefined;
}

export function renderDocument(
  { title, about = ABOUT, canonical, subject, main, script, menu }: PageContent,
  assets: Assets,
  { publicUrl, days }: Surroundings,
): string {
  // The page of searches has its own box.
  const hasBox = menu !== "search";
  const named = [
    script,
    hasBox && "box",
    main.text.includes("data-rows=") && "rows",
    main.text.includes("data-copy=") && "module",
  ] as const;
  const scripts = [...new Set(named)].flatMap((name) => (name ? [assets.listScripts(name)] : []));
  const links = MENU.map(
    ({ name, title: text, href }) =>
      html`<li><a href="${href}" ${name === menu && html` aria-current="page"`}>${text}</a></li>`,
  );
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title === "" ? "module-lookup" : `${title} · module-lookup`}</title>
        <meta name="description" content="${about}" />
        <meta property="og:title" content="${title === "" ? "module-lookup" : title}" />
        <meta property="og:description" content="${about}" />
        ${canonical !== undefined && publicUrl !== undefined && html`<link rel="canonical" href="${publicUrl.replace(/\/$/, "") + canonical}" />`}
        ${subject !== undefined && renderSubject(subject)}
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="${assets.toAddress("explorer/style/icon.svg")}" type="image/svg+xml" />
        <style>${new Html(assets.style)}</style>
        ${renderScripts(scripts, assets)}
        <link rel="expect" href="#end" blocking="render" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="top">
          <div class="wide">
            <a class="brand" href="/" aria-label="module-lookup"
              ><img
                src="${assets.toAddress("explorer/style/icon.svg")}"
                alt=""
                width="24"
                height="24"
              /><span>module-lookup</span></a
            >
            ${hasBox && BOX}
            <nav aria-label="Main">
              <ul>
                ${links}
              </ul>
            </nav>
          </div>
        </header>
        <main id="main" class="wide" tabindex="-1">${main}</main>
        <footer class="wide" id="end">
          <p>
            ${days?.last && html`Newest commit in this index: <time>${days.last}</time>.`}
            ${days?.middle !== days?.last && html`Half of the repositories have no commit after <time>${days?.middle}</time>.`}
            <a href="/?table=repositories#table-repositories">Repositories with their dates</a> ·
            <a href="/snapshot">Snapshot</a> ·
            <a href="/diagnostics">Diagnostics</a>
          </p>
        </footer>
      </body>
    </html> `;
  return page.text;
}

/** A block of data, which no browser runs: an escaped `<` keeps it from ending early. */
function renderSubject(subject: NonNullable<PageContent["subject"]>): Html {
  const json = JSON.stringify({ "@context": "https://schema.org", ...subject });
  return new Html(
    `<script type="application/ld+json">${json.replaceAll("<", String.raw`\u003c`)}</script>`,
  );
}

/** The search box of every other page; without scripts the first page answers it. */
const BOX = html`<form class="find" action="/" method="get" role="search" data-find>
  <label class="hidden" for="find-box">Find anything</label>
  <input
    id="find-box"
    name="q"
    type="search"
    placeholder="Find anything"
    autocomplete="off"
    autocapitalize="none"
    spellcheck="false"
    enterkeyhint="search"
  />
  <div class="found" data-found hidden></div>
</form>`;

/** @param scripts of each script that is run all files, itself first */
function renderScripts(scripts: readonly (readonly string[])[], assets: Assets): readonly Html[] {
  const run = new Set(scripts.flatMap(([first]) => first ?? []));
  return [...new Set(scripts.flat())].map((file) => {
    const href = assets.toAddress(file);
    return run.has(file)
      ? html`<script type="module" src="${href}"></script> `
      : html`<link rel="modulepreload" href="${href}" /> `;
  });
}
